/*
 * perf_map_symbols: the symbols of code made at run time, as a process left them in /tmp/perf-PID.map.
 */
#ifndef PREC_REPORT_SYMBOLS_PERF_MAP_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_PERF_MAP_SYMBOLS_H

#include "report/symbols/dso_content.h"

/*
 * Reads the map into the symbols of a content without files; where two overlap the later one counts. It is read only if
 * it belongs to this user or to root, as anyone may write to /tmp, or with force. 0; -ENOENT: there is none; -EACCES,
 * -EPERM: it is another user's; others: damaged or too large.
 */
int perf_map_symbols_load(struct dso_content *own, const char *path, bool force, struct error *err);

#endif
