/*
 * row_work: adds entries to rows, with one thread or several.
 */
#ifndef PREC_REPORT_ROWS_ROW_WORK_H
#define PREC_REPORT_ROWS_ROW_WORK_H

#include "common/sorting.h"
#include "report/rows/row_set.h"

struct row_work {
	struct rows *rows;             /* the rows; the entries are of their analysis */
	const struct key_index *order; /* the numbers of the entries to add */
	uint32_t n;                    /* of order */
	/* Set for each entry to its row's number, or to ROW_NONE if no chain of it is shown; NULL: not wanted. */
	uint32_t *entry_rows;
	bool only_chains; /* entry_rows are known, only chains are to be added */
};

/* Does the work with up to rows->options->workers threads. 0 or -ENOMEM. */
int row_work_run(const struct row_work *w);

#endif
