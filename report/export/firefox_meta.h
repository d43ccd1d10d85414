/* firefox_meta: the member "meta" of a profile of the Firefox Profiler: where it comes from, and how to show it. */
#ifndef PREC_REPORT_EXPORT_FIREFOX_META_H
#define PREC_REPORT_EXPORT_FIREFOX_META_H

#include "report/export/firefox_tables.h"
#include "report/export/time_walk.h"

/* zero: ns of the recording's clock, the time that times count from. 0 or -ENOMEM. */
int firefox_put_meta(const struct time_walk *w, struct firefox_tables *t, struct json *j, uint64_t zero);

#endif
