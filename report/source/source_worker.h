/*
 * source_worker: answers requests for the source code at addresses, in a process of its own
 * (report/source/source_server.h).
 *
 * It enters a sandbox before it reads anything: it can only open files for reading. Each request may take
 * SOURCE_WORKER_SECONDS of CPU time, the process SOURCE_WORKER_MEMORY bytes.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_WORKER_H
#define PREC_REPORT_SOURCE_SOURCE_WORKER_H

struct source_worker_options {
	void (*confine)(void); /* enters a sandbox; NULL: there is none */
	unsigned seconds;      /* limit of CPU time of a request; 0: SOURCE_WORKER_SECONDS */
};

/* Serves the socket: a source_work. context: the options. */
void source_worker_run(int socket, void *context);

#endif
