/*
 * record_fields: every type of record as named values (formats/record/field.h), from one table.
 *
 * Layouts: perf_event_open(2), include/uapi/linux/perf_event.h and, of what recorders write,
 * tools/lib/perf/include/perf/event.h. The table is in record_types.c.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_FIELDS_H
#define PREC_FORMATS_RECORD_RECORD_FIELDS_H

#include "formats/record/event.h"
#include "formats/record/field.h"
#include "formats/record/record.h"
#include "formats/record/regs.h"

/*
 * Puts the fields of the record into the sink: its own in their order, bytes after them that are not known here
 * as "unknown", and last the group "sample_id" where the event has sample_id_all. e: the record's event, NULL if it
 * has none. What a record's header says is not among them.
 *
 * 0; -ENOTSUP, nothing put: a type not known here, or a sample without event; -EBADMSG: damaged, *err names the first
 * field that is not there, and what came before it has been put.
 */
int record_fields(const struct record *r, const struct file_event *e, enum regs_arch arch,
		  const struct field_sink *sink, struct error *err);

#endif
