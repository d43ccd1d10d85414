/*
 * row_entries: counts the entries of an analysis at their rows, and adds their chains to the call tree.
 */
#ifndef PREC_REPORT_ROWS_ROW_ENTRIES_H
#define PREC_REPORT_ROWS_ROW_ENTRIES_H

#include "report/rows/row_set.h"

/* Adds the current entries. 0 or -ENOMEM. */
int row_entries_add(struct rows *r);

#endif
