/*
 * row_roots: counts samples at one of their callers, with that one's callers (--ignore-callees).
 *
 *	sampled	malloc <- parse <- load <- main		--ignore-callees parse
 *	counted	          parse <- load <- main
 *
 * If several callers match, the outermost one counts.
 */
#ifndef PREC_REPORT_ROWS_ROW_ROOTS_H
#define PREC_REPORT_ROWS_ROW_ROOTS_H

#include "report/rows/row_set.h"

/*
 * Moves current entries whose chain has a function of options->roots: their address and chain become those of that
 * function. Entries whose keys are equal after that are not merged. 0 or -ENOMEM.
 */
int row_roots_apply(struct rows *r);

#endif
