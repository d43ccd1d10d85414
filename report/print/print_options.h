/*
 * print_options: how a report of rows is printed as text.
 */
#ifndef PREC_REPORT_PRINT_PRINT_OPTIONS_H
#define PREC_REPORT_PRINT_PRINT_OPTIONS_H

#include "report/rows/columns.h"

#include <stdbool.h>

struct callgraph;

/* How wide the first columns are, from the left; 0: as wide as what is in it. */
struct column_widths {
	uint16_t list[COLUMNS_MAX];
	unsigned n;
};

struct print_options {
	const char *separator;       /* -t: NULL: columns padded to a width */
	double percent_limit;        /* rows below are not shown */
	bool quiet;                  /* no headings */
	struct callgraph *callgraph; /* NULL: none */
	bool color;                  /* large shares are red and green */
	bool view;                   /* for a person at a terminal: titles only, no width to spare */
	unsigned columns;            /* the table is made to fit so many columns; 0: it is as wide as what is in it */
	struct column_widths widths;
	bool whole; /* then, the last cell of a row may be longer */
};

#endif
