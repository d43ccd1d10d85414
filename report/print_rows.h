/*
 * print_rows: the rows of an event as text, in the columns of `perf report --stdio`.
 */
#ifndef PREC_REPORT_PRINT_ROWS_H
#define PREC_REPORT_PRINT_ROWS_H

#include "report/rows.h"

#include <stdio.h>

struct callgraph;

struct print_options {
	const char *separator;         /* -t: NULL: columns padded to a width */
	double percent_limit;          /* rows below are not shown */
	bool quiet;                    /* no headings */
	const uint64_t *event_samples; /* by event: members of a group without any have no columns */
	struct callgraph *callgraph;   /* NULL: none */
};

/* The headings, then a line a row. 0 or -ENOMEM. */
int print_rows(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o);

/* "Samples: 12K of events 'anon group { a, b }'", and the sum of their periods. 0 or -ENOMEM. */
int print_event_heading(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o);

/* A number with perf's units: "999 ", "12K", "3M". */
void print_units(FILE *out, uint64_t n);

#endif
