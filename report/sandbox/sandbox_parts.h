/*
 * sandbox_parts: the parts of report/sandbox/sandbox.c that have a kernel interface of their own.
 */
#ifndef PREC_REPORT_SANDBOX_SANDBOX_PARTS_H
#define PREC_REPORT_SANDBOX_SANDBOX_PARTS_H

#include "report/sandbox/sandbox.h"

/* Both need no-new-privileges. True: in force. */
bool sandbox_landlock(const struct sandbox *s);

/* may_write: files may be opened for writing, made, renamed and removed at all. */
bool sandbox_seccomp(bool may_write);

#endif
