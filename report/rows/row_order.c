#include "report/rows/row_order.h"

static int compare_u64(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_member(const struct rows *r, const struct column *column, const struct row *a, const struct row *b,
			  uint32_t member)
{
	return compare_u64(rows_number(r, column, b, member), rows_number(r, column, a, member));
}

/*
 * The numbers of the member that is asked for, or the leader's, then those of the other members; the larger first. As
 * in Linux perf the leader's do not count where another one is asked for.
 */
static int compare_numbers(const struct rows *r, const struct column *column, const struct row *a, const struct row *b)
{
	uint32_t n = r->options->groups->list[row_key(r, a)->event].n_members;
	uint32_t first = r->options->group_sort < n ? r->options->group_sort : 0;
	int result = compare_member(r, column, a, b, first);

	for (uint32_t member = 1; member < n && !result; member++)
		result = compare_member(r, column, a, b, member);
	return result;
}

int row_compare_column(const struct rows *r, const struct column *column, const struct row *a, const struct row *b)
{
	uint64_t x[SORT_KEY_WORDS], y[SORT_KEY_WORDS];

	if (column->key->needs & KEY_CHILDREN) {
		/* As in Linux perf, the leader's alone. */
		uint64_t of_a = rows_number(r, column, a, 0), of_b = rows_number(r, column, b, 0);

		if (of_a != of_b)
			return compare_u64(of_b, of_a);
		return r->options->by_caller ? compare_u64(b->depth, a->depth) : compare_u64(a->depth, b->depth);
	}
	if (sort_key_is_number(column->key))
		return compare_numbers(r, column, a, b);
	rows_value(r, row_key(r, a), column, x);
	rows_value(r, row_key(r, b), column, y);
	return column->key->compare(r, column, x, y);
}

int row_compare(const struct rows *r, const struct row *a, const struct row *b)
{
	const struct columns *c = r->options->columns;
	int result = 0;

	for (unsigned i = 0; i < c->n_order && !result; i++)
		result = row_compare_column(r, &c->keys[c->order[i]], a, b);
	/* What --fields does not sort by. */
	for (unsigned i = 0; i < c->n_keys && !result; i++)
		if (!sort_key_is_number(c->keys[i].key))
			result = row_compare_column(r, &c->keys[i], a, b);
	return result;
}
