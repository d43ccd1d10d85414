/*
 * graph_path: a line of a row's call graph by the functions from the row to it, so that it is found in the graph of the
 * same row of later rows, whose nodes may be cut elsewhere:
 *
 *	main; run; f		- main			- main
 *				     run		   - run
 *				   + f			      + f
 *							      + g
 *
 * Ownership: _fini frees the list. One thread.
 */
#ifndef PREC_REPORT_BROWSER_GRAPH_PATH_H
#define PREC_REPORT_BROWSER_GRAPH_PATH_H

#include "report/browser/row_graphs.h"

struct graph_path {
	uint32_t *frames; /* from the row on */
	uint32_t n;
};

/* Takes the path of a line, from 1 on, of a graph; NULL: none. 0 or -ENOMEM. */
int graph_path_of(struct graph_path *p, const struct row_graph *graph, uint32_t line);
void graph_path_fini(struct graph_path *p);

/* Returns the line of a path, or of the longest part of it that is shown; 0: the row. graph NULL: it has none. */
uint32_t graph_path_find(const struct graph_path *p, const struct row_graph *graph);

/* Opens a row so that all lines are seen that a graph of the same row before shows. 0 or -ENOMEM. */
int graph_path_open_same(struct row_graphs *g, const struct row *row, const struct row_graph *before);

#endif
