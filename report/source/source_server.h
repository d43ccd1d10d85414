/*
 * source_server: the process that starts workers, which read debug information.
 *
 *	prec report --- n sockets --- server --- fork when a socket has a request ---> worker
 *	 | enters the sandbox          parses nothing,                              enters a sandbox of its own,
 *	   asks                        waits for workers to end                         reads, answers
 *
 * Workers read debug information by libdw, in which damaged files can cause wrong reads and writes. A crash there costs
 * a name and nothing else. The server is started before the reader enters its sandbox and before any thread is started.
 * It reads no packet: when one arrives, it starts a worker. When a worker ends, for any reason, its unread packets are
 * dropped, the reader gets SOURCE_DIED, and the next request starts another worker. All end with the reader.
 *
 * A worker may use SOURCE_WORKER_MEMORY bytes, and SOURCE_WORKER_SECONDS of CPU time for each request.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_SERVER_H
#define PREC_REPORT_SOURCE_SOURCE_SERVER_H

#include <sys/types.h>

#define SOURCE_WORKERS_MAX    16u
#define SOURCE_WORKER_MEMORY  (2ull << 30) /* bytes, without mapped files */
#define SOURCE_WORKER_SECONDS 20u

struct source_server {
	pid_t pid; /* 0: not started */
	unsigned n;
	int sockets[SOURCE_WORKERS_MAX]; /* the reader's ends */
};

/* Serves a worker's socket until it is closed. context: as given to source_server_start. */
typedef void (*source_work)(int socket, void *context);

/*
 * Starts the server for up to n workers, SOURCE_WORKERS_MAX at most. 0 or a negative errno. Without a server there are
 * no lines.
 */
int source_server_start(struct source_server *s, unsigned n, source_work work, void *context);

/* Ends the server and all workers, and waits for it. *s may be all zero. */
void source_server_stop(struct source_server *s);

#endif
