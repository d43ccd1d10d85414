/*
 * aside_server: makes the calls of common/aside.h for a program that cannot fork when it needs them, because it has
 * threads or is in its sandbox. A server process is started before; it makes the calls in a third process.
 *
 *	reader ---- number of the work, data ----> server ---- aside_call ----> third process
 *	       <--- result, data, a descriptor ----       <-------------------
 *
 * The server itself looks at no file, so it always answers, and ends when it is told to. It calls only functions of its
 * table. These must not trust their data: an attacker may have taken over the reader.
 *
 * Threads: any; calls wait for each other.
 */
#ifndef PREC_COMMON_ASIDE_SERVER_H
#define PREC_COMMON_ASIDE_SERVER_H

#include "common/aside.h"

struct aside_server;

/* Starts the server. Call before any thread is started. works: the n functions of its table, borrowed. NULL: failed. */
struct aside_server *aside_server_start(aside_work *const *works, unsigned n);

/* Ends the server and frees *s; NULL does nothing. */
void aside_server_stop(struct aside_server *s);

/* Calls a function of the table, and returns as aside_call; -ENOSYS: it is not in the table. */
int aside_server_call(struct aside_server *s, aside_work *work, void *data, size_t size, int *ret_fd);

#endif
