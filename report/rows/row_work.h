/*
 * row_work: entries added to rows by one thread, or by several at once.
 */
#ifndef PREC_REPORT_ROWS_ROW_WORK_H
#define PREC_REPORT_ROWS_ROW_WORK_H

#include "common/key_sort.h"
#include "report/rows/row_set.h"

struct row_work {
	struct rows *rows;             /* of whose analysis the entries are */
	const struct key_index *order; /* the numbers of the entries to add */
	uint32_t n;                    /* of them */
	/* By entry: set to its row's number, or to ROW_NONE where it has no chain to be shown; NULL: not wanted. */
	uint32_t *entry_rows;
	bool chains; /* entry_rows are known: what is left are the chains */
};

/* With up to rows->options->workers threads. 0 or -ENOMEM. */
int row_work_run(const struct row_work *w);

#endif
