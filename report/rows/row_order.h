/*
 * row_order: the order rows are shown in, which is Linux perf's: numbers downwards, names upwards, key by key.
 */
#ifndef PREC_REPORT_ROWS_ROW_ORDER_H
#define PREC_REPORT_ROWS_ROW_ORDER_H

#include "report/rows/row_set.h"

/* Less than 0 when a is shown first. Never 0 for two different rows, so that the order does not depend on anything. */
int row_compare(const struct rows *r, const struct row *a, const struct row *b);

/* By one column alone; 0 where they have the same there. */
int row_compare_column(const struct rows *r, const struct column *column, const struct row *a, const struct row *b);

#endif
