/*
 * row_preload: what rows are going to need of files, read by all workers before addresses are named one by one:
 * symbols, and debug information.
 *
 *	all entries that a filter may let pass ---> row_preload ---> rows, and with children their chains
 *	entries whose rows show chains         ---> row_preload_chains ---> these chains
 *
 * Nothing depends on it but time.
 */
#ifndef PREC_REPORT_ROWS_ROW_PRELOAD_H
#define PREC_REPORT_ROWS_ROW_PRELOAD_H

#include "report/rows/row_set.h"

/* Before rows are made of the analysis. */
void row_preload(struct rows *r);

/* Without children: the chains of the entries at hand whose row (by entry) is not ROW_NONE. */
void row_preload_chains(struct rows *r, const uint32_t *entry_rows);

#endif
