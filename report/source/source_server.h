/*
 * source_server: a process that starts others, which read debug information.
 *
 *	prec report --- n sockets --- server --- fork when a socket has a request ---> worker
 *	 | enters the sandbox          interprets nothing,                              enters a sandbox of its own,
 *	   asks                        waits for workers to end                         reads, answers
 *
 * Debug information is read by libdw, which some damaged files make read or write where it should not. So it works
 * where a crash costs a name and nothing else. The server is started before the reader enters its sandbox and before
 * any thread is started. It reads no packet: that there is one is enough to start a worker. When a worker ends, in
 * whatever way, what was sent to it and not read is thrown away, the reader gets a packet SOURCE_DIED, and the next
 * request starts another one. All end with the reader.
 *
 * A worker may take SOURCE_WORKER_MEMORY, and for each request SOURCE_WORKER_SECONDS of CPU time.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_SERVER_H
#define PREC_REPORT_SOURCE_SOURCE_SERVER_H

#include <sys/types.h>

#define SOURCE_WORKERS_MAX    16u
#define SOURCE_WORKER_MEMORY  (2ull << 30) /* bytes; files are mapped, and not counted */
#define SOURCE_WORKER_SECONDS 20u

struct source_server {
	pid_t pid; /* 0: there is none */
	unsigned n;
	int sockets[SOURCE_WORKERS_MAX]; /* the reader's ends */
};

/* What a worker does with its socket until that ends. context: the server's. */
typedef void (*source_work)(int socket, void *context);

/*
 * Starts the server for n workers at once (of more, SOURCE_WORKERS_MAX). 0 or a negative errno; without a server there
 * are no lines.
 */
int source_server_start(struct source_server *s, unsigned n, source_work work, void *context);

/* Ends the server and all workers, and waits for it. Of one that is all zero, too. */
void source_server_stop(struct source_server *s);

#endif
