/*
 * workload: starts the recorded command when everything is ready.
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
	int start_fd;     /* a byte starts the command; closing it without one does not */
	int exec_fd;      /* has the errno of a failed exec, or ends */
	bool is_started;
	int exec_error; /* why exec failed: a negative errno */
	bool exited;
	int wait_status;
	struct rusage usage; /* its resource usage, after its end */
};

/*
 * Forks the child. signals: its mask. stdout_taken: the recording goes to standard output, so the command writes to
 * standard error instead. 0 or a negative errno; a program that execvp(3) would not find is an error already here,
 * before a file is written.
 */
int workload_prepare(struct workload *w, char *const *argv, const sigset_t *signals, bool stdout_taken,
		     struct error *err);

/* Starts the command. 0 or a negative errno, which may be that of execvp(3), such as -ENOENT or -EACCES. */
int workload_start(struct workload *w, struct error *err);

/* Reads the status of a child that has ended; block: waits for its end. True: it has ended. */
bool workload_reap(struct workload *w, bool block);

/* Returns the exit status as a shell does: 128 + n after signal n; 127 or 126 if the command could not run. */
int workload_exit_status(const struct workload *w);

void workload_fini(struct workload *w);

#endif
