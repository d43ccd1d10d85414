/*
 * pager: shows the output through a pager, such as less.
 *
 *	prec report ---- pipe ----> helper process ---- fork, exec ----> sh -c 'less -FRSX'
 *	 | enters the sandbox        waits for the first byte             reads the pipe, has the terminal
 *
 * The helper is started before the sandbox is entered, which forbids executing programs. It reads no input. It starts
 * the pager when the first output comes, so that an earlier error is shown without a pager. If the pager cannot be run,
 * the helper prints the text itself.
 *
 * While the pager has the terminal, this process ignores SIGINT, which goes to all processes of the terminal: otherwise
 * it would end and leave the pager running. When the user ends the pager, the next write ends this process by SIGPIPE,
 * as with `| head`.
 *
 * A process has at most one pager.
 */
#ifndef PREC_REPORT_TERMINAL_PAGER_H
#define PREC_REPORT_TERMINAL_PAGER_H

#include "common/program.h"

/*
 * Starts the helper; from then on standard output is the pipe to it. Call it before any thread is started. False, with
 * a message: impossible; then nothing has changed.
 */
bool pager_start(const char *command);

/* Called by the writer of standard output: before it writes, and when the pipe has no reader any more. */
void pager_output_begins(void);
/* Does not return if there is a pager. */
void pager_is_gone(void);

/* Says whether the pager has started to show something, and so has the terminal. */
bool pager_has_begun(void);

/* Ends the output, and waits until the user has left the pager, if there is one. */
void pager_end(void);

#endif
