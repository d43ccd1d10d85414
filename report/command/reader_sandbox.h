/*
 * reader_sandbox: the sandbox (report/sandbox/sandbox.h) of prec-report's commands: which places are left to write to.
 */
#ifndef PREC_REPORT_COMMAND_READER_SANDBOX_H
#define PREC_REPORT_COMMAND_READER_SANDBOX_H

#include "report/symbols/symbols.h"

/*
 * Enters the sandbox before input is opened and before any thread is started. symbols: what names will be looked up
 * with; NULL: none will be. Never fails: what the kernel lacks is left out, which is said with -v, and on a terminal
 * unless -q.
 */
void reader_sandbox_enter(const char *input, const struct symbols_config *symbols);

#endif
