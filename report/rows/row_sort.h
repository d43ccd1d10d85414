/*
 * row_sort: rows in the order they are shown, sorted by several workers at once.
 */
#ifndef PREC_REPORT_ROWS_ROW_SORT_H
#define PREC_REPORT_ROWS_ROW_SORT_H

#include "report/rows/row_set.h"

/* By row_compare; what is the same stays in its order. With up to r->options->workers threads. */
void row_sort(const struct rows *r, const struct row **list, uint32_t n);

#endif
