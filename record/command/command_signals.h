/*
 * command_signals: the signals that end a command or ask it for something, taken by a descriptor while it runs.
 *
 * A signal that is blocked is queued even where it is ignored, so those that have to stay with the kernel where they
 * are ignored are not taken. Where SIGCHLD is ignored the end of a child would not be noticed.
 *
 * Threads: one, before there are others.
 */
#ifndef PREC_RECORD_COMMAND_COMMAND_SIGNALS_H
#define PREC_RECORD_COMMAND_COMMAND_SIGNALS_H

#include "common/error.h"

#include <signal.h>

struct command_signals {
	sigset_t taken, before; /* before: the mask that a child gets */
	int fd;                 /* of signalfd(2); -1: they are not taken */
};

/*
 * always, unless_ignored: numbers up to a 0. SIGCHLD is taken besides; SIGPIPE and SIGXFSZ are ignored, since write(2)
 * says the same. 0 or a negative errno.
 */
int command_signals_take(struct command_signals *s, const int *always, const int *unless_ignored, struct error *err);

/* Closes the descriptor, if there is one. */
void command_signals_close(struct command_signals *s);

#endif
