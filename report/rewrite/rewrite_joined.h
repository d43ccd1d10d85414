/*
 * rewrite_joined: recordings that go on where another one ends, written as one. Each begins with what was there before
 * it, which prec record --switch-output writes anew into each of its files, up to FINISHED_INIT; and with records of
 * the kernel that are in the file before, too, from the time in which it was made:
 *
 *	first	state, FINISHED_INIT, .......abc	all of it
 *	next	state, FINISHED_INIT, bc........	what comes after FINISHED_INIT, but for b and c
 *
 * Ownership: zero is empty; _fini. One thread.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_JOINED_H
#define PREC_REPORT_REWRITE_REWRITE_JOINED_H

#include "formats/record/record.h"

struct rewrite_hashes {
	uint64_t *list;
	uint32_t n, capacity;
};

struct rewrite_joined {
	struct rewrite_hashes seen;   /* of the kernel's records but samples, in this recording */
	struct rewrite_hashes before; /* in the one before; sorted */
	bool is_next, has_begun;      /* it is not the first; its FINISHED_INIT has come */
};

void rewrite_joined_fini(struct rewrite_joined *j);

/* The next recording begins. */
void rewrite_joined_next(struct rewrite_joined *j);

/* Says whether a record is written. To be called for all, in their order. 1, 0 or -ENOMEM. */
int rewrite_joined_takes(struct rewrite_joined *j, const struct record *r);

#endif
