/*
 * candidates_seen: what samples say of files that names need, noted by a thread that has no cache_candidates, for the
 * one that has.
 *
 * A number that was noted lately is left out, so that the lists are short: of processes, and of pages in the kernel.
 *
 * Ownership: _fini; an empty one is all zero. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_CANDIDATES_SEEN_H
#define PREC_RECORD_BUILDID_CANDIDATES_SEEN_H

#include "record/buildid/cache_candidates.h"

#define CANDIDATES_SEEN_PAGE_BITS 12 /* modules begin and end at multiples of such pages */

/* Of samples: their processes, and their addresses in the kernel. */
struct candidates_seen_lists {
	uint32_t *pids;
	uint64_t *ips;
	uint32_t n_pids, pids_capacity;
	uint32_t n_ips, ips_capacity;
};

struct candidates_seen {
	bool wants_ips;
	struct candidates_seen_lists lists;
	uint32_t pids[KEPT_RECENT]; /* that are in the lists */
	uint64_t pages[KEPT_RECENT];
};

void candidates_seen_fini(struct candidates_seen *seen);
void candidates_seen_lists_fini(struct candidates_seen_lists *lists);

/* The slow halves of the two below. 0 or -ENOMEM. */
int candidates_seen_add_pid(struct candidates_seen *seen, uint32_t pid);
int candidates_seen_add_ip(struct candidates_seen *seen, uint64_t ip);

/* A process was sampled. 0 or -ENOMEM. */
static inline int candidates_seen_note_pid(struct candidates_seen *seen, uint32_t pid)
{
	return seen->pids[pid & (KEPT_RECENT - 1)] == pid ? 0 : candidates_seen_add_pid(seen, pid);
}

/* A sample was taken; misc: of its record. 0 or -ENOMEM. */
static inline int candidates_seen_note_ip(struct candidates_seen *seen, uint16_t misc, uint64_t ip)
{
	uint64_t page = ip >> CANDIDATES_SEEN_PAGE_BITS;

	if ((misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_KERNEL || seen->pages[page & (KEPT_RECENT - 1)] == page)
		return 0;
	return candidates_seen_add_ip(seen, ip);
}

/* Exchanges the lists for empty ones, whose memory is used again. */
void candidates_seen_swap(struct candidates_seen *seen, struct candidates_seen_lists *lists);

/* Notes everything in kept, in kernel too unless it is NULL, and empties the lists. 0 or -ENOMEM. */
int candidates_seen_give(struct candidates_seen_lists *lists, struct cache_candidates *kept,
			 struct candidate_kernel *kernel);

#endif
