/*
 * aside: calls functions in a second process, if they may never return. Files of others may be on a file system whose
 * server has died (FUSE, NFS); a process that looks at one then waits forever, and no signal ends it.
 *
 *	recorder ---- work, data ----> second process: calls work(data)
 *	         <--- result, data, a descriptor ----
 *
 * The second process is forked at the first call, and closes the descriptors of the first. If it does not answer in
 * time, it is killed (which may have no effect) and left behind, and the next call forks another one.
 *
 * The function should return a descriptor with O_PATH only: to close another one may block as well.
 *
 * Ownership: aside_stop; all zero is empty. One thread at a time.
 */
#ifndef PREC_COMMON_ASIDE_H
#define PREC_COMMON_ASIDE_H

#include "common/aside_message.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define ASIDE_LEFT_MAX 64 /* if so many processes are left behind, nothing is called any more */

struct aside {
	pid_t pid; /* the second process; 0: there is none */
	int socket;
	pid_t left[ASIDE_LEFT_MAX]; /* processes that were left behind, and have not ended */
	unsigned n_left;
	uint64_t waited; /* ns that calls have waited; it decreases with time, and limits the next wait */
	uint64_t called; /* when the last call was, by clock_now() */
};

/* A function to call. May change the data. *ret_fd: -1 at first; a descriptor to return, which is then closed. */
typedef int aside_work(void *data, int *ret_fd);

/*
 * Calls work in the second process, with a copy of `size` bytes of data, at most ASIDE_DATA_MAX, which is copied back.
 * *ret_fd: -1, or the descriptor that it returned, which the caller closes. a NULL: calls it in this process. Returns
 * the result of work; -ETIMEDOUT: it did not return in time; -EIO: it could not be called; -EMFILE: this process has
 * too many descriptors for the one returned.
 */
int aside_call(struct aside *a, aside_work *work, void *data, size_t size, int *ret_fd);

/* Ends the second process, or leaves it behind. */
void aside_stop(struct aside *a);

/*
 * Call in a process that was forked and may block forever. Redirects its standard streams to /dev/null, closes all
 * other descriptors but the n of `keep`, and makes the kernel kill it when its parent ends.
 */
void aside_detach(const int *keep, unsigned n);

#endif
