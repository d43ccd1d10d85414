/*
 * aside_steps: work of many steps, each of which may never come back, done by a process of its own. A step that is
 * stuck is left behind with its process, and another one goes on with the next.
 *
 * What steps find out is in memory that both have: aside_memory.
 *
 * One thread at a time.
 */
#ifndef PREC_COMMON_ASIDE_STEPS_H
#define PREC_COMMON_ASIDE_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aside_steps {
	uint32_t n;
	bool (*begin)(void *context); /* in each new process; false: it cannot do anything. NULL: nothing is needed */
	void (*step)(void *context, uint32_t i);
	void *context;
	const volatile uint64_t *progress; /* changes while the kernel does a long step; NULL: there is none */
	const int *keep;                   /* descriptors that are needed */
	unsigned n_keep;
};

/* Zeroed; NULL: none left. */
void *aside_memory(size_t size);
void aside_memory_free(void *memory, size_t size);

/*
 * Does them all, in order, or leaves them in the end: it takes no longer than a minute when they are stuck, two if they
 * are slow. A step is stuck when its process uses no CPU time and there is no progress. 0 or a negative errno:
 * -ETIMEDOUT: some are not done.
 */
int aside_steps_run(const struct aside_steps *steps);

#endif
