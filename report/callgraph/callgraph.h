/*
 * callgraph: builds the call graph under a row, of callers or callees, as `perf report --stdio -g` draws it.
 *
 * The chains of a row make a tree:
 *
 *	caller	from the outermost caller to the sampled function; with children, callees of the row begin at the row
 *	callee	from the sampled function to its callers
 *
 * The tree is built from its root, along all chains of the row at once, and only as far as it is shown: the walk does
 * not enter what is below the threshold. Frames that always follow each other are one node.
 *
 * Cursors (report/callgraph/callgraph_ways.h) at one frame of the graph move together. When they differ, they are
 * grouped by frame, and each group above the threshold waits to become a node. The last group goes first, so only the
 * branches beside one path from the root wait.
 */
#ifndef PREC_REPORT_CALLGRAPH_CALLGRAPH_H
#define PREC_REPORT_CALLGRAPH_CALLGRAPH_H

#include "report/callgraph/callgraph_groups.h"
#include "report/callgraph/callgraph_ways.h"

/* Branches within branches deeper than this are not drawn: a line has no room for more. */
#define CALLGRAPH_DEPTH_MAX 256

/* Frames of which each leads to the next one only; chains end or part at the last. */
struct callgraph_node {
	uint32_t begin, n; /* its frames in the list of all; the root has none */
	uint32_t parent;
	uint32_t first_child, next_sibling; /* shown nodes only; 0: none */
	uint32_t depth;                     /* number of branches from the root */
	uint64_t hits, hits_count;          /* those of chains that end here */
	uint64_t total, total_count;        /* those of the whole subtree, shown or not */
};

/* A node that is not made yet; its cursors are at the end of `waiting`. */
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
	bool complained; /* the user was told that graphs are left out */

	/* For the current row: */
	uint64_t minimum; /* nodes with less are not shown */
	uint32_t *frames;
	uint32_t n_frames, frames_capacity;
	struct callgraph_node *nodes; /* 0: the root */
	uint32_t n, capacity;

	/* To build its graph: */
	struct callgraph_ways ways;
	struct callgraph_cursors waiting;
	struct callgraph_pending *pending;
	uint32_t n_pending, pending_capacity;
	struct callgraph_groups groups;
};

/* Prepares graphs of rows whose position_rows are filled. Borrows both. 0 or -ENOMEM; then nothing is to be freed. */
int callgraph_init(struct callgraph *g, struct rows *rows, const struct callgraph_options *options);

/*
 * Prepares graphs of the same rows for another thread. Borrows the index of `other`, which outlives it. The caller sets
 * g->steps. 0 or -ENOMEM; then nothing is to be freed.
 */
int callgraph_init_beside(struct callgraph *g, const struct callgraph *other);

/* Frees it; the graph may be all zero. */
void callgraph_fini(struct callgraph *g);

/*
 * Builds the tree of a row that has a graph (callgraph_minimum) in g->nodes. 0; -ENOMEM; -E2BIG: that would take more
 * steps than are left.
 */
int callgraph_build(struct callgraph *g, const struct row *row);

/* Returns the lowest period with which a row of the event, and a node of its graph, is shown. */
uint64_t callgraph_minimum(const struct callgraph *g, uint32_t event);

/* Does so for the children of a node. */
uint64_t callgraph_child_minimum(const struct callgraph *g, uint32_t node);

/*
 * Returns the shown children of a node of g->nodes, largest first, at most print_limit: an array of their indices that
 * the caller frees; NULL without memory.
 */
uint32_t *callgraph_children(struct callgraph *g, uint32_t node, uint32_t *ret_n);

#endif
