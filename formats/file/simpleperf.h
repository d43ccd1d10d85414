/*
 * simpleperf: applies what Android's simpleperf stores in its own way to an open file.
 *
 *	features	META_INFO: facts with names, for example the names of events; INIT_MAP: records of mappings
 *			from before the recording (FILE, FILE2, DEBUG_UNWIND: formats/feature/simpleperf_files.h)
 *	records		types from SIMPLEPERF_RECORD_START up (formats/record/simpleperf_record.h)
 */
#ifndef PREC_FORMATS_FILE_SIMPLEPERF_H
#define PREC_FORMATS_FILE_SIMPLEPERF_H

#include "formats/file/perf_file.h"

/*
 * Takes the names and fields of tracepoints, the ids of events in EVENT_ID records, and adds the records of INIT_MAP as
 * a part. Notes damage. 0; -E2BIG: too many ids; -ENOMEM.
 */
int simpleperf_apply(struct perf_file *f, struct error *err);

#endif
