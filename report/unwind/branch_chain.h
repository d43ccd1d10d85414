/*
 * branch_chain: callchains with branch stacks.
 *
 * Of --call-graph lbr: the user part of a callchain is the processor's stack of calls that have not returned yet, put
 * together as in Linux perf:
 *
 *	recorded	kernel addresses, PERF_CONTEXT_USER, addresses by frame pointers | branches, the newest first
 *	here		kernel addresses, PERF_CONTEXT_USER, the user ip, where each branch came from
 */
#ifndef PREC_REPORT_UNWIND_BRANCH_CHAIN_H
#define PREC_REPORT_UNWIND_BRANCH_CHAIN_H

#include "formats/record/sample_decode.h"

/* Addresses that follow those of a sample's own branches (report/stream/branch_stitch.h). */
struct branch_tail {
	const uint64_t *addresses;
	uint32_t n;
};

/* Makes a tail of n addresses of a list, from `first` on. list may be NULL if n is 0. */
static inline struct branch_tail branch_tail_of(const uint64_t *list, uint32_t first, uint32_t n)
{
	return (struct branch_tail){ .addresses = n ? list + first : NULL, .n = n };
}

/*
 * Makes the chain of a sample, whose event has event_has_call_branches. words: in, the recorded callchain; out, the
 * whole chain, in the byte order of the record, valid until `chain` changes. first: the user ip; 0: as in the
 * callchain. tail: added at the end. A damaged sample, or one without a user part, keeps its chain. 0 or -ENOMEM.
 */
int branch_chain_make(struct buffer *chain, const struct record *r, const struct event_attr *attr, uint64_t first,
		      const struct branch_tail *tail, struct chain_words *words);

/*
 * Of -g branch: the branches before a sample become part of its callchain.
 *
 *	recorded        callchain, innermost address first | branches, the newest first
 *	callee first    where each branch went to and came from, the newest first, callchain
 *	caller first    callchain, where each branch came from and went to, the newest first
 *
 * As in Linux perf a loop appears once; a call that is both a branch and in the callchain appears as a branch; and of
 * the words that are shown last as many are left out as there are branches, markers included.
 */

/* Limit of the branches of a sample. More are a damaged list, as in Linux perf: the chain stays as it is. */
#define BRANCH_HISTORY_MAX 127u

/*
 * Makes the chain of a sample with its branches. words: in, the recorded callchain, not in `chain`; out, the whole
 * chain, in the byte order of the record, valid until `chain` changes. A damaged sample, or one without branches, keeps
 * its chain. 0 or -ENOMEM.
 */
int branch_history_make(struct buffer *chain, const struct record *r, const struct event_attr *attr, bool caller_first,
			struct chain_words *words);

#endif
