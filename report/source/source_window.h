/*
 * source_window: what source code lies in a stretch of a file's addresses, as one process reports it to another.
 *
 *	addresses   begin ........ start of row 1 ........ start of row 2 ........ end
 *	frames      work:21        mix:6 round2:14 work:21  round2:14 work:21
 *
 * All addresses of a row have the same frames, innermost first: the functions that were inlined there, then the one
 * they are in. A row without frames is known to have no debug information. Addresses are those of the file as
 * disassemblers show them.
 *
 * It is written by a process that reads hostile files (report/source/source_worker.h), so it is checked before it is
 * used: after source_window_decode every index and string is good, whatever they say.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_WINDOW_H
#define PREC_REPORT_SOURCE_SOURCE_WINDOW_H

#include "common/buffer.h"
#include "common/error.h"

#include <stdbool.h>

/* Frames of a row at most; of more the innermost are left out. */
#define SOURCE_FRAMES_MAX 64u
/* Rows of a window, and the bytes of one, at most: code that has more is reported in several windows. */
#define SOURCE_ROWS_MAX   16384u
#define SOURCE_WINDOW_MAX (8u << 20)

/*
 * Of a kernel module's file here .text begins, and other code that the kernel loads with it follows: addresses of such
 * a file are places in sections.
 */
#define SOURCE_MODULE_TEXT 0x100000ull

struct source_frame {
	uint32_t name; /* where in the strings; 0: not known */
	uint32_t file; /* the path as the compiler was given it, likewise */
	uint32_t line; /* 0: not known */
};

struct source_row {
	uint64_t start; /* as far as the next row's, or the window's end */
	uint32_t first; /* of its frames */
	uint32_t n;
};

struct source_window {
	uint64_t begin, end; /* begin < end */
	uint32_t n_rows, n_frames, strings_size;
	struct source_row *rows;     /* ascending; the first one starts at begin. This and the rest borrow from what */
	struct source_frame *frames; /* was encoded or decoded */
	const char *strings;         /* the first is "", the last ends with a NUL */
};

/* Appends the window. */
void source_window_encode(const struct source_window *w, struct buffer *b);

/*
 * A window in memory of its own, one piece, to be given to free(). 0; -EBADMSG: the bytes are none, -ENOMEM;
 * *ret_size (may be NULL): the size of the piece.
 */
int source_window_decode(struct source_window **ret_window, const void *data, size_t size, size_t *ret_size);

/* One without any debug information. NULL without memory. */
struct source_window *source_window_empty(uint64_t begin, uint64_t end);

/* The row of an address that lies in the window. */
const struct source_row *source_window_row(const struct source_window *w, uint64_t address);

#endif
