/*
 * sandbox_seccomp: only the system calls that a reader of files makes.
 */
#ifndef PREC_REPORT_SANDBOX_SANDBOX_SECCOMP_H
#define PREC_REPORT_SANDBOX_SANDBOX_SECCOMP_H

#include <stdbool.h>

/*
 * Needs no-new-privileges. may_write: files may be opened for writing, made, renamed and removed at all. True: in
 * force, for this thread and those it starts.
 */
bool sandbox_seccomp(bool may_write);

#endif
