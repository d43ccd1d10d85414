/*
 * fork_guard: tells the process that made an object from a child that was forked since. The child's descriptors are
 * those of the parent's events, and it has no mappings of rings and pages.
 *
 * Threads: constant after _init; any thread.
 */
#ifndef PREC_LIBPREC_FORK_GUARD_H
#define PREC_LIBPREC_FORK_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct fork_guard {
	uint8_t *mark; /* 1, in a page that is zero in a child (MADV_WIPEONFORK); NULL: there is no such page */
};

/* Marks this process. Without memory, and before Linux 4.14, a child will not be told from its parent. */
void fork_guard_init(struct fork_guard *o);
void fork_guard_fini(struct fork_guard *o);

/* True in the process that called fork_guard_init. */
static inline bool fork_guard_is(const struct fork_guard *o)
{
	return !o->mark || *(const volatile uint8_t *)o->mark;
}

#endif
