/*
 * row_preload: lets all workers read the symbols and debug information of rows before addresses are named one by one.
 *
 *	all entries that a filter may let pass ---> row_preload ---> rows, and with children their chains
 *	entries whose rows show chains         ---> row_preload_chains ---> these chains
 *
 * It saves time; results do not depend on it.
 */
#ifndef PREC_REPORT_ROWS_ROW_PRELOAD_H
#define PREC_REPORT_ROWS_ROW_PRELOAD_H

#include "report/rows/row_set.h"

/* Call before rows are made of the analysis. */
void row_preload(struct rows *r);

/* Without children: reads for the chains of current entries whose row (by entry) is not ROW_NONE. */
void row_preload_chains(struct rows *r, const uint32_t *entry_rows);

#endif
