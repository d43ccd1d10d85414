/*
 * callgraph_ways: walks along the chains of a row in the call tree.
 *
 * A cursor stands for all chains that share a position of the call tree. They go on together within a node of the tree,
 * and part at its end.
 */
#ifndef PREC_REPORT_CALLGRAPH_CALLGRAPH_WAYS_H
#define PREC_REPORT_CALLGRAPH_CALLGRAPH_WAYS_H

#include "report/callgraph/callgraph_index.h"

/*
 * A limit against hostile files. With children, a chain of n frames has n rows, and each draws the rest of it: the work
 * grows as the square of the file's size. So all graphs together may take CALLGRAPH_STEPS_FREE steps, of one frame of
 * one chain each, and CALLGRAPH_STEPS_PER_BYTE for each byte of the file; a drawn line costs CALLGRAPH_LINE steps.
 * Real recordings need a thousandth of that, without a threshold a fifth. Rows come largest first; if steps run out,
 * the last ones have no graph, and the report says so.
 */
#define CALLGRAPH_STEPS_FREE     (1ull << 25)
#define CALLGRAPH_STEPS_PER_BYTE 128u
#define CALLGRAPH_LINE           16u

struct callgraph_steps {
	uint64_t taken, max;
};

/* Takes steps. False: none are left. */
bool callgraph_steps_take(struct callgraph_steps *s, uint64_t steps);

/* The direction of the walk, and which samples it counts. */
enum callgraph_way {
	CALLGRAPH_OUT,   /* from the row to its callers */
	CALLGRAPH_TO,    /* from the outermost caller to the row: the row's own samples */
	CALLGRAPH_BELOW, /* from the row to its callees: all other samples */
};

/* All chains that share this position. */
struct callgraph_cursor {
	struct call_at at;
	uint32_t left; /* how many positions of the node are left in that direction */
	enum callgraph_way way;
	uint64_t period, count;
};

struct callgraph_cursors {
	struct callgraph_cursor *list;
	uint32_t n, capacity;
};

/* The sum of chains that end. */
struct callgraph_ends {
	uint64_t period, count; /* count 0: none end */
};

/* How many of the row's own samples are in a call node's subtree. */
struct callgraph_own {
	uint32_t serial; /* valid if it is that of the graph */
	uint64_t period, count;
};

/* The samples in the subtree of a position that are in no subtree of a deeper position of the row. */
struct callgraph_share {
	uint64_t period, count;
	uint32_t outer; /* the next outer position on the same chain; CALLGRAPH_NO_POSITION: none */
};

#define CALLGRAPH_NO_POSITION UINT32_MAX

struct callgraph_ways {
	const struct callgraph_index *index;
	struct callgraph_steps *steps;
	uint32_t row; /* the current one */
	uint32_t serial;
	struct callgraph_own *own;      /* by call node */
	struct callgraph_share *shares; /* by position of the row */
	uint32_t shares_capacity;
	struct callgraph_cursors moved; /* where chains begin or continue */
};

/* Prepares walks. Borrows both. 0 or -ENOMEM; the caller calls callgraph_ways_fini in both cases. */
int callgraph_ways_init(struct callgraph_ways *w, const struct callgraph_index *index, struct callgraph_steps *steps);
void callgraph_ways_fini(struct callgraph_ways *w);

/* Sets w->moved to where the chains of a row with a graph begin. 0; -ENOMEM; -E2BIG: no steps are left. */
int callgraph_ways_begin(struct callgraph_ways *w, uint32_t row);

/*
 * Moves a cursor by one position: adds to w->moved where its chains continue, and to *ends those that end. 0 or
 * -ENOMEM.
 */
int callgraph_ways_move(struct callgraph_ways *w, const struct callgraph_cursor *cursor, struct callgraph_ends *ends);

#endif
