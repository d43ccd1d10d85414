/*
 * fetch_helper: the processes that ask debuginfod servers.
 *
 *	reader ---- socket ---- helper: makes workers, removes what they leave
 *	                  \---- workers, up to FETCH_WORKERS: take a request, answer it
 *
 * They take build-ids. They do not parse what the reader reads or what servers send. The helper takes a request from
 * the socket and starts a worker for it, which then takes more requests from the socket itself. Workers stop at the
 * deadline and when the reader has ended. A worker that crashes loses one file.
 *
 * Workers are processes, not threads: libdebuginfod 0.188 closes a descriptor twice, which by then may be another
 * thread's. With threads, files got the contents of others.
 */
#ifndef PREC_REPORT_FETCH_FETCH_HELPER_H
#define PREC_REPORT_FETCH_FETCH_HELPER_H

#define FETCH_WORKERS 16u

/* How long the helper waits for its workers after the reader has ended. The library calls back once a second. */
#define FETCH_END_SECONDS 3

/*
 * Serves the socket until the other end is closed, in a process forked for it. seconds: the time limit, which starts
 * with the first request.
 */
_Noreturn void fetch_helper_run(int socket, unsigned seconds);

#endif
