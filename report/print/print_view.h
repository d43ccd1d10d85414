/*
 * print_view: prints what a report says above and below its rows to a person at a terminal: about the file, and about
 * what is not shown. A report in a file or pipe has the headings of perf instead.
 */
#ifndef PREC_REPORT_PRINT_PRINT_VIEW_H
#define PREC_REPORT_PRINT_PRINT_VIEW_H

#include "report/print/missing_symbols.h"
#include "report/rows/rows.h"

#include <stdio.h>

/*
 * Prints the file's name, how long and where it was recorded, its samples and lost ones: in one line or, if the
 * terminal is too narrow, in two. Then that many names are missing, or many chains are broken. columns: of the
 * terminal.
 */
void print_view_head(FILE *out, const struct rows *r, const char *name, const struct missing_symbols *u,
		     unsigned columns);

/* Prints the file's name, how long and where it was recorded, by its features only: for --header-only. */
void print_view_file(FILE *out, const struct perf_file *file, const char *name);

/* Prints the samples of an event above its rows, if other events have some too. */
void print_view_event(FILE *out, const struct rows *r, uint32_t event);

/* Prints below an event's rows that `hidden` more are below `limit` percent; nothing if hidden is 0. */
void print_view_more(FILE *out, uint32_t hidden, double limit);

/* Prints at the end which files have samples without names, if they matter. */
void print_view_missing_symbols(FILE *out, const struct missing_symbols *u, const struct perf_file *file,
				const struct symbols_config *config);

/* Prints at the end why call chains are broken, if most are. */
void print_view_chains(FILE *out, const struct chain_ends *e);

#endif
