/*
 * row_adding: names entries of an analysis and counts each at its row, in one thread. report/rows/row_shard.h merges
 * what several threads have added.
 */
#ifndef PREC_REPORT_ROWS_ROW_ADDING_H
#define PREC_REPORT_ROWS_ROW_ADDING_H

#include "report/rows/row_children.h"

/* The state for adding a part of the entries. */
struct row_adding {
	struct rows *rows;            /* borrowed */
	struct row_children children; /* with options->children */
	struct call_memo *memos;      /* CALL_MEMOS; with options->callgraph */
};

/* Prepares for the current entries of the analysis. 0 or -ENOMEM; the caller calls row_adding_fini in both cases. */
int row_adding_init(struct row_adding *a, struct rows *r);
void row_adding_fini(struct row_adding *a);

/*
 * Counts an entry at its row; with options->children also its chain in the call tree and at the rows of its callers.
 * *ret_row: the number of its row; ROW_NONE: a filter leaves it out. 0 or -ENOMEM.
 */
int row_adding_entry(struct row_adding *a, const struct sample_entry *e, uint32_t *ret_row);

/* Counts the chain of an entry in the call tree. row: that of the entry in `rows`, with its row prefix. */
int row_adding_chain(struct row_adding *a, const struct rows *rows, const struct sample_entry *e, uint32_t row);

/* Returns the index of an entry's event in its group. */
uint32_t row_entry_member(const struct rows *r, const struct sample_entry *e);

#endif
