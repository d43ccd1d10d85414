/*
 * graph_texts: draws the call graphs of rows with several workers, before they are printed.
 *
 *	worker 0   | row 0 | row 3 ...... | row 4 |            | row 8 ...
 *	worker 1   | row 1 ... | row 2 .. | row 5 |            | row 9 ...
 *	printed                                   | 0 1 2 3 .. |
 *
 * Rows are drawn in rounds of about a megabyte, so that few texts are in memory. The steps of all graphs
 * (struct callgraph_steps) are counted in the order of printing, so which graphs are left out does not depend on the
 * workers.
 *
 * Ownership: _init/_fini; the graph and the rows are borrowed. One thread at a time, which starts the workers.
 */
#ifndef PREC_REPORT_PRINT_GRAPH_TEXTS_H
#define PREC_REPORT_PRINT_GRAPH_TEXTS_H

#include "report/print/print_callgraph.h"

#define GRAPH_TEXTS_WORKERS_MAX 16u

struct graph_text {
	char *text; /* NULL: not drawn */
	size_t size;
	struct own_spans own;
	uint64_t steps; /* those that drawing it took */
};

struct graph_texts {
	struct callgraph *graph;
	const struct row *const *rows;
	uint32_t n;
	struct callgraph workers[GRAPH_TEXTS_WORKERS_MAX];
	unsigned n_workers;      /* 0: each graph is drawn when it is printed */
	struct graph_text *list; /* texts of the round */
	uint32_t begin, end;     /* rows of the round */
	_Atomic uint32_t next;   /* the next row to draw */
	_Atomic size_t n_bytes;  /* size of the texts drawn in the round */
	uint32_t n_rounds;
};

/*
 * Prepares the graphs of n rows, which must be printed in this order. Uses up to rows->options->workers threads, if
 * that is faster. 0 or -ENOMEM.
 */
int graph_texts_init(struct graph_texts *t, struct callgraph *g, const struct row *const *rows, uint32_t n);
void graph_texts_fini(struct graph_texts *t);

/* Prints the graph of row i, as print_callgraph does. Call it once for each row, in ascending order. 0 or -ENOMEM. */
int graph_texts_print(struct graph_texts *t, FILE *out, uint32_t i);

#endif
