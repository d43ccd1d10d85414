/*
 * tracing_data: the TRACING_DATA section, from which readers know the fields of tracepoints.
 *
 * Source: trace-cmd.dat(5) version 6, up to and without the options: it is what libtraceevent and Linux perf read.
 *
 *	17 08 44 "tracing" "0.6" 0	byte order, bytes of a long (u8 each), u32 page size
 *	"header_page" 0  u64 size, text	"header_event" 0  u64 size, text
 *	u32 count of ftrace formats	each u64 size, text
 *	u32 count of systems		each: name 0, u32 count of formats, each u64 size, text
 *	u32 size of kallsyms, text	u32 size of printk formats, text	u64 size of saved cmdlines, text
 *
 * Pure: texts in, bytes out. record/events/tracing_gather.h gathers the texts.
 */
#ifndef PREC_FORMATS_FEATURE_TRACING_DATA_H
#define PREC_FORMATS_FEATURE_TRACING_DATA_H

#include "common/buffer.h"

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
	struct tracing_text kallsyms; /* may be empty, as Linux perf leaves it */
	struct tracing_text printk_formats;
	struct tracing_text saved_cmdlines;
};

/* Appends the section, in the byte order b->swap asks for. Failure to get memory shows in buffer_ok(b). */
void tracing_data_encode(struct buffer *b, const struct tracing_data *data);

#endif
