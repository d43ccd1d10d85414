/*
 * row_children: what a function's callees took, added to its row.
 *
 * Each function on a chain has a row, to whose children the chain's samples count once, however often it is on it.
 */
#ifndef PREC_REPORT_ROWS_ROW_CHILDREN_H
#define PREC_REPORT_ROWS_ROW_CHILDREN_H

#include "report/rows/row_set.h"

/* The row a chain node was given last, for whom: see struct call_memo. */
struct row_memo {
	uint32_t context, state;
	uint32_t row;   /* 1 + its number; 0: none yet; ROW_SET and a number: a set of rows */
	uint32_t chain; /* the node: it has the place of its number modulo ROW_MEMOS */
};

#define ROW_MEMOS 32768u

/* Of functions that are inlined there, and the one they are in: the rows of an address are a set, see struct
 * row_children. */
#define ROW_SET (1u << 31)

/* The row an address was given last. */
struct row_known {
	uint64_t addr;
	const struct address_space_version *space; /* in which it was named */
	uint32_t context;
	uint32_t row; /* as of struct row_memo; 0: the place is free */
	uint8_t mode;
};

#define ROW_KNOWN 32768u

/* The chain at hand, as one of its rows sees it. */
struct row_mark {
	uint32_t chain; /* its serial number; another one: the row is not on it */
	uint32_t place; /* how many frames there are inside of the row's outermost one */
};

struct row_children {
	struct rows *rows;       /* borrowed */
	struct row_memo *memos;  /* ROW_MEMOS; without callgraph */
	struct row_known *known; /* ROW_KNOWN, by address; likewise */
	struct row_mark *marks;  /* by row */
	uint32_t n_marks;
	uint32_t serial;
	uint32_t *sets; /* of each set how many rows it has, and 1 + their numbers, innermost first */
	uint32_t n_sets, sets_capacity;
	uint32_t *on_chain; /* the rows of the chain at hand */
	uint32_t n_on_chain, on_chain_capacity;
};

/* For the entries the analysis of the rows has at hand. Borrows the rows. 0 or -ENOMEM. */
int row_children_init(struct row_children *c, struct rows *r);
void row_children_fini(struct row_children *c);

/*
 * Adds an entry to the children of its row and of those of its callers, which are made when new. call: its chain's node
 * of the call tree, 0 without one. 0 or -ENOMEM.
 */
int row_children_add(struct row_children *c, const struct sample_entry *e, uint32_t own_row, uint32_t context,
		     const struct timeline_snapshot *at, uint32_t call);

#endif
