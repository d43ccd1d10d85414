/*
 * row_graphs: what is open below rows: their call graphs, as lines that open and close.
 *
 *	- 10.00% row				line 0
 *	   - main				line 1		node 1, frame 0
 *	     run				line 2		node 1, frame 1: always follows
 *	      - 60.00% f			line 3		node 2
 *	         g				line 4
 *	      + 40.00% h			line 5		node 3, closed
 *
 * A graph is made when its row is opened, and with all rows open (E) when it comes onto the screen, so that opening a
 * hundred thousand rows takes no time.
 *
 * Ownership: _init/_fini; the rest is borrowed. One thread.
 */
#ifndef PREC_REPORT_BROWSER_ROW_GRAPHS_H
#define PREC_REPORT_BROWSER_ROW_GRAPHS_H

#include "report/callgraph/callgraph.h"

/* The share of a node is said at its first frame. */
struct graph_line {
	uint32_t node, frame; /* frame: its number in the node */
};

/* The graph of a row. */
struct row_graph {
	struct callgraph_node *nodes; /* children in the order of their shares; 0: the root */
	uint32_t n_nodes;
	uint32_t *frames; /* of all nodes */
	bool *is_open;    /* by node: its children are shown */
	struct graph_line *lines;
	uint32_t n_lines, lines_capacity;
	bool is_shown;
};

struct row_graphs {
	struct rows *rows;         /* NULL: there are no call graphs */
	struct callgraph graph;    /* to make them with */
	struct row_graph **graphs; /* by number of the row; NULL: never opened */
	bool all_open;             /* rows that come onto the screen are opened */
};

/* options NULL: no call graphs. 0 or -ENOMEM; then there are none. */
int row_graphs_init(struct row_graphs *g, struct rows *rows, const struct callgraph_options *options);
void row_graphs_fini(struct row_graphs *g);

/* Whether a row has a call graph to show: some chain of it is more than its own function. */
bool row_graphs_has(const struct row_graphs *g, const struct row *row);

/* Returns the graph of a row that is open; NULL: it is closed or has none. */
struct row_graph *row_graphs_of(struct row_graphs *g, const struct row *row);

/* Returns how many lines stand below a row. */
uint32_t row_graphs_lines(struct row_graphs *g, const struct row *row);

/* Opens or closes what is below a line of a row, one level; line 0: the row itself. */
void row_graphs_toggle(struct row_graphs *g, const struct row *row, uint32_t line);

/* Opens all that is below a row, or closes it if that is open. */
void row_graphs_toggle_whole(struct row_graphs *g, const struct row *row);

/* Opens all rows, or closes them. */
void row_graphs_open_all(struct row_graphs *g);
void row_graphs_close_all(struct row_graphs *g);

/* Opens whatever keeps a frame from being seen. Returns its line. */
uint32_t row_graphs_show(struct row_graphs *g, const struct row *row, uint32_t node, uint32_t frame);

/* Makes a row's graph, closed if it was not open, for those who look into it. NULL: it has none. */
struct row_graph *row_graphs_make(struct row_graphs *g, const struct row *row);

/* Shows a graph that was made, with the nodes that are open by is_open. */
void row_graphs_shown(struct row_graph *graph);

/* Frees it again if it is not open. */
void row_graphs_release(struct row_graphs *g, const struct row *row);

#endif
