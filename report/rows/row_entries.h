/*
 * row_entries: the entries of an analysis counted at their rows, and their chains put into the call tree.
 */
#ifndef PREC_REPORT_ROWS_ROW_ENTRIES_H
#define PREC_REPORT_ROWS_ROW_ENTRIES_H

#include "report/rows/row_set.h"

/* Adds the entries that are at hand. 0 or -ENOMEM. */
int row_entries_add(struct rows *r);

#endif
