/*
 * row_list: the rows of an event that are shown, in their order: those above a limit whose names match.
 *
 * Ownership: _init/_fini; the rows are borrowed. One thread, which starts the workers that sort.
 */
#ifndef PREC_REPORT_BROWSER_ROW_LIST_H
#define PREC_REPORT_BROWSER_ROW_LIST_H

#include "report/browser/name_pattern.h"
#include "report/print/table.h"

struct row_list {
	struct rows *rows;
	const struct columns *columns; /* of the rows; their order is changed by row_list_sort */
	uint32_t event;
	struct print_options options; /* of the table */
	struct table table;
	const struct row **all; /* sorted */
	uint32_t n_all;
	const struct row **shown;
	uint32_t n;
	bool is_reversed;
	struct name_pattern filter;
};

/* How many rows the columns are measured by: more would take time, and stand below the first screens. */
#define ROW_LIST_MEASURED 2000u

/* Lists the rows of an event. limit: percent. columns: of the screen. 0 or -ENOMEM; then _fini, too. */
int row_list_init(struct row_list *l, struct rows *rows, uint32_t event, double limit, unsigned columns);
void row_list_fini(struct row_list *l);

/* Fits the columns into a screen of another width. 0 or -ENOMEM. */
int row_list_resize(struct row_list *l, unsigned columns);

/* Chooses again, after the limit or the filter has changed. */
void row_list_choose(struct row_list *l);

/*
 * Sorts by a shown column first, and then as before; by the one that is the first already, the other way round. order:
 * the columns of the rows, which this changes. 0 or -ENOMEM.
 */
int row_list_sort(struct row_list *l, struct columns *order, unsigned column);

/* Sorts by the same columns, after rows_options.group_sort has changed. 0 or -ENOMEM. */
int row_list_sort_again(struct row_list *l);

/* Returns the shown column that comes first in the order; columns.n: none does. */
unsigned row_list_sorted_by(const struct row_list *l);

static inline const struct row *row_list_at(const struct row_list *l, uint32_t i)
{
	return l->shown[l->is_reversed ? l->n - 1 - i : i];
}

/* Writes the names of a row, one after the other, as they are looked for and said at the bottom of a screen. */
void row_list_name(const struct row_list *l, const struct row *row, char *text, size_t size);

#endif
