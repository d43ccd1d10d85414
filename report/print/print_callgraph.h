/*
 * print_callgraph: a row's call graph as `perf report --stdio -g` draws it.
 */
#ifndef PREC_REPORT_PRINT_PRINT_CALLGRAPH_H
#define PREC_REPORT_PRINT_PRINT_CALLGRAPH_H

#include "report/callgraph/callgraph.h"

#include <stdio.h>

/* Where a text that is printed later has control characters of the program's own (stdout_own): its colors. */
struct own_span {
	size_t begin, end;
};

struct own_spans {
	struct own_span *list;
	uint32_t n, capacity;
};

/*
 * Draws the row's graph. 0 or -ENOMEM. Where too many steps would be taken it is left out, which is said once, and so
 * are all that come after it.
 */
int print_callgraph(FILE *out, struct callgraph *g, const struct row *row);

/*
 * The same, without a word where it is left out: -E2BIG. own: gets the spans, where out is a stream into memory; else
 * NULL.
 */
int print_callgraph_draw(FILE *out, struct own_spans *own, struct callgraph *g, const struct row *row);

/* Says that a graph is left out. */
void print_callgraph_left_out(FILE *out, struct callgraph *g);

#endif
