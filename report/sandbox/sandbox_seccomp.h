/* sandbox_seccomp: allows only the system calls that a reader of files makes. */
#ifndef PREC_REPORT_SANDBOX_SANDBOX_SECCOMP_H
#define PREC_REPORT_SANDBOX_SANDBOX_SECCOMP_H

#include <stdbool.h>

/*
 * Installs the filter for this thread, and those that it starts. Needs no-new-privileges. may_write: allow opening
 * files for writing, and creating, renaming and removing files. has_terminal: allow setting the modes of a terminal.
 * True: in force.
 */
bool sandbox_seccomp(bool may_write, bool has_terminal);

#endif
