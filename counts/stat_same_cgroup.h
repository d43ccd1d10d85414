/*
 * stat_same_cgroup: finds the events whose counts say something together with another one's: those of the same cgroup.
 *
 * Ownership: _init/_fini; the list of events is borrowed. Threads: any number may search.
 */
#ifndef PREC_COUNTS_STAT_SAME_CGROUP_H
#define PREC_COUNTS_STAT_SAME_CGROUP_H

#include "counts/counted.h"

#include "common/hash_table.h"

#define STAT_PARTNER_NONE HASH_TABLE_NONE

struct stat_same_cgroup {
	const struct counted_events *events;
	bool has_kinds_of_cores;   /* generic events are of several PMUs */
	uint32_t *cgroups;         /* of each event, the first one of its cgroup */
	uint32_t *clocks;          /* of each of these, the first clock of the cgroup */
	struct hash_table by_what; /* of each cgroup, kind (struct counted_kind) and modes the first event */
};

/* 0 or -ENOMEM. */
int stat_same_cgroup_init(struct stat_same_cgroup *p, const struct counted_events *events);
void stat_same_cgroup_fini(struct stat_same_cgroup *p);

/*
 * The first event of a kind, of which type and config are given, that counts on the same cores and in the same modes
 * and cgroup as one, or STAT_PARTNER_NONE.
 */
uint32_t stat_same_cgroup_find(const struct stat_same_cgroup *p, uint32_t event, uint32_t type, uint64_t config);

/* The first clock of the same cgroup as an event, whatever its modes: clocks count in all. Or STAT_PARTNER_NONE. */
uint32_t stat_same_cgroup_clock(const struct stat_same_cgroup *p, uint32_t event);

#endif
