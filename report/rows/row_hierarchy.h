/*
 * row_hierarchy: arranges rows as a tree, a level for each sort key, as Linux perf's --hierarchy.
 *
 *	60 %  comm a           the sum of the rows below
 *	   40 %  libc.so       the sum of the rows below
 *	      30 %  memcpy     a row of the report, which all keys distinguish
 *
 * Keys that stand in one pair of braces (--sort '{comm,dso},sym') share a level.
 */
#ifndef PREC_REPORT_ROWS_ROW_HIERARCHY_H
#define PREC_REPORT_ROWS_ROW_HIERARCHY_H

#include "report/rows/row_set.h"

struct hierarchy_entry {
	uint32_t row;   /* its number */
	uint32_t level; /* from 0 on */
	size_t path;    /* the index in paths of the rows above it, and its own */
};

struct row_hierarchy {
	struct hierarchy_entry *list; /* in the order of display, each before those below it */
	uint32_t n, capacity;
	uint32_t *paths; /* n_levels for each row of the report */
	unsigned n_levels;
	int8_t levels[COLUMNS_MAX]; /* by index of columns->keys; -1: a number, or not shown */
};

/*
 * Arranges the rows of an event by the shown columns. Adds rows to r for all levels but the last; rows_sorted() leaves
 * them out. 0 or -ENOMEM; the caller calls row_hierarchy_fini in both cases.
 */
int row_hierarchy_init(struct row_hierarchy *h, struct rows *r, uint32_t event, const struct columns *shown);
void row_hierarchy_fini(struct row_hierarchy *h);

/* True if a row is of the last level. */
static inline bool hierarchy_entry_is_last(const struct row_hierarchy *h, const struct hierarchy_entry *e)
{
	return e->level + 1 == h->n_levels;
}

#endif
