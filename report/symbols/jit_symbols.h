/*
 * jit_symbols: the symbols of JIT code, as a process left them in /tmp/perf-PID.map or in jit-PID.dump.
 */
#ifndef PREC_REPORT_SYMBOLS_JIT_SYMBOLS_H
#define PREC_REPORT_SYMBOLS_JIT_SYMBOLS_H

#include "report/symbols/dso_content.h"
#include "report/symbols/jit_lines.h"
#include "report/symbols/symbols_config.h"

/*
 * Reads the names in a jit-PID.dump into a content without files, by the offset of the code in the dump. *ret_lines:
 * its source lines, which the caller frees; NULL: none. Errors as jit_dump_open, or -E2BIG.
 */
int jit_dump_symbols_load(struct dso_content *own, const struct symbols_config *config, uint32_t pid, const char *path,
			  struct jit_lines **ret_lines, struct error *err);

/*
 * Reads the perf-PID.map of a process into a content without files. Where two symbols overlap, the later one counts.
 * path: that of the map, unless the process runs in a container. 0; -ENOENT, -EACCES, -EPERM as jit_file_open_map;
 * others: damaged or too large.
 */
int perf_map_symbols_load(struct dso_content *own, const struct symbols_config *config, uint32_t pid, const char *path,
			  struct error *err);

#endif
