/*
 * row_roots: samples that count to a caller of theirs, with the callers of that one (--ignore-callees).
 *
 *	sampled	malloc <- parse <- load <- main		--ignore-callees parse
 *	counted	          parse <- load <- main
 *
 * Of several callers that match, the outermost one counts.
 */
#ifndef PREC_REPORT_ROWS_ROW_ROOTS_H
#define PREC_REPORT_ROWS_ROW_ROOTS_H

#include "report/rows/row_set.h"

/*
 * Moves the entries at hand whose chain has a function of options->roots, if there are roots: their address and their
 * chain become those of that function. Entries that then have the same key are not merged. 0 or -ENOMEM.
 */
int row_roots_apply(struct rows *r);

#endif
