/* trace_fields: prints the raw data of tracepoints by their formats, which are in the file's TRACING_DATA. */
#ifndef PREC_REPORT_TRACEPOINT_TRACE_FIELDS_H
#define PREC_REPORT_TRACEPOINT_TRACE_FIELDS_H

#include "common/buffer.h"
#include "formats/file/perf_file.h"
#include "report/tracepoint/trace_machine.h"

struct trace_fields;

/*
 * Reads the file's formats. functions: names kernel addresses in the data; its context is borrowed. 0; -ENOENT: the
 * file has no formats; -EBADMSG.
 */
int trace_fields_open(struct trace_fields **ret_trace, const struct perf_file *file,
		      const struct kernel_functions *functions, struct error *err);
void trace_fields_close(struct trace_fields *t);

/*
 * Says whether the tracepoint of an id (attr.config) has a field. *ret_width: the least width of its column in Linux
 * perf.
 */
bool trace_fields_has(const struct trace_fields *t, uint64_t id, const char *field, int *ret_width);

/*
 * The name of the i-th field of the tracepoint of an id that not all tracepoints have, from 0, and its size; NULL: it
 * has no more, or is not known. The name is not terminated.
 */
const char *trace_fields_name(const struct trace_fields *t, uint64_t id, uint32_t i, size_t *ret_size);

/* Appends one field of the data: as the print format shows it after "FIELD=", else by its type. Thread: any. */
void trace_fields_put_field(const struct trace_fields *t, const void *data, size_t size, const char *field, bool raw,
			    struct buffer *b);

/* Appends " FIELD=VALUE" for each field of the data, by their types; nothing when their format is not known. Any
 * thread. */
void trace_fields_put_raw(const struct trace_fields *t, const void *data, size_t size, struct buffer *b);

/* Appends the data as the print format shows them; nothing if the tracepoint is unknown. Thread: any. */
void trace_fields_put(const struct trace_fields *t, const void *data, size_t size, struct buffer *b);

#endif
