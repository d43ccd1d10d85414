/*
 * print_callgraph: draws a row's call graph as `perf report --stdio -g` does, line for line.
 */
#ifndef PREC_REPORT_PRINT_PRINT_CALLGRAPH_H
#define PREC_REPORT_PRINT_PRINT_CALLGRAPH_H

#include "report/callgraph/callgraph.h"

#include <stdio.h>

/* A range of a text in memory with the program's own control characters, its colors (stdout_own). */
struct own_span {
	size_t begin, end;
};

struct own_spans {
	struct own_span *list;
	uint32_t n, capacity;
};

/*
 * Draws a row's graph. If that takes more steps than are left, the graph and all later ones are left out, and a line
 * and a warning say so once. 0 or -ENOMEM.
 */
int print_callgraph(FILE *out, struct callgraph *g, const struct row *row);

/*
 * Draws a row's graph. own: if `out` is a stream into memory, gets the spans of colors; else NULL. 0; -E2BIG: it took
 * more steps than are left, and is incomplete; -ENOMEM.
 */
int print_callgraph_draw(FILE *out, struct own_spans *own, struct callgraph *g, const struct row *row);

/* Prints and logs once that this graph and all later ones are left out. */
void print_callgraph_left_out(FILE *out, struct callgraph *g);

#endif
