/*
 * pager: the program through which a user reads what does not fit on a screen, as less.
 *
 *	prec report ---- pipe ----> helper process ---- fork, exec ----> sh -c 'less -FRSX'
 *	 | enters the sandbox        waits for the first byte             reads the pipe, has the terminal
 *
 * The helper is started before the sandbox is entered, in which nothing can be executed any more. It reads no input. It
 * starts the pager only when there is something to show, so that an error before that leaves the screen alone, and
 * shows the text itself where the pager cannot be run.
 *
 * While the pager has the terminal, ^C is its business: the signal goes to all processes there, and this one, which
 * would leave a pager running that nobody waits for, ignores it. A user who has seen enough ends the pager; the
 * next write then ends this process by SIGPIPE, as `| head` would.
 *
 * There is one standard output, so there is at most one pager in a process.
 */
#ifndef PREC_REPORT_TERMINAL_PAGER_H
#define PREC_REPORT_TERMINAL_PAGER_H

#include "common/pager_choice.h"

/*
 * Starts the helper; from here on standard output is the pipe to it. Before any thread is started. False, with a
 * message, when that is not possible; nothing has changed then.
 */
bool pager_start(const char *command);

/* What the writer of standard output reports: that it is about to write, and that a pipe has no reader any more. */
void pager_output_begins(void);
/* Does not return if there is a pager. */
void pager_is_gone(void);

/* The pager has begun to show something: the terminal is its. */
bool pager_has_begun(void);

/* Standard output ends: waits until the user has left the pager, if there is one. */
void pager_end(void);

#endif
