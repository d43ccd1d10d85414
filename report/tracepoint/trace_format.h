/*
 * trace_format: parses the format of a tracepoint: its fields, and where its print format begins.
 *
 *	name: sched_switch			skipped
 *	ID: 314
 *	format:
 *		field:unsigned short common_type;	offset:0;	size:2;	signed:0;	of all tracepoints
 *
 *		field:int prev_pid;	offset:8;	size:4;	signed:1;	within TRACE_DATA_MAX
 *
 *	print fmt: "prev_pid=%d", REC->prev_pid	report/tracepoint/trace_plan.h
 *
 * The text is untrusted. Source: Documentation/trace/events.rst, "Event formats".
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_FORMAT_H
#define PREC_REPORT_TRACEPOINT_TRACE_FORMAT_H

#include "common/memory.h"

#include <stdbool.h>
#include <stdint.h>

/* Limit of a tracepoint's data, the kernel's own. */
#define TRACE_DATA_MAX 65536

enum trace_field_flags {
	TRACE_FIELD_ARRAY = 1,
	TRACE_FIELD_DYNAMIC = 2,  /* four bytes: 16 bits offset of the data in the record, 16 bits size */
	TRACE_FIELD_RELATIVE = 4, /* DYNAMIC, with the offset counted from the end of these four bytes */
	TRACE_FIELD_STRING = 8,   /* an array of bytes */
	TRACE_FIELD_SIGNED = 16,
	TRACE_FIELD_POINTER = 32,
	TRACE_FIELD_LONG = 64, /* declared as long */
};

struct trace_field {
	const char *name; /* borrowed from the text, not ended by a NUL */
	uint32_t name_size;
	uint32_t offset, size;
	uint32_t element_size; /* of an array; else equal to size */
	unsigned flags;
};

/* A parsed format; borrows the text. */
struct trace_format {
	uint32_t id;
	const struct trace_field *fields;
	uint32_t n_fields, n_common; /* the first n_common are in all tracepoints */
	const char *print, *end;     /* the text after "print fmt:"; NULL: none */
};

/* Parses the text. Fields are in the arena. 0; -EBADMSG: no format, -ENOMEM. */
int trace_format_parse(struct trace_format *ret_format, struct arena *arena, const char *text, size_t size);

/* Finds a field by name, or NULL. */
const struct trace_field *trace_format_field(const struct trace_format *f, const char *name, size_t size);

#endif
