/*
 * perf_map_symbols: the symbols of code made at run time, as a process left them in /tmp/perf-PID.map.
 */
#ifndef PREC_REPORT_SYMBOLS_PERF_MAP_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_PERF_MAP_SYMBOLS_H

#include "report/symbols/dso_content.h"
#include "report/symbols/symbols_config.h"

/*
 * Reads the map of a process into the symbols of a content without files; where two overlap the later one counts. path:
 * where it is unless the process runs in a container. 0; -ENOENT, -EACCES, -EPERM as jit_file_open_map; others: damaged
 * or too large.
 */
int perf_map_symbols_load(struct dso_content *own, const struct symbols_config *config, uint32_t pid, const char *path,
			  struct error *err);

#endif
