/*
 * aside_server: calls of common/aside.h for a program that cannot fork when it makes them, in its sandbox and with its
 * threads. A second process, started before, has them made by a third one.
 *
 *	reader ---- number of the work, data ----> server ---- aside_call ----> third process
 *	       <--- result, data, a descriptor ----       <-------------------
 *
 * The server looks at no file, so that it always answers and always ends. It does nothing but what its table has; its
 * works read data that a reader sends who may have been taken over.
 *
 * Thread: calls take turns.
 */
#ifndef PREC_COMMON_ASIDE_SERVER_H
#define PREC_COMMON_ASIDE_SERVER_H

#include "common/aside.h"

struct aside_server;

/* Starts it, before any thread is started. works: n of them, which last as long. NULL: that is not possible. */
struct aside_server *aside_server_start(aside_work *const *works, unsigned n);

/* Ends it; s may be NULL. */
void aside_server_stop(struct aside_server *s);

/* As aside_call, of a work that it was started with; -ENOSYS: of another one. */
int aside_server_call(struct aside_server *s, aside_work *work, void *data, size_t size, int *ret_fd);

#endif
