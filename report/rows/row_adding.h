/*
 * row_adding: entries of an analysis, each named and counted at its row. A thread's work: what several threads have
 * added is put together by report/rows/row_shard.h.
 */
#ifndef PREC_REPORT_ROWS_ROW_ADDING_H
#define PREC_REPORT_ROWS_ROW_ADDING_H

#include "report/rows/row_children.h"

/* What adding one part of the entries works with. */
struct row_adding {
	struct rows *rows;            /* borrowed */
	struct row_children children; /* with options->children */
	struct call_memo *memos;      /* CALL_MEMOS; with options->callgraph */
};

/* For the entries that the analysis of the rows has at hand. 0 or -ENOMEM; row_adding_fini is due in any case. */
int row_adding_init(struct row_adding *a, struct rows *r);
void row_adding_fini(struct row_adding *a);

/*
 * Counts an entry at its row, and with options->children its chain in the call tree and at the rows of its callers.
 * *ret_row: the number of its row, ROW_NONE when a filter leaves it out. 0 or -ENOMEM.
 */
int row_adding_entry(struct row_adding *a, const struct sample_entry *e, uint32_t *ret_row);

/* Counts the chain of an entry in the call tree. row: that of the entry, which with its context is in `rows`. */
int row_adding_chain(struct row_adding *a, const struct rows *rows, const struct sample_entry *e, uint32_t row);

/* The place of an entry's event in its group. */
uint32_t row_entry_member(const struct rows *r, const struct sample_entry *e);

#endif
