/*
 * row_sort: sorts rows in the order of display, with several workers.
 */
#ifndef PREC_REPORT_ROWS_ROW_SORT_H
#define PREC_REPORT_ROWS_ROW_SORT_H

#include "report/rows/row_set.h"

/* Sorts by row_compare, with up to r->options->workers threads. */
void row_sort(const struct rows *r, const struct row **list, uint32_t n);

#endif
