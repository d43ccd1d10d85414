/*
 * branch_history: the branches before a sample, as a part of its callchain (-g branch).
 *
 *	recorded        callchain, innermost address first | branches, the newest first
 *	callee first    where each branch went to and came from, the newest first, callchain
 *	caller first    callchain, where each branch came from and went to, the newest first
 *
 * As Linux perf puts them together: a loop is there once; a call that is a branch and in the callchain is a branch;
 * and of the addresses that are shown last as many are left out as there are branches, markers among them.
 */
#ifndef PREC_REPORT_UNWIND_BRANCH_HISTORY_H
#define PREC_REPORT_UNWIND_BRANCH_HISTORY_H

#include "formats/record/sample.h"

/* A sample with more branches has a damaged list, as in Linux perf: its chain stays as it is. */
#define BRANCH_HISTORY_MAX 127u

/*
 * The chain of a sample with its branches. words: in, the sample's callchain, not in `chain`; out, the whole of it,
 * in `chain` until it is changed. It stays as it is where there are no branches, and
 * of a damaged sample. 0 or -ENOMEM.
 */
int branch_history_make(struct buffer *chain, const struct record *r, const struct event_attr *attr, bool caller_first,
			struct chain_words *words);

#endif
