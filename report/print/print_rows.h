/*
 * print_rows: the rows of an event as text, in the columns of `perf report --stdio`.
 */
#ifndef PREC_REPORT_PRINT_PRINT_ROWS_H
#define PREC_REPORT_PRINT_PRINT_ROWS_H

#include "report/print/table.h"
#include "report/rows/rows.h"

#include <stdio.h>

/*
 * print_table: the headings and the rows of a table, as `perf report --stdio` prints them.
 */

void print_table_headings(FILE *out, const struct table *t);
void print_table_row(FILE *out, const struct table *t, const struct row *row);

/*
 * Pieces of them: the heading above a shown column in the upper or the lower line, or the only one; numbers of a row,
 * and the value of a key where nothing stands after it and it begins a column of its own.
 */
void print_table_heading(FILE *out, const struct table *t, unsigned c, bool upper);
void print_table_number(FILE *out, const struct table *t, unsigned c, const struct row *row);
void print_table_level_key(FILE *out, const struct table *t, unsigned c, const struct row *row);

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
