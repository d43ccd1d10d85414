/*
 * kept_seen: what samples say of files that names need, noted by a thread that has no kept_files, for the one that has.
 *
 * A number that was noted lately is left out, so that the lists are short: of processes, and of pages in the kernel.
 *
 * Ownership: _fini; an empty one is all zero. One thread at a time.
 */
#ifndef PREC_RECORD_KEEP_KEPT_SEEN_H
#define PREC_RECORD_KEEP_KEPT_SEEN_H

#include "record/keep/kept_files.h"

#define KEPT_SEEN_PAGE_BITS 12 /* modules begin and end at multiples of such pages */

/* Of samples: their processes, and their addresses in the kernel. */
struct kept_seen_lists {
	uint32_t *pids;
	uint64_t *ips;
	uint32_t n_pids, pids_capacity;
	uint32_t n_ips, ips_capacity;
};

struct kept_seen {
	bool wants_ips;
	struct kept_seen_lists lists;
	uint32_t pids[KEPT_RECENT]; /* that are in the lists */
	uint64_t pages[KEPT_RECENT];
};

void kept_seen_fini(struct kept_seen *seen);
void kept_seen_lists_fini(struct kept_seen_lists *lists);

/* The slow halves of the two below. 0 or -ENOMEM. */
int kept_seen_add_pid(struct kept_seen *seen, uint32_t pid);
int kept_seen_add_ip(struct kept_seen *seen, uint64_t ip);

/* A process was sampled. 0 or -ENOMEM. */
static inline int kept_seen_note_pid(struct kept_seen *seen, uint32_t pid)
{
	return seen->pids[pid & (KEPT_RECENT - 1)] == pid ? 0 : kept_seen_add_pid(seen, pid);
}

/* A sample was taken; misc: of its record. 0 or -ENOMEM. */
static inline int kept_seen_note_ip(struct kept_seen *seen, uint16_t misc, uint64_t ip)
{
	uint64_t page = ip >> KEPT_SEEN_PAGE_BITS;

	if ((misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_KERNEL || seen->pages[page & (KEPT_RECENT - 1)] == page)
		return 0;
	return kept_seen_add_ip(seen, ip);
}

/* Exchanges the lists for empty ones, whose memory is used again. */
void kept_seen_swap(struct kept_seen *seen, struct kept_seen_lists *lists);

/* Notes everything in kept, in kernel too unless it is NULL, and empties the lists. 0 or -ENOMEM. */
int kept_seen_give(struct kept_seen_lists *lists, struct kept_files *kept, struct kept_kernel *kernel);

#endif
