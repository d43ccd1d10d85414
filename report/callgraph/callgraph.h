/*
 * callgraph: under a row, the chains that led to it or that it led to, as `perf report --stdio -g` draws them.
 *
 * For a row its chains are put together into a tree of their own:
 *
 *	caller	from the outermost caller to the sampled function; with children, what a row called begins at the row
 *	callee	from the sampled function to its callers
 *
 * That tree is made from its root on, along all of the row's chains at the same time, and only as far as it is shown:
 * what is below the threshold is not even gone along. A run of frames that never part is one node.
 *
 * Cursors (report/callgraph/callgraph_ways.h) that have come to one frame of the graph move on together. Where they
 * differ they are grouped by the frame they have come to, and each group that is large enough to be shown waits to
 * become a node. The group that came last goes first, so that what waits are the branches beside one way from the root.
 */
#ifndef PREC_REPORT_CALLGRAPH_CALLGRAPH_H
#define PREC_REPORT_CALLGRAPH_CALLGRAPH_H

#include "report/callgraph/callgraph_groups.h"
#include "report/callgraph/callgraph_ways.h"

/* Branches within branches deeper than this are not drawn: a line has no room for more. */
#define CALLGRAPH_DEPTH_MAX 256

/* A run of frames of which each leads to the next one only; chains end and part at the last. */
struct callgraph_node {
	uint32_t begin, n; /* its frames, of the list of all; the root has none */
	uint32_t parent;
	uint32_t first_child, next_sibling; /* those that are shown; 0: none */
	uint32_t depth;                     /* branches from the root */
	uint64_t hits, hits_count;          /* of the chains that end here */
	uint64_t total, total_count;        /* and all below, shown or not */
};

/* A node that is still to be made: its cursors are at the end of those waiting. */
struct callgraph_pending {
	uint32_t parent;
	uint32_t n;
	uint64_t total, total_count;
};

struct callgraph {
	struct rows *rows;
	const struct callgraph_options *options;
	struct callgraph_index index;
	bool borrows_index; /* of another callgraph */
	struct callgraph_steps steps;
	bool complained;

	/* of the row at hand */
	uint64_t minimum; /* nodes with less are not shown */
	uint32_t *frames;
	uint32_t n_frames, frames_capacity;
	struct callgraph_node *nodes; /* 0: the root */
	uint32_t n, capacity;

	/* for the making of it */
	struct callgraph_ways ways;
	struct callgraph_cursors waiting;
	struct callgraph_pending *pending;
	uint32_t n_pending, pending_capacity;
	struct callgraph_groups groups;
};

/* Borrows both; the rows' place_rows are filled in. 0 or -ENOMEM. */
int callgraph_init(struct callgraph *g, struct rows *rows, const struct callgraph_options *options);

/*
 * One more of the same rows, for another thread: its index is that of `other`, which outlives it. It has no steps; the
 * caller gives it some. 0 or -ENOMEM.
 */
int callgraph_init_beside(struct callgraph *g, const struct callgraph *other);
void callgraph_fini(struct callgraph *g);

/*
 * Makes g->nodes the tree of a row that has a graph; see callgraph_minimum. 0, -ENOMEM, or -E2BIG when that would take
 * more steps than are left.
 */
int callgraph_build(struct callgraph *g, const struct row *row);

/* The least period a row of the event, and a node in it, must have to be shown. */
uint64_t callgraph_minimum(const struct callgraph *g, uint32_t event);

/* The same of the children of a node. */
uint64_t callgraph_child_minimum(const struct callgraph *g, uint32_t node);

/*
 * The children of a node of g->nodes that are shown, the largest first, at most print_limit: a malloced list of their
 * numbers, NULL without memory.
 */
uint32_t *callgraph_children(struct callgraph *g, uint32_t node, uint32_t *ret_n);

#endif
