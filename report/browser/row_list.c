#include "report/browser/row_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int measure(struct row_list *l)
{
	table_fini(&l->table);
	return table_init(&l->table, l->rows, l->event, &l->options, l->all,
			  l->n_all < ROW_LIST_MEASURED ? l->n_all : ROW_LIST_MEASURED);
}

int row_list_init(struct row_list *l, struct rows *rows, uint32_t event, double limit, unsigned columns)
{
	*l = (struct row_list){ .rows = rows,
				.columns = rows->options->columns,
				.event = event,
				.options = { .percent_limit = limit, .for_person = true, .columns = columns } };
	l->all = rows_sorted(rows, event, &l->n_all);
	l->shown = malloc((l->n_all + 1ull) * sizeof(*l->shown));
	if (!l->all || !l->shown || measure(l))
		return -ENOMEM;
	row_list_choose(l);
	return 0;
}

void row_list_fini(struct row_list *l)
{
	table_fini(&l->table);
	name_pattern_fini(&l->filter);
	free(l->all);
	free(l->shown);
	*l = (struct row_list){ 0 };
}

int row_list_resize(struct row_list *l, unsigned columns)
{
	l->options.columns = columns;
	return measure(l);
}

void row_list_name(const struct row_list *l, const struct row *row, char *text, size_t size)
{
	size_t used = 0;

	*text = 0;
	for (unsigned c = 0; c < l->table.columns.n && used + 1 < size; c++) {
		const struct column *column = columns_shown(&l->table.columns, c);
		char cell[TABLE_CELL_MAX];

		if (sort_key_is_number(column->key))
			continue;
		table_cell_key(&l->table, column, row, cell, sizeof(cell));
		used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "  " : "", cell + strspn(cell, " "));
	}
}

static bool passes(const struct row_list *l, const struct row *row)
{
	char name[TABLE_CELL_MAX];

	if (!table_shows(&l->table, row) || row->count < l->options.min_count)
		return false;
	if (!l->filter.text)
		return true;
	row_list_name(l, row, name, sizeof(name));
	return name_pattern_matches(&l->filter, name, NULL, NULL);
}

void row_list_choose(struct row_list *l)
{
	l->n = 0;
	for (uint32_t i = 0; i < l->n_all && !(l->options.max_rows && l->n == l->options.max_rows); i++)
		if (passes(l, l->all[i]))
			l->shown[l->n++] = l->all[i];
}

unsigned row_list_sorted_by(const struct row_list *l)
{
	for (unsigned c = 0; c < l->table.columns.n && l->columns->n_order; c++)
		if (l->table.columns.list[c] == l->columns->order[0])
			return c;
	return l->table.columns.n;
}

static void put_first(struct columns *order, uint8_t key)
{
	uint8_t list[COLUMNS_MAX + 1] = { key };
	unsigned n = 1;

	for (unsigned i = 0; i < order->n_order; i++)
		if (order->order[i] != key)
			list[n++] = order->order[i];
	order->n_order = n;
	memcpy(order->order, list, n);
}

int row_list_sort_again(struct row_list *l)
{
	const struct row **sorted = rows_sorted(l->rows, l->event, &l->n_all);

	if (!sorted)
		return -ENOMEM;
	free(l->all);
	l->all = sorted;
	l->is_reversed = false;
	row_list_choose(l);
	return measure(l);
}

int row_list_sort(struct row_list *l, struct columns *order, unsigned column)
{
	if (column >= l->table.columns.n)
		return 0;
	if (column == row_list_sorted_by(l)) {
		l->is_reversed = !l->is_reversed;
		return 0;
	}
	put_first(order, l->table.columns.list[column]);
	return row_list_sort_again(l);
}
