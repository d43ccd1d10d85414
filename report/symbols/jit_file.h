/*
 * jit_file: the files in which a process says what code it made at run time, /tmp/perf-PID.map and jit-PID.dump: opened
 * if their word may be taken.
 */
#ifndef PREC_REPORT_SYMBOLS_JIT_FILE_H
#define PREC_REPORT_SYMBOLS_JIT_FILE_H

#include "common/error.h"

/*
 * Opens one that belongs to this user or to root, since anyone may write to /tmp; any one with force. A descriptor and
 * its size in bytes; or -ENOENT: there is none; -EACCES, -EPERM: it is another user's; others as open(2) says. The
 * message has the path.
 */
int jit_file_open(const char *path, bool force, uint64_t *ret_size, struct error *err);

#endif
