/*
 * code_flow: what branch stacks say of the instructions of a function: cycles of the blocks that end there,
 * instructions per cycle, how often branches were taken.
 *
 *	blocks of the function, its instructions -> struct code_flow of each instruction, and of all
 *
 * As in Linux perf, of blocks that end at one branch the longest one with cycles gives the instructions per cycle, and
 * the cycles are of all of them (annotation__compute_ipc in util/annotate.c). perf shows both at the branch; here the
 * other instructions of the block have its instructions per cycle, too, unless a block that ended before them does. A
 * block of one instruction says nothing of instructions per cycle.
 */
#ifndef PREC_REPORT_ANNOTATE_CODE_FLOW_H
#define PREC_REPORT_ANNOTATE_CODE_FLOW_H

#include "report/annotate/code_blocks.h"
#include "report/annotate/disasm.h"

#include <stdbool.h>

struct code_flow {
	double ipc;                              /* instructions per cycle; 0: not known */
	uint64_t cycles, cycles_min, cycles_max; /* of blocks that end here, on average; 0: none has cycles */
	double entered;                          /* percent of what comes to the next branch that has begun here */
	double taken;     /* percent of what comes to this branch for which it is taken; 0: it is none, or never is */
	double predicted; /* percent of those */
};

/* Of a function. */
struct code_flow_sum {
	bool has_cycles;
	double ipc;      /* of all that was run; 0: not known */
	double coverage; /* percent of the instructions that have an ipc */
};

/* Fills the flow of n instructions, ascending, of blocks as code_blocks_sort leaves them. Returns the sum. */
struct code_flow_sum code_flow_fill(const struct code_block *blocks, uint32_t n_blocks,
				    const struct disasm_instruction *list, uint32_t n, struct code_flow *ret_flow);

#endif
