/*
 * print_rows: the rows of an event as text, in the columns of `perf report --stdio`.
 */
#ifndef PREC_REPORT_PRINT_ROWS_H
#define PREC_REPORT_PRINT_ROWS_H

#include "report/rows.h"

#include <stdio.h>

struct callgraph;

struct print_options {
	const char *separator;       /* -t: NULL: columns padded to a width */
	double percent_limit;        /* rows below are not shown */
	bool quiet;                  /* no headings */
	struct callgraph *callgraph; /* NULL: none */
};

/* The headings, then a line a row. 0 or -ENOMEM. */
int print_rows(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o);

/* What a column of keys (COLUMN_FIRST_KEY and beyond) shows of a key, cut to size; numbers have spaces before them. */
void print_rows_key(const struct rows *r, enum column_kind kind, const struct row_key *key, char *text, size_t size);

/* A number with perf's units: "999 ", "12K", "3M". */
void print_units(FILE *out, uint64_t n);

#endif
