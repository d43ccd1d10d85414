/*
 * source_window: the source code of a range of addresses of a file, in the form in which a worker reports it.
 *
 *	addresses   begin ........ start of row 1 ........ start of row 2 ........ end
 *	frames      work:21        mix:6 round2:14 work:21  round2:14 work:21
 *
 * All addresses of a row have the same frames, innermost first: the functions that were inlined there, then the one
 * they are in. A row without frames has no debug information. Addresses are those of the file as disassemblers show
 * them.
 *
 * A process that reads hostile files writes it (report/source/source_worker.h), so it is untrusted:
 * source_window_decode checks every index and string.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_WINDOW_H
#define PREC_REPORT_SOURCE_SOURCE_WINDOW_H

#include "common/buffer.h"
#include "common/error.h"

#include <stdbool.h>

/* Limit of the frames of a row; the innermost beyond it are left out. */
#define SOURCE_FRAMES_MAX 64u
/* Limits of a window in rows and bytes; larger code is reported in several windows. */
#define SOURCE_ROWS_MAX   16384u
#define SOURCE_WINDOW_MAX (8u << 20)

/*
 * In a kernel module's file, whose addresses are relative to sections, .text is taken to begin here, and other code
 * sections follow.
 */
#define SOURCE_MODULE_TEXT 0x100000ull

struct source_frame {
	uint32_t name; /* offset in the strings; 0: unknown */
	uint32_t file; /* offset of the path as the compiler was given it; 0: unknown */
	uint32_t line; /* 0: unknown */
};

struct source_row {
	uint64_t start; /* ends at the next row's start, or at the window's end */
	uint32_t first; /* number of its first frame */
	uint32_t n;
};

struct source_window {
	uint64_t begin, end; /* begin < end */
	uint32_t n_rows, n_frames, strings_size;
	struct source_row *rows;     /* ascending; the first starts at begin. This and the rest are borrowed */
	struct source_frame *frames; /* from the encoder or decoder */
	const char *strings;         /* the first is "", the last ends with a NUL */
};

/* Appends the window. */
void source_window_encode(const struct source_window *w, struct buffer *b);

/*
 * Decodes and checks a window, in one block of memory that the caller frees. *ret_size (may be NULL): its size. 0;
 * -EBADMSG: damaged, -ENOMEM.
 */
int source_window_decode(struct source_window **ret_window, const void *data, size_t size, size_t *ret_size);

/* Makes a window without debug information. NULL without memory. */
struct source_window *source_window_empty(uint64_t begin, uint64_t end);

/* Returns the row of an address in the window. */
const struct source_row *source_window_row(const struct source_window *w, uint64_t address);

#endif
