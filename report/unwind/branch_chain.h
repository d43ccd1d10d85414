/*
 * branch_chain: the callchain of a sample whose user part the processor kept (--call-graph lbr): its stack of calls
 * that have not returned yet.
 *
 *	recorded	kernel addresses, PERF_CONTEXT_USER, addresses by frame pointers | branches, the newest first
 *	here		kernel addresses, PERF_CONTEXT_USER, where the user's code was, where each branch came from
 *
 * As Linux perf puts them together.
 */
#ifndef PREC_REPORT_UNWIND_BRANCH_CHAIN_H
#define PREC_REPORT_UNWIND_BRANCH_CHAIN_H

#include "formats/record/sample.h"

/* Addresses after those of a sample's own branches (report/stream/branch_stitch.h). */
struct branch_tail {
	const uint64_t *addresses;
	uint32_t n;
};

/* n of a list, from its `first` on; where there are none, there may be no list. */
static inline struct branch_tail branch_tail_of(const uint64_t *list, uint32_t first, uint32_t n)
{
	return (struct branch_tail){ .addresses = n ? list + first : NULL, .n = n };
}

/*
 * The chain of a sample of an event that event_has_call_branches. words: in, the sample's callchain; out, the whole of
 * it, in `chain` until it is changed. first: where the user's code was; 0: as the
 * callchain has it. tail: goes after all. It stays as it is where it has no user part, and of a damaged sample. 0 or
 * -ENOMEM.
 */
int branch_chain_make(struct buffer *chain, const struct record *r, const struct event_attr *attr, uint64_t first,
		      const struct branch_tail *tail, struct chain_words *words);

#endif
