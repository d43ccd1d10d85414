/*
 * chain_cut: limits callchains to a number of addresses (--max-stack).
 *
 * As in Linux perf the addresses that a report shows first are kept: the innermost if chains are shown from the sampled
 * function outwards, else the outermost. Markers do not count. Of a copied stack only the innermost addresses are
 * unwound (report/unwind/stack_chain.h), whichever way chains are shown; they are limited apart from the kernel's.
 */
#ifndef PREC_REPORT_UNWIND_CHAIN_CUT_H
#define PREC_REPORT_UNWIND_CHAIN_CUT_H

#include "formats/record/sample_decode.h"

/* The limit of chains. */
struct chain_limit {
	uint32_t max;    /* addresses; 0: no limit */
	bool outer_kept; /* keep the outermost addresses, not the innermost */
};

/*
 * Cuts a chain. n_unwound: the last n_unwound words are from a copied stack, and are kept. words: in, the chain; out,
 * what is kept of it; valid as long as the words, and until `chain` changes. 0 or -ENOMEM.
 */
int chain_cut(struct buffer *chain, const struct chain_limit *limit, uint64_t n_unwound, struct chain_words *words);

#endif
