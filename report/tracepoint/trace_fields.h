/*
 * trace_fields: what a tracepoint's raw data say, in the words of its format: the file's TRACING_DATA.
 */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_FIELDS_H
#define PREC_REPORT_TRACEPOINT_TRACE_FIELDS_H

#include "common/buffer.h"
#include "formats/file/perf_file.h"
#include "report/tracepoint/trace_machine.h"

struct trace_fields;

/*
 * Reads the file's formats. Kernel addresses in the data are named by functions, whose context is borrowed. -ENOENT:
 * the file has none; -EBADMSG.
 */
int trace_fields_open(struct trace_fields **ret_trace, const struct perf_file *file,
		      const struct kernel_functions *functions, struct error *err);
void trace_fields_close(struct trace_fields *t);

/*
 * Whether the tracepoint of an id (attr.config) has a field. *ret_width: how wide Linux perf makes its column at least.
 */
bool trace_fields_has(const struct trace_fields *t, uint64_t id, const char *field, int *ret_width);

/*
 * The name of the i-th field of the tracepoint of an id that not all tracepoints have, from 0, and its size; NULL: it
 * has no more, or is not known. The name is not terminated.
 */
const char *trace_fields_name(const struct trace_fields *t, uint64_t id, uint32_t i, size_t *ret_size);

/*
 * Appends one field of the data: as the print format shows it, if that has "FIELD=" before it, else by its type; raw:
 * by its type. Any thread.
 */
void trace_fields_put_field(const struct trace_fields *t, const void *data, size_t size, const char *field, bool raw,
			    struct buffer *b);

/* Appends " FIELD=VALUE" for each field of the data, by their types; nothing when their format is not known. Any
 * thread. */
void trace_fields_put_raw(const struct trace_fields *t, const void *data, size_t size, struct buffer *b);

/* Appends the fields of the data; nothing when their format is not known. Any thread. */
void trace_fields_put(const struct trace_fields *t, const void *data, size_t size, struct buffer *b);

#endif
