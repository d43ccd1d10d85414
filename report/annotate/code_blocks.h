/*
 * code_blocks: the pieces of functions that branch stacks show were run: from where a branch went to, to the next
 * branch.
 *
 * The CPU counts the cycles from one branch to the next (Intel's LBR, AMD's LBR v2), so that each piece has its time.
 * Sources: perf_event_open(2), PERF_SAMPLE_BRANCH_STACK; __symbol__account_cycles in Linux perf's util/annotate.c.
 *
 * One thread at a time.
 */
#ifndef PREC_REPORT_ANNOTATE_CODE_BLOCKS_H
#define PREC_REPORT_ANNOTATE_CODE_BLOCKS_H

#include <stdint.h>

/* Where it began is not known: the branch before was of another function, or is not in the stack. */
#define BLOCK_NO_BEGIN UINT64_MAX

/* All runs of a piece that begin and end at the same addresses. */
struct code_block {
	uint32_t function;
	uint64_t begin, end; /* offsets in the function: of the first instruction, and of the branch */
	uint64_t taken, predicted;
	uint64_t timed; /* how many of the runs have cycles; the rest is of these */
	uint64_t cycles, cycles_min, cycles_max;
};

/* Begins all zero. */
struct code_blocks {
	struct code_block *list;
	uint32_t n, capacity;
};

/* Makes a block of `count` branches at an offset with the same flags (struct sample_branch), without its begin. */
struct code_block code_block_of_branch(uint64_t end, uint64_t flags, uint64_t count);

/* 0 or -ENOMEM. */
int code_blocks_add(struct code_blocks *l, const struct code_block *block);

/* Sorts by function, end and begin, and joins those that are equal in these. Those without a begin come last. */
void code_blocks_sort(struct code_blocks *l);
void code_blocks_fini(struct code_blocks *l);

#endif
