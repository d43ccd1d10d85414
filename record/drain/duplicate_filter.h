/*
 * duplicate_filter: threads for which an event was opened although they may have inherited it besides, and that are
 * sampled twice then. Their samples tell.
 *
 *	10 has event 70, and forks 11; 11 gets event 71
 *	SAMPLE tid 11, id 70     11 has inherited: ids are those of the event that was opened (primary_event_id in
 *	                         kernel/events/core.c)
 *	SAMPLE tid 11, id 71     of its own event, too much then: it is dropped
 *
 * What 11 starts has both, 70 and 71, or 71 alone. So its samples tell, too, where 11 only waits; and those of 71 are
 * dropped with those of 11.
 *
 * What was inherited cannot be closed by anybody, so it is the own event that is given up. All records that are drained
 * together are looked at before one is dropped, and an own event is enabled after what may have been inherited: it has
 * its first sample later then. Where periods are fixed, as those of clocks, nothing is counted twice but one sample at
 * most of what 11 has started, where a drain falls between the two. Of events whose periods the kernel adapts to a
 * frequency, the samples of an own event may be in the file that were drained before one of the inherited event came:
 * those of one interval of the frequency.
 *
 * What is not found: 12 is in doubt like 11, which has forked it, and has inherited from 11 alone. While 12 has no
 * samples itself, but what it starts has, these have the events of both, and nobody says which of the two to keep.
 *
 * Ownership: zero is an empty list; _fini. Threads: several may call _apply at once; all else while nobody does.
 */
#ifndef PREC_RECORD_DRAIN_DUPLICATE_FILTER_H
#define PREC_RECORD_DRAIN_DUPLICATE_FILTER_H

#include "common/u32map.h"
#include "record/sampler/ring_set.h"

/* A thread, and one event of the set. */
struct suspect {
	uint32_t event;
	pid_t tid;
	uint64_t since;       /* event_fd.doubt: ids of what it may have inherited are not lower */
	uint64_t first, last; /* ids of its own events */
	uint32_t next;        /* 1 + the number of another one of the thread; 0: none */
	bool inherited;       /* by samples; atomic */
};

struct duplicate_filter {
	struct suspect *list;
	uint32_t n, capacity;
	struct u32map by_tid; /* the last of each thread */
};

void duplicate_filter_fini(struct duplicate_filter *d);

/* Makes the list that of the events that are open; what was found of those that had been in it stays. 0 or -ENOMEM. */
int duplicate_filter_follow(struct duplicate_filter *d, const struct ring_set *o);

/*
 * Drops samples from `size` bytes of whole records as the ring has them, before id_remap_apply. list: as of that.
 * How many bytes are left. From a record of a wrong size on nothing changes.
 */
size_t duplicate_filter_apply(struct duplicate_filter *d, const struct id_remap *list, size_t n, uint8_t *records,
			      size_t size);

/* Whether the event, which is open, samples a thread that has inherited it. */
bool duplicate_filter_is_double(const struct duplicate_filter *d, const struct event_fd *event);

#endif
