/*
 * own_process: whether this is the process that something was made in, or a child that was forked since. A child has
 * copies of descriptors, which are the parent's events, and none of the mappings of rings and pages.
 *
 * Threads: no state but the mark's, any thread.
 */
#ifndef PREC_LIBPREC_OWN_PROCESS_H
#define PREC_LIBPREC_OWN_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct own_process {
	uint8_t *mark; /* in a page that a child has empty (MADV_WIPEONFORK); NULL: none could be had */
};

/* Without memory, and on a kernel before Linux 4.14, a child is not told from its parent. */
void own_process_init(struct own_process *o);
void own_process_fini(struct own_process *o);

static inline bool own_process_is(const struct own_process *o)
{
	return !o->mark || *(const volatile uint8_t *)o->mark;
}

#endif
