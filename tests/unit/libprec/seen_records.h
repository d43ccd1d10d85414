/*
 * seen_records: what a sampler hands out of the pages that a child touches.
 */
#ifndef PREC_TESTS_UNIT_LIBPREC_SEEN_RECORDS_H
#define PREC_TESTS_UNIT_LIBPREC_SEEN_RECORDS_H

#include "tests/unit/libprec/page_child.h"
#include <prec/sampler.h>

struct seen {
	struct prec_sampler *sampler;
	uint32_t pages[PAGE_CHILD_PAGES]; /* samples of each */
	pid_t pid;                        /* of whom it counts */
	unsigned n, others, exits, lost;
	pid_t remove_at; /* taken out by the first of its samples */
};

extern const struct prec_sampler_ops seen_ops; /* arg: a struct seen */

extern const struct prec_sampler_options seen_addresses; /* samples with addresses, in rings of 64 KiB */

/* A sampler, or the case is skipped where this user may have none. */
struct prec_sampler *seen_sampler(const char *events, const struct prec_sampler_options *options);

/* Adds a process; a failure ends the case. */
void seen_add(struct prec_sampler *s, pid_t pid);

/* Takes all that there is. */
void seen_drain(struct prec_sampler *s, struct seen *seen);

/* Each page from number `from` to before `to` has been handed out so often. */
void seen_check(const struct seen *seen, uint32_t from, uint32_t to, uint32_t each);

/* How many descriptors this process has. */
unsigned seen_descriptors(void);

#endif
