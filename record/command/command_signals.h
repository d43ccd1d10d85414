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

#define COMMAND_SIGNALS_IGNORED 2

struct command_signals {
	sigset_t taken, before;                            /* before: the mask that a child gets */
	struct sigaction actions[COMMAND_SIGNALS_IGNORED]; /* before, of those that are ignored */
	int fd;                                            /* of signalfd(2); -1: they are not taken */
};

/*
 * always, unless_ignored: numbers up to a 0. SIGCHLD is taken besides; SIGPIPE and SIGXFSZ are ignored, since write(2)
 * says the same. 0 or a negative errno.
 */
int command_signals_take(struct command_signals *s, const int *always, const int *unless_ignored, struct error *err);

/* As it was before, for a child that is run by a function of libc; and back. */
void command_signals_give_back(const struct command_signals *s);
void command_signals_take_again(const struct command_signals *s);

/* Closes the descriptor, if there is one. */
void command_signals_close(struct command_signals *s);

#endif
