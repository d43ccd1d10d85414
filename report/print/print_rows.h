/*
 * print_rows: prints the rows of an event as text, in the columns of `perf report --stdio`.
 */
#ifndef PREC_REPORT_PRINT_PRINT_ROWS_H
#define PREC_REPORT_PRINT_PRINT_ROWS_H

#include "report/print/table.h"
#include "report/rows/rows.h"

#include <stdio.h>

/* Prints one or two lines of headings and, in the padded form of perf, a line of dots. */
void print_table_headings(FILE *out, const struct table *t);

/* Prints the line of a row. */
void print_table_row(FILE *out, const struct table *t, const struct row *row);

/* Prints the heading of the c-th shown column. upper: that in the upper of two lines. */
void print_table_heading(FILE *out, const struct table *t, unsigned c, bool upper);

/* Prints a row's cell of a column of numbers. */
void print_table_number(FILE *out, const struct table *t, unsigned c, const struct row *row);

/* Prints a row's cell of a key, without leading spaces: print_hierarchy indents it. */
void print_table_level_key(FILE *out, const struct table *t, unsigned c, const struct row *row);

/* Prints the headings, then a line for each row. *ret_hidden (may be NULL): rows below the limit. 0 or -ENOMEM. */
int print_rows(FILE *out, const struct rows *r, uint32_t event, const struct print_options *o, uint32_t *ret_hidden);

/*
 * Prints "Samples: 12K of events 'anon group { a, b }'" and the sum of their periods; in a report of memory accesses
 * the sum of their weights, and the sort order. sort: the argument of --sort, or NULL.
 */
void print_event_heading(FILE *out, const struct rows *r, uint32_t event, const char *sort);

/* Prints a number with perf's units: "999 ", "12K", "3M". */
void print_units(FILE *out, uint64_t n);

#endif
