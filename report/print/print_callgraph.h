/*
 * print_callgraph: a row's call graph as `perf report --stdio -g` draws it.
 */
#ifndef PREC_REPORT_PRINT_PRINT_CALLGRAPH_H
#define PREC_REPORT_PRINT_PRINT_CALLGRAPH_H

#include "report/profile/callgraph.h"

#include <stdio.h>

/* Draws the row's graph. 0 or -ENOMEM. */
int print_callgraph(FILE *out, struct callgraph *g, const struct row *row);

#endif
