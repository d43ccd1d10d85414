/*
 * fork_guard: whether this is the process that something was made in, or a child that was forked since. A child has
 * copies of descriptors, which are the parent's events, and none of the mappings of rings and pages.
 *
 * Threads: no state but the mark's, any thread.
 */
#ifndef PREC_LIBPREC_FORK_GUARD_H
#define PREC_LIBPREC_FORK_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct fork_guard {
	uint8_t *mark; /* in a page that a child has empty (MADV_WIPEONFORK); NULL: none could be had */
};

/* Without memory, and on a kernel before Linux 4.14, a child is not told from its parent. */
void fork_guard_init(struct fork_guard *o);
void fork_guard_fini(struct fork_guard *o);

static inline bool fork_guard_is(const struct fork_guard *o)
{
	return !o->mark || *(const volatile uint8_t *)o->mark;
}

#endif
