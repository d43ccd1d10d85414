/*
 * graph_texts: the call graphs of rows, drawn by several workers before their turn to be printed.
 *
 *	worker 0   | row 0 | row 3 ...... | row 4 |            | row 8 ...
 *	worker 1   | row 1 ... | row 2 .. | row 5 |            | row 9 ...
 *	printed                                   | 0 1 2 3 .. |
 *
 * Rows are drawn in rounds of some bytes, so that few texts are kept at a time. What all graphs together may cost is
 * counted in the order of printing (struct callgraph_steps): which of them are left out does not depend on the workers.
 *
 * Ownership: _init/_fini; the graph and the rows are borrowed. Threads: one at a time, which starts the others.
 */
#ifndef PREC_REPORT_PRINT_GRAPH_TEXTS_H
#define PREC_REPORT_PRINT_GRAPH_TEXTS_H

#include "report/print/print_callgraph.h"

#define GRAPH_TEXTS_WORKERS_MAX 16u

struct graph_text {
	char *text; /* NULL: not drawn */
	size_t size;
	struct own_spans own;
	uint64_t steps; /* that it took */
};

struct graph_texts {
	struct callgraph *graph;
	const struct row *const *rows;
	uint32_t n;
	struct callgraph workers[GRAPH_TEXTS_WORKERS_MAX];
	unsigned n_workers;      /* 0: each graph is drawn when it is printed */
	struct graph_text *list; /* of the round */
	uint32_t begin, end;     /* the rows of the round */
	_Atomic uint32_t next;   /* row to draw */
	_Atomic size_t n_bytes;  /* drawn in the round */
	uint32_t n_rounds;
};

/*
 * rows: those that are going to be printed, in this order. With up to rows->options->workers threads where that is
 * worth it. 0 or -ENOMEM.
 */
int graph_texts_init(struct graph_texts *t, struct callgraph *g, const struct row *const *rows, uint32_t n);
void graph_texts_fini(struct graph_texts *t);

/* Prints the graph of row number i, as print_callgraph does; each once, in their order. 0 or -ENOMEM. */
int graph_texts_print(struct graph_texts *t, FILE *out, uint32_t i);

#endif
