/*
 * row_children: adds the samples of a function's callees to the children of its row.
 *
 * Each function of a chain has a row. The chain's samples count once to its children, however often the function is on
 * the chain.
 */
#ifndef PREC_REPORT_ROWS_ROW_CHILDREN_H
#define PREC_REPORT_ROWS_ROW_CHILDREN_H

#include "report/rows/row_set.h"

/* A cache: the row of a chain node (as struct call_memo). */
struct row_memo {
	uint32_t row_prefix, state;
	uint32_t row;   /* 1 + its number; 0: the slot is free; ROW_SET and a number: a set of rows */
	uint32_t chain; /* the chain node; its slot is its number modulo ROW_MEMOS */
};

#define ROW_MEMOS 32768u

/* Of functions that are inlined there, and the one they are in: the rows of an address are a set, see struct
 * row_children. */
#define ROW_SET (1u << 31)

/* A cache: the row of an address. */
struct row_cache_entry {
	uint64_t addr;
	const struct mapping_epoch *space; /* the mappings by which it was named */
	uint32_t row_prefix;
	uint32_t row; /* as in struct row_memo; 0: the slot is free */
	uint8_t mode;
};

#define ROW_CACHE_ENTRIES 32768u

/* What a row notes about the current chain. */
struct row_mark {
	uint32_t chain;   /* the chain's serial number; another one: the row is not on it */
	uint32_t n_below; /* how many frames are below the row's outermost one */
};

struct row_children {
	struct rows *rows;             /* borrowed */
	struct row_memo *memos;        /* ROW_MEMOS; without callgraph */
	struct row_cache_entry *known; /* ROW_CACHE_ENTRIES, by address; likewise */
	struct row_mark *marks;        /* by row */
	uint32_t n_marks;
	uint32_t serial;
	uint32_t *sets; /* for each set: its size, and 1 + the numbers of its rows, innermost first */
	uint32_t n_sets, sets_capacity;
	uint32_t *on_chain; /* the rows of the current chain */
	uint32_t n_on_chain, on_chain_capacity;
};

/* Prepares for the current entries of the analysis. Borrows the rows. 0 or -ENOMEM. */
int row_children_init(struct row_children *c, struct rows *r);
void row_children_fini(struct row_children *c);

/*
 * Adds an entry to the children of its row and of its callers' rows, which are made if they are new. call: its chain's
 * node in the call tree; 0: none. 0 or -ENOMEM.
 */
int row_children_add(struct row_children *c, const struct sample_entry *e, uint32_t own_row, uint32_t row_prefix,
		     const struct timeline_snapshot *at, uint32_t call);

#endif
