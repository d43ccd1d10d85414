/*
 * jit_file: the files in which a process says what code it made at run time, /tmp/perf-PID.map and jit-PID.dump: found
 * where the process has them, and opened if their word may be taken.
 */
#ifndef PREC_REPORT_SYMBOLS_JIT_FILE_H
#define PREC_REPORT_SYMBOLS_JIT_FILE_H

#include "report/symbols/symbols_config.h"

#include <stdint.h>

/*
 * Opens the map of a process, which is at path, below --symfs where there is one, unless it runs in a container; or the
 * dump that was recorded under the path, below --symfs, or the copy that recording made of a container's, which is
 * /tmp/jit-PID.dump. It must belong to this user or to root, since anyone may write to /tmp,
 * or config->force be set. A descriptor and the file's size in bytes; or -ENOENT: there is none; -EACCES, -EPERM: it is
 * another user's; others as open(2) says. The message has the path.
 */
int jit_file_open_map(const struct symbols_config *config, uint32_t pid, const char *path, uint64_t *ret_size,
		      struct error *err);
int jit_file_open_dump(const struct symbols_config *config, uint32_t pid, const char *path, uint64_t *ret_size,
		       struct error *err);

#endif
