/*
 * callgraph: under a row, the chains that led to it or that it led to, as `perf report --stdio -g` draws them.
 *
 * For a row its chains are put together into a tree of their own:
 *
 *	caller	from the outermost caller to the sampled function; with children, what a row called begins at the row
 *	callee	from the sampled function to its callers
 *
 * Runs of frames that never part become one node. Nodes below the threshold are not shown.
 */
#ifndef PREC_REPORT_CALLGRAPH_H
#define PREC_REPORT_CALLGRAPH_H

#include "report/pair_map.h"
#include "report/rows.h"

#include <stdio.h>

enum callgraph_style {
	CALLGRAPH_NONE,
	CALLGRAPH_GRAPH,   /* percentages of all */
	CALLGRAPH_FRACTAL, /* percentages of the node above */
	CALLGRAPH_FLAT,
	CALLGRAPH_FOLDED,
};

struct callgraph_options {
	enum callgraph_style style;
	bool caller;          /* else callee */
	double threshold;     /* percent */
	uint32_t print_limit; /* children of a node shown at most; 0: all */
	bool skip_first;      /* the row shows the first frame already: --sort begins with sym */
};

struct callgraph_node {
	uint32_t frame;
	uint32_t parent;
	uint32_t first_child, next_sibling; /* 0: none */
	uint64_t hits;                      /* periods of the chains that end here */
	uint64_t count;                     /* samples likewise */
	uint64_t total;                     /* and all below */
};

struct callgraph {
	const struct rows *rows;
	const struct callgraph_options *options;
	uint32_t *row_of;             /* by call node: its row's number */
	uint32_t *row_nodes;          /* the call nodes, row by row */
	uint32_t *row_begins;         /* by row: where its nodes begin in row_nodes; one more at the end */
	uint32_t *node_of;            /* by call node: where it was put in the tree of the row at hand */
	struct callgraph_node *nodes; /* of the row at hand; 0: the root */
	uint32_t n, capacity;
	struct pair_map children; /* (parent, frame) -> node */
};

/* Parses "-g" words: none|flat|graph|fractal|folded, caller|callee, a threshold and a limit, separated by commas. */
int callgraph_parse(struct callgraph_options *o, const char *text, struct error *err);

/* Borrows both. 0 or -ENOMEM. */
int callgraph_init(struct callgraph *g, const struct rows *rows, const struct callgraph_options *options);
void callgraph_fini(struct callgraph *g);

/* Makes g->nodes the tree of a row. 0 or -ENOMEM. */
int callgraph_build(struct callgraph *g, const struct row *row);

/* Draws the row's graph. 0 or -ENOMEM. */
int callgraph_print(FILE *out, struct callgraph *g, const struct row *row);

#endif
