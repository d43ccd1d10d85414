/*
 * callgraph_ways: the ways along a row's chains in the call tree.
 *
 * A cursor stands for all chains that have a place of the call tree in common: in one direction these go on together
 * within a node of the tree, and at its end they part to the nodes next to it.
 */
#ifndef PREC_REPORT_CALLGRAPH_CALLGRAPH_WAYS_H
#define PREC_REPORT_CALLGRAPH_CALLGRAPH_WAYS_H

#include "report/callgraph/callgraph_index.h"

/*
 * A chain of n frames has n rows with children, each of which shows what is left of it: what a small file may ask for
 * grows as the square of its size. So all graphs together may take so many steps, of one frame of one chain each,
 * beyond as many for each byte of the file; a line that is drawn takes as long as CALLGRAPH_LINE steps. Recordings need
 * a thousandth of that, without a threshold a fifth. Rows come the largest first; the graphs of those that come
 * last are left out, which the report says.
 */
#define CALLGRAPH_STEPS_FREE     (1ull << 25)
#define CALLGRAPH_STEPS_PER_BYTE 128u
#define CALLGRAPH_LINE           16u

struct callgraph_steps {
	uint64_t taken, max;
};

/* Counts steps. False: there are no more. */
bool callgraph_steps_take(struct callgraph_steps *s, uint64_t steps);

/* Which way a chain is gone along, and what of it counts. */
enum callgraph_way {
	CALLGRAPH_OUT,   /* from the row to its callers */
	CALLGRAPH_TO,    /* from the outermost caller down to the row: samples of the row itself */
	CALLGRAPH_BELOW, /* from the row down: all other samples */
};

/* All chains that have this place in common. */
struct callgraph_cursor {
	struct call_at at;
	uint32_t left; /* further places of the node that way */
	enum callgraph_way way;
	uint64_t period, count;
};

struct callgraph_cursors {
	struct callgraph_cursor *list;
	uint32_t n, capacity;
};

/* The samples of chains that end. */
struct callgraph_ends {
	uint64_t period, count; /* count 0: none end */
};

/* What of the row's own samples a call node and those below it have. */
struct callgraph_own {
	uint32_t serial; /* of the graph; another one: nothing */
	uint64_t period, count;
};

/* What of the samples at a place of the row and below it were not at another one further in. */
struct callgraph_share {
	uint64_t period, count;
	uint32_t outer; /* the number of the next place out on the same chain; CALLGRAPH_NO_PLACE: none */
};

#define CALLGRAPH_NO_PLACE UINT32_MAX

struct callgraph_ways {
	const struct callgraph_index *index;
	struct callgraph_steps *steps;
	uint32_t row; /* the one at hand */
	uint32_t serial;
	struct callgraph_own *own;      /* by call node */
	struct callgraph_share *shares; /* by place of the row */
	uint32_t shares_capacity;
	struct callgraph_cursors moved; /* where chains begin or go on */
};

/* Borrows both. 0 or -ENOMEM; callgraph_ways_fini is due in any case. */
int callgraph_ways_init(struct callgraph_ways *w, const struct callgraph_index *index, struct callgraph_steps *steps);
void callgraph_ways_fini(struct callgraph_ways *w);

/* Makes w->moved where the chains of a row that has a graph begin. 0, -ENOMEM or -E2BIG: no steps are left. */
int callgraph_ways_begin(struct callgraph_ways *w, uint32_t row);

/*
 * Adds to w->moved where the chains of a cursor go on, one place further, and to *ends those that end at its place.
 * 0 or -ENOMEM.
 */
int callgraph_ways_move(struct callgraph_ways *w, const struct callgraph_cursor *cursor, struct callgraph_ends *ends);

#endif
