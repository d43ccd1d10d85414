/*
 * stop: notes why a recording or its file is to end: signals of the user, the end of the command.
 *
 * Ownership: what it points to is borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_SESSION_STOP_H
#define PREC_RECORD_SESSION_STOP_H

#include "record/open/workload.h"

#include <stddef.h>

struct stop {
	int signal_fd;             /* signalfd(2) of SIGINT, SIGTERM, SIGHUP, SIGUSR2 and SIGCHLD, which are blocked */
	int output_fd;             /* of the pipe that is written */
	struct workload *workload; /* pid 0: none */
	bool is_due;
	unsigned n_signals;  /* how many of the user asked to end */
	bool wants_file;     /* SIGUSR2 or an event came: the file is to end, where the recording has many */
	bool wants_snapshot; /* SIGUSR2 came: take a snapshot, if traces are overwritten */
};

/* Reads the signals that have come. */
void stop_take_signals(struct stop *stop);

/*
 * Waits until the reader of the pipe that is written takes more (perf_writer_stall; context: the struct stop). Once a
 * signal has asked the recording to end, only for a short time, and a second signal ends that at once. 0 or a negative
 * errno.
 */
int stop_wait_for_reader(void *context, size_t left, struct error *err);

#endif
