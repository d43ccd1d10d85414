/*
 * fetch_helper: the processes that ask debuginfod servers.
 *
 *	reader ---- socket ---- helper: makes workers, removes what they leave
 *	                  \---- workers, up to FETCH_WORKERS: take a request, answer it
 *
 * They take build-ids and interpret nothing: neither what the reader reads nor what servers send. The helper takes a
 * request from the socket and makes a worker for it, which takes more requests from the socket itself. At the deadline
 * and when the reader has gone workers stop what they do; one that crashes costs one file.
 *
 * They are processes and no threads since libdebuginfod 0.188 closes a descriptor twice, which may be one of another
 * thread's then: with threads files got the contents of others.
 */
#ifndef PREC_REPORT_FETCH_FETCH_HELPER_H
#define PREC_REPORT_FETCH_FETCH_HELPER_H

#define FETCH_WORKERS 16u

/* How long the helper waits for its workers when the reader has gone; the library looks up once a second. */
#define FETCH_END_SECONDS 3

/* Serves the socket until the other end is closed, in a process forked for it. seconds: from the first request on. */
_Noreturn void fetch_helper_run(int socket, unsigned seconds);

#endif
