/*
 * print_rows: the rows of an event as text, in the columns of `perf report --stdio`.
 */
#ifndef PREC_REPORT_PRINT_PRINT_ROWS_H
#define PREC_REPORT_PRINT_PRINT_ROWS_H

#include "report/profile/rows.h"

#include <stdio.h>

struct callgraph;

struct print_options {
	const char *separator;       /* -t: NULL: columns padded to a width */
	double percent_limit;        /* rows below are not shown */
	bool quiet;                  /* no headings */
	struct callgraph *callgraph; /* NULL: none */
	bool color;                  /* large shares are red and green */
	bool view;                   /* for a person at a terminal: titles only, no width to spare */
	unsigned columns;            /* the table is made to fit so many columns; 0: it is as wide as what is in it */
	bool whole;                  /* then, the last cell of a row may be longer */
};

/* The headings, then a line a row. *ret_hidden (may be NULL): how many were below the limit. 0 or -ENOMEM. */
int print_rows(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o, uint32_t *ret_hidden);

/*
 * "Samples: 12K of events 'anon group { a, b }'", and the sum of their periods; of accesses to memory, of their
 * weights. sort: as it was asked for, or NULL.
 */
void print_event_heading(FILE *out, const struct rows *r, uint32_t event, const char *sort);

/* A number with perf's units: "999 ", "12K", "3M". */
void print_units(FILE *out, uint64_t n);

#endif
