/*
 * tracing_data: writes and reads the TRACING_DATA section, which describes the fields of tracepoints.
 *
 * Source: trace-cmd.dat(5) version 6, without the options at its end; libtraceevent and Linux perf read that.
 *
 *	17 08 44 "tracing" "0.6" 0	byte order, bytes of a long (u8 each), u32 page size
 *	"header_page" 0  u64 size, text	"header_event" 0  u64 size, text
 *	u32 count of ftrace formats	each u64 size, text
 *	u32 count of systems		each: name 0, u32 count of formats, each u64 size, text
 *	u32 size of kallsyms, text	u32 size of printk formats, text	u64 size of saved cmdlines, text
 *
 * record/events/tracing_gather.h reads the texts from tracefs. What the texts say is not looked at here.
 *
 * Threads: no state, any thread; a struct tracing_reader: one thread at a time.
 */
#ifndef PREC_FORMATS_FEATURE_TRACING_DATA_H
#define PREC_FORMATS_FEATURE_TRACING_DATA_H

#include "common/buffer.h"
#include "common/cursor.h"
#include "common/error.h"

struct tracing_text {
	const void *data; /* borrowed */
	size_t size;
};

struct tracing_system {
	const char *name;                   /* "sched" */
	const struct tracing_text *formats; /* events/SYSTEM/EVENT/format, one for each event used */
	size_t n_formats;
};

struct tracing_data {
	uint32_t page_size;
	struct tracing_text header_page;  /* events/header_page */
	struct tracing_text header_event; /* events/header_event */
	const struct tracing_text *ftrace_formats;
	size_t n_ftrace_formats;
	const struct tracing_system *systems;
	size_t n_systems;
	struct tracing_text kallsyms; /* may be empty, as in files of Linux perf */
	struct tracing_text printk_formats;
	struct tracing_text saved_cmdlines;
};

/* Appends the section, in the byte order of b->swap. Without memory the buffer fails: test buffer_ok(b). */
void tracing_data_encode(struct buffer *b, const struct tracing_data *data);

/* --- reading, in either byte order -------------------------------------------- */

enum tracing_part_kind {
	TRACING_HEADER_PAGE,
	TRACING_FTRACE_FORMAT, /* the format of an event of ftrace itself */
	TRACING_FORMAT,        /* the format of a tracepoint of `system` */
	TRACING_KALLSYMS,
	TRACING_PRINTK,   /* lines: ADDRESS : "FORMAT" */
	TRACING_CMDLINES, /* lines: PID COMM */
};

/* A part of the section, whose bytes it borrows. */
struct tracing_part {
	enum tracing_part_kind kind;
	const char *system;
	const char *text; /* without a NUL */
	uint64_t size;
};

struct tracing_reader {
	struct cursor c;
	bool big_endian; /* the recorded machine */
	unsigned long_size;
	uint32_t page_size;
	bool has_cmdlines;
	/* the position in the section */
	int stage;
	uint32_t systems_left, formats_left;
	const char *system;
};

/* Begins to read a section, whose bytes are borrowed. 0; -EBADMSG: it is none. */
int tracing_reader_init(struct tracing_reader *r, const void *data, size_t size, struct error *err);

/* Reads the next part. 1; 0: after the last; -EBADMSG: the section ends too early. */
int tracing_reader_next(struct tracing_reader *r, struct tracing_part *ret_part, struct error *err);

#endif
