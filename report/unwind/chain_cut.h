/*
 * chain_cut: callchains of no more addresses than are asked for (--max-stack).
 *
 * As in Linux perf the addresses that a report reads first are kept: the innermost ones where a chain is shown from the
 * sampled function on, the outermost ones where it is shown from there on. Markers do not count. Of a stack that was
 * copied it unwinds no more than the innermost addresses (report/unwind/stack_chain.h), whichever way the chain is
 * shown, and counts these apart from the kernel's.
 */
#ifndef PREC_REPORT_UNWIND_CHAIN_CUT_H
#define PREC_REPORT_UNWIND_CHAIN_CUT_H

#include "formats/record/sample.h"

/* How long chains may be. */
struct chain_limit {
	uint32_t max;    /* addresses; 0: any number */
	bool outer_kept; /* of a longer chain the outermost addresses are kept */
};

/*
 * Cuts a chain. n_unwound: so many words at its end, all at most, are from a copy of the stack, and are kept. words:
 * in, the chain; out, what is kept of it; valid as long as the words were, and until `chain` changes. 0 or -ENOMEM.
 */
int chain_cut(struct buffer *chain, const struct chain_limit *limit, uint64_t n_unwound, struct chain_words *words);

#endif
