/*
 * print_rows: the rows of an event as text, in the columns of `perf report --stdio`.
 */
#ifndef PREC_REPORT_PRINT_PRINT_ROWS_H
#define PREC_REPORT_PRINT_PRINT_ROWS_H

#include "report/print/print_options.h"
#include "report/rows/rows.h"

#include <stdio.h>

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
