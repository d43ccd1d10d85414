/*
 * source_worker: answers what lies at addresses of files, in a process of its own (report/source/source_server.h).
 *
 * It is confined before it reads anything: it can open files for reading, and nothing else. Each request may take
 * SOURCE_WORKER_SECONDS of CPU time, all together SOURCE_WORKER_MEMORY.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_WORKER_H
#define PREC_REPORT_SOURCE_SOURCE_WORKER_H

struct source_worker_options {
	void (*confine)(void); /* enters a sandbox; NULL: there is none */
	unsigned seconds;      /* of CPU time that a request may take; 0: SOURCE_WORKER_SECONDS */
};

/* A source_work; context: the options. */
void source_worker_run(int socket, void *context);

#endif
