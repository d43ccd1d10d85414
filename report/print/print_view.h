/*
 * print_view: what a report says around its rows to a person at a terminal: of the file above them, and below them
 * what is not shown. To a file or a pipe the headings of perf are printed instead.
 */
#ifndef PREC_REPORT_PRINT_PRINT_VIEW_H
#define PREC_REPORT_PRINT_PRINT_VIEW_H

#include "report/rows/rows.h"
#include "report/print/missing_symbols.h"

#include <stdio.h>

/*
 * The file, how long and where it was recorded, its samples and those that were lost: in a line or, if they are more
 * than the terminal's columns, in two.
 */
void print_view_head(FILE *out, const struct rows *r, const char *name, const struct missing_symbols *u,
		     unsigned columns);

/* The file, how long and where it was recorded, as far as its header says: for those who see the header alone. */
void print_view_file(FILE *out, const struct perf_file *file, const char *name);

/* Above the rows of an event: its samples, if there are others. */
void print_view_event(FILE *out, const struct rows *r, uint32_t event);

/* Below the rows of an event: how many more there are, below so many percent. */
void print_view_more(FILE *out, uint32_t hidden, double limit);

/* At the end: what has no names, and what is wrong with the call chains, each if it is worth a word. */
void print_view_missing_symbols(FILE *out, const struct missing_symbols *u, const struct perf_file *file,
				const struct symbols_config *config);
void print_view_chains(FILE *out, const struct chain_ends *e);

#endif
