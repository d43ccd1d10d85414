/*
 * aside: calls that may never come back, done by a process of its own: looking at files that others chose, which may be
 * on a file system whose server has died (FUSE, NFS). There a process waits, and no signal ends it.
 *
 *	recorder ---- work, data ----> second process: calls work(data)
 *	         <--- result, data, a descriptor ----
 *
 * One that does not answer in time is left behind, killed as far as the kernel can, and the next call has a new one.
 * The second process is forked when there is something to call, and has no descriptors of the first one's.
 *
 * What comes back should be a descriptor that cannot be read (O_PATH): to close another one may take as long.
 *
 * Ownership: aside_stop; an empty one is all zero. One thread at a time.
 */
#ifndef PREC_COMMON_ASIDE_H
#define PREC_COMMON_ASIDE_H

#include "common/aside_message.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define ASIDE_LEFT_MAX 64 /* processes that are left behind, with which there are no more calls */

struct aside {
	pid_t pid; /* 0: there is none */
	int socket;
	pid_t left[ASIDE_LEFT_MAX]; /* those that did not answer, as long as they have not ended */
	unsigned n_left;
	uint64_t waited; /* ns, for those that did not answer at once, without what came back */
	uint64_t called; /* when there was a call last, by clock_now */
};

/* What is called: uses and changes data. *ret_fd: -1, or a descriptor to hand over, which is closed then. */
typedef int aside_work(void *data, int *ret_fd);

/*
 * What work returns, with the data, at most ASIDE_DATA_MAX bytes, as it left them and a descriptor or -1 in *ret_fd.
 * -ETIMEDOUT: it did not come back; -EIO: it could not be called; -EMFILE: there is no room for the descriptor. a NULL:
 * it is called here.
 */
int aside_call(struct aside *a, aside_work *work, void *data, size_t size, int *ret_fd);

void aside_stop(struct aside *a);

/* Of a process that was forked for what may not come back: nobody waits for its output, its events or its end. */
void aside_detach(const int *keep, unsigned n);

#endif
