/*
 * top_kept: the recordings of the last seconds of prec top, oldest first: what was recorded from one screen to the
 * next each. They have no names; what is not kept is gone.
 *
 * Ownership: the descriptors are closed by _fini, or when they are not kept any more. One thread.
 */
#ifndef PREC_REPORT_COMMAND_TOP_KEPT_H
#define PREC_REPORT_COMMAND_TOP_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As many as there are, at most: each is an open file. */
#define TOP_KEPT_FILES 128u

/* How much they hold together, in bytes; the last one is kept whatever it holds. */
#define TOP_KEPT_BYTES (256ull << 20)

struct top_recording {
	int fd;
	uint64_t since, until; /* ns, by clock_now() */
	uint64_t size;
};

struct top_kept {
	struct top_recording list[TOP_KEPT_FILES];
	unsigned n;
	uint64_t span;  /* ns: what ended so long before the last one did is not kept; 0: only the last is */
	uint64_t bytes; /* of all */
};

void top_kept_fini(struct top_kept *k);

/* Adds the next one, whose descriptor it takes over. */
void top_kept_add(struct top_kept *k, int fd, uint64_t since, uint64_t until);

/* A path by which this process opens one. */
#define TOP_KEPT_PATH 32
void top_kept_path(const struct top_kept *k, unsigned i, char path[TOP_KEPT_PATH]);

/* Returns the last; NULL: there is none. */
static inline const struct top_recording *top_kept_last(const struct top_kept *k)
{
	return k->n ? &k->list[k->n - 1] : NULL;
}

#endif
