/*
 * tracing_read: the parts of a TRACING_DATA section, one after the other. What formats/feature/tracing_data.h writes,
 * in either byte order; the layout is drawn there.
 *
 * Nothing is copied: parts point into the section's bytes. A count is never trusted: each part takes bytes. What the
 * texts say is left to others.
 */
#ifndef PREC_FORMATS_FEATURE_TRACING_READ_H
#define PREC_FORMATS_FEATURE_TRACING_READ_H

#include "common/cursor.h"
#include "common/error.h"

enum tracing_part_kind {
	TRACING_HEADER_PAGE,
	TRACING_FTRACE_FORMAT, /* of an event of the tracer's own */
	TRACING_FORMAT,        /* of a tracepoint, of `system` */
	TRACING_KALLSYMS,
	TRACING_PRINTK,   /* lines: ADDRESS : "FORMAT" */
	TRACING_CMDLINES, /* lines: PID COMM */
};

struct tracing_part {
	enum tracing_part_kind kind;
	const char *system;
	const char *text; /* not ended by a NUL */
	uint64_t size;
};

struct tracing_reader {
	struct cursor c;
	bool big_endian; /* the recorded machine */
	unsigned long_size;
	uint32_t page_size;
	bool has_cmdlines;
	/* where in the section the reader is */
	int stage;
	uint32_t systems_left, formats_left;
	const char *system;
};

/* 0; -EBADMSG: not such a section. */
int tracing_reader_init(struct tracing_reader *r, const void *data, size_t size, struct error *err);

/* 1, 0 after the last part, -EBADMSG when the section ends before the part does. */
int tracing_reader_next(struct tracing_reader *r, struct tracing_part *ret_part, struct error *err);

#endif
