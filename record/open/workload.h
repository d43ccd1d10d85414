/*
 * workload: the command that is recorded, started only when everything is ready.
 *
 * workload_prepare forks; the child waits on a pipe until workload_start, and then becomes the command. Events opened
 * with enable_on_exec in between begin to count with the command's first instruction.
 *
 * Ownership: _fini kills a child that was never started.
 */
#ifndef PREC_RECORD_OPEN_WORKLOAD_H
#define PREC_RECORD_OPEN_WORKLOAD_H

#include "common/error.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>

struct workload {
	pid_t pid;        /* 0: none */
	const char *name; /* as it was given */
	int start_fd;     /* closed without a byte: do not start */
	int exec_fd;      /* delivers the errno of a failed exec, or ends */
	bool started;
	int exec_error; /* why it could not become the command, a negative errno */
	bool exited;
	int wait_status;
	struct rusage usage; /* what it has used, when it has ended */
};

/*
 * signals: the mask of the child. stdout_taken: the recording goes to standard output, so the command's output goes to
 * standard error. 0 or a negative errno: a program that execvp(3) will not find is an error before anything is
 * written.
 */
int workload_prepare(struct workload *w, char *const *argv, const sigset_t *signals, bool stdout_taken,
		     struct error *err);

/* Lets the child run the command. 0, or a negative errno; -ENOENT, -EACCES and others are of execvp(3). */
int workload_start(struct workload *w, struct error *err);

/* Takes the child's status if it has ended; with block, waits until it has. True when it has ended. */
bool workload_reap(struct workload *w, bool block);

/* The exit status as a shell has it: 128 + n for a command killed by signal n, 127 or 126 for one that was no program.
 */
int workload_exit_status(const struct workload *w);

void workload_fini(struct workload *w);

#endif
