/*
 * firefox_counters: what events have counted over time, as counters of a profile of the Firefox Profiler.
 */
#ifndef PREC_REPORT_EXPORT_FIREFOX_COUNTERS_H
#define PREC_REPORT_EXPORT_FIREFOX_COUNTERS_H

#include "report/export/export_counts.h"
#include "report/export/firefox_tables.h"

/*
 * Puts the member "counters", and sorts the steps by counter. pid: of the first thread, where the counters are shown.
 * 0 or -ENOMEM.
 */
int firefox_put_counters(struct export_counts *c, struct firefox_tables *t, struct json *j, uint32_t pid);

#endif
