/*
 * scan_other: what a scan does with records that are no samples: those about processes and mappings are kept, losses
 * are counted.
 */
#ifndef PREC_REPORT_SCAN_SCAN_OTHER_H
#define PREC_REPORT_SCAN_SCAN_OTHER_H

#include "report/scan/scan_worker.h"

/* order: the record's place in the file. 0 or -ENOMEM. */
int scan_other(const struct scan *scan, struct scan_worker *w, const struct record *r, uint64_t order);

/*
 * Keeps the sideband records of a block (SCAN_SIDEBAND). Of one that the index says holds nothing else, all records are
 * counted, as it is not read again. 0, -EBADMSG: it has samples, -ENOMEM.
 */
int scan_sideband_block(const struct scan *scan, struct scan_worker *w, const struct block *block);

/* Counts the record by its type. */
static inline void scan_count_type(struct scan_worker *w, uint32_t type)
{
	if (type < PERF_RECORD_USER_TYPE_END)
		w->counts.types[type]++;
	else if (type - SIMPLEPERF_RECORD_START < ARRAY_SIZE(w->counts.simpleperf_types))
		w->counts.simpleperf_types[type - SIMPLEPERF_RECORD_START]++;
	else
		w->counts.other_types++;
}

#endif
