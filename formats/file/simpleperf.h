/*
 * simpleperf: what Android's simpleperf says of events and records in ways of its own, applied to an open file.
 *
 *	features	META_INFO: facts by name, names of events among them; INIT_MAP: mappings of before the recording
 *			(for FILE, FILE2 and DEBUG_UNWIND see formats/feature/simpleperf_files.h)
 *	records		types from SIMPLEPERF_RECORD_START up (formats/record/simpleperf_record.h)
 */
#ifndef PREC_FORMATS_FILE_SIMPLEPERF_H
#define PREC_FORMATS_FILE_SIMPLEPERF_H

#include "formats/file/perf_file.h"

/*
 * Applies the names of tracepoints and, in records, their fields; ids of events in EVENT_ID records; the records of
 * INIT_MAP as a part. 0, -ENOMEM, -E2BIG; damage is noted.
 */
int simpleperf_apply(struct perf_file *f, struct error *err);

#endif
