/*
 * row_order: compares rows in Linux perf's order: key by key, numbers descending, names ascending.
 */
#ifndef PREC_REPORT_ROWS_ROW_ORDER_H
#define PREC_REPORT_ROWS_ROW_ORDER_H

#include "report/rows/row_set.h"

/* Less than 0: a is shown first. Never 0 for two rows, so the order is the same in every run. */
int row_compare(const struct rows *r, const struct row *a, const struct row *b);

/* Compares one column only; 0: its values are equal. */
int row_compare_column(const struct rows *r, const struct column *column, const struct row *a, const struct row *b);

#endif
