/*
 * aside_steps: does work of many steps in a second process, if each step may block forever. If one does, its process is
 * left behind, and another process goes on with the next step.
 *
 * Steps store their results in memory that both processes share (aside_memory).
 *
 * Threads: one at a time.
 */
#ifndef PREC_COMMON_ASIDE_STEPS_H
#define PREC_COMMON_ASIDE_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aside_steps {
	uint32_t n; /* steps */
	/* Called first in each new process. False: nothing can be done, and no steps are called. NULL: not called. */
	bool (*begin)(void *context);
	void (*step)(void *context, uint32_t i);
	void *context;
	const volatile uint64_t *progress; /* changes during a long step, in shared memory; NULL: there is none */
	const int *keep;                   /* the descriptors that steps need; others are closed */
	unsigned n_keep;
};

/* Returns `size` zeroed bytes that are shared with processes forked later; NULL: no memory. */
void *aside_memory(size_t size);
void aside_memory_free(void *memory, size_t size);

/*
 * Does all steps, in order. A step is stuck if its process uses no CPU time and *progress does not change. If steps are
 * stuck, it gives up after a minute at most; if they are slow, after two. 0 or a negative errno; -ETIMEDOUT: some steps
 * were not done.
 */
int aside_steps_run(const struct aside_steps *steps);

#endif
