/*
 * record_fields: decodes records of any type into named values (formats/record/field.h), by the table of
 * record_types.c.
 *
 * Layouts: perf_event_open(2), include/uapi/linux/perf_event.h; of recorders' records
 * tools/lib/perf/include/perf/event.h.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_FIELDS_H
#define PREC_FORMATS_RECORD_RECORD_FIELDS_H

#include "formats/record/event.h"
#include "formats/record/field.h"
#include "formats/record/record.h"
#include "formats/record/regs.h"

/*
 * Puts the fields of the record into the sink: those after the header in their order, then bytes that are not known as
 * "unknown", and last the group "sample_id" if the event has sample_id_all. e: the record's event; NULL: it has none.
 *
 * 0; -ENOTSUP: the type is not known, or it is a sample and e is NULL; nothing was put; -EBADMSG: the record is
 * damaged; the fields before the damage were put, and *err names the first that is missing.
 */
int record_fields(const struct record *r, const struct file_event *e, enum regs_arch arch,
		  const struct field_sink *sink, struct error *err);

#endif
