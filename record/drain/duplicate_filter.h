/*
 * duplicate_filter: drops the samples of threads that are sampled twice. The recorder opened an event for such a thread
 * although the thread may have inherited one. The samples show whether it has:
 *
 *	10 has event 70, and forks 11; the recorder opens event 71 for 11
 *	SAMPLE tid 11, id 70     11 has inherited: the id is that of the event that was opened (primary_event_id in
 *	                         kernel/events/core.c)
 *	SAMPLE tid 11, id 71     its own event: a duplicate, which is dropped
 *
 * Descendants of 11 have both events, 70 and 71, or 71 alone. So their samples show it, too, while 11 itself only
 * waits, and their samples of 71 are dropped with those of 11.
 *
 * Nobody can close an inherited event, so the thread's own event is given up. The filter looks at all records that are
 * drained together before it drops one, and a thread's own event is enabled after the event that it may have inherited,
 * so its first sample is later. With fixed periods (clocks) at most one sample of a descendant of 11 is counted twice:
 * when a drain falls between the two. When the kernel adapts the period to a frequency, the file may have samples of
 * the thread's own event that were drained before the first one of the inherited event: those of one interval.
 *
 * One case is not found: 12, forked by 11, is a suspect too, and has inherited from 11 only. While 12 has no samples
 * but its descendants have, these have the events of both, and no record says which to keep.
 *
 * Ownership: all zero is an empty list; _fini. Threads: several may call _apply at once; nothing else may run then.
 */
#ifndef PREC_RECORD_DRAIN_DUPLICATE_FILTER_H
#define PREC_RECORD_DRAIN_DUPLICATE_FILTER_H

#include "common/hash_table.h"
#include "record/sampler/ring_set.h"

/* A thread that may have inherited an event of the set for which it has its own. */
struct suspect {
	uint32_t event;
	pid_t tid;
	uint64_t since;       /* what it may have inherited has this id or a higher one (event_fd.suspect) */
	uint64_t first, last; /* the ids of its own events */
	uint32_t next;        /* 1 + the index of the thread's next suspect; 0: none */
	bool inherited;       /* its samples have shown it; atomic */
};

struct duplicate_filter {
	struct suspect *list;
	uint32_t n, capacity;
	struct u32map by_tid; /* gives the last suspect of each thread */
};

void duplicate_filter_fini(struct duplicate_filter *d);

/* Makes the list anew from the open events, and keeps what is known of those that were in it. 0 or -ENOMEM. */
int duplicate_filter_follow(struct duplicate_filter *d, const struct ring_set *o);

/*
 * Drops duplicates from `size` bytes of whole records as they are in the ring, before id_remap_apply, whose list this
 * is. Returns how many bytes are left. Leaves everything from a record of a wrong size on as it is.
 */
size_t duplicate_filter_apply(struct duplicate_filter *d, const struct id_remap *list, size_t n, uint8_t *records,
			      size_t size);

/* True if the open event samples a thread that has inherited it as well. */
bool duplicate_filter_is_double(const struct duplicate_filter *d, const struct event_fd *event);

#endif
