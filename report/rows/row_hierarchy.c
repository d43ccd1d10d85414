#include "report/rows/row_hierarchy.h"

#include "common/list.h"
#include "report/rows/row_order.h"

#include <errno.h>
#include <stdlib.h>

/* Each key that is shown has a level, but those of one pair of braces. */
static void find_levels(struct row_hierarchy *h, const struct columns *shown)
{
	const struct column *before = NULL;

	memset(h->levels, -1, sizeof(h->levels));
	for (unsigned i = 0; i < shown->n; i++) {
		const struct column *column = columns_shown(shown, i);

		if (sort_key_is_number(column->key))
			continue;
		if (!before || !column->braces || column->braces != before->braces)
			h->n_levels++;
		before = column;
		h->levels[shown->list[i]] = (int8_t)(h->n_levels - 1);
	}
	if (!h->n_levels)
		h->n_levels = 1;
}

/* What a row of the report has of the keys up to a level: the key of the row above it there. */
static struct row_key level_key(const struct row_hierarchy *h, const struct rows *r, const struct row_key *row,
				unsigned level)
{
	const struct columns *columns = r->options->columns;
	struct row_key key = { .event = row->event, .level = (uint16_t)(level + 1) };
	uint64_t words[COLUMNS_MAX * SORT_KEY_WORDS] = { 0 };

	for (unsigned i = 0; i < columns->n_keys; i++) {
		const struct column *column = &columns->keys[i];

		if (h->levels[i] < 0 || h->levels[i] > (int)level)
			continue;
		if (column->key->n_words)
			rows_value(r, row, column, words + column->slot);
		else
			row_key_copy(&key, row, column->key->needs);
	}
	key.values = rows_tuple(r, words);
	return key;
}

static int add_entry(struct row_hierarchy *h, uint32_t row, unsigned level, size_t path)
{
	if (!list_reserve(&h->list, h->n, &h->capacity, sizeof(*h->list)))
		return -ENOMEM;
	h->paths[path + level] = row;
	h->list[h->n++] = (struct hierarchy_entry){ .row = row, .level = level, .path = path };
	return 0;
}

/* A row of the report, and those above it that are not there yet. */
static int add_path(struct row_hierarchy *h, struct rows *r, uint32_t row, size_t path)
{
	for (unsigned level = 0; level + 1 < h->n_levels; level++) {
		struct row_key key = level_key(h, r, &r->keys.list[row], level);
		uint32_t before = r->keys.n;
		const struct row *above = rows_get(r, &key);

		if (!above)
			return -ENOMEM;
		h->paths[path + level] = above->number;
		if (r->keys.n != before && add_entry(h, above->number, level, path))
			return -ENOMEM;
		row_add_counts(r, &r->list[above->number], r, &r->list[row]);
	}
	return add_entry(h, row, h->n_levels - 1, path);
}

/* What comparing entries works with. */
struct comparing {
	const struct row_hierarchy *h;
	const struct rows *r;
};

/* Of two rows below the same one: by numbers and the keys of their level. */
static int compare_siblings(const struct comparing *c, uint32_t a, uint32_t b, int level)
{
	const struct columns *columns = c->r->options->columns;
	const struct row *x = &c->r->list[a], *y = &c->r->list[b];
	int result = 0;

	for (unsigned i = 0; i < columns->n_order && !result; i++) {
		const struct column *column = &columns->keys[columns->order[i]];

		if (sort_key_is_number(column->key) || c->h->levels[columns->order[i]] == level)
			result = row_compare_column(c->r, column, x, y);
	}
	for (unsigned i = 0; i < columns->n_keys && !result; i++)
		if (c->h->levels[i] == level)
			result = row_compare_column(c->r, &columns->keys[i], x, y);
	return result;
}

static int compare_entries(const void *a, const void *b, void *comparing)
{
	const struct comparing *c = comparing;
	const struct hierarchy_entry *x = a, *y = b;
	const uint32_t *one = c->h->paths + x->path, *other = c->h->paths + y->path;
	uint32_t last = x->level < y->level ? x->level : y->level;

	for (uint32_t level = 0; level <= last; level++)
		if (one[level] != other[level])
			return compare_siblings(c, one[level], other[level], (int)level);
	return x->level < y->level ? -1 : x->level > y->level;
}

int row_hierarchy_init(struct row_hierarchy *h, struct rows *r, uint32_t event, const struct columns *shown)
{
	uint32_t n = r->keys.n;
	size_t path = 0;

	memset(h, 0, sizeof(*h));
	find_levels(h, shown);
	h->paths = calloc((size_t)n * h->n_levels + 1, sizeof(*h->paths));
	if (!h->paths)
		return -ENOMEM;
	for (uint32_t row = 0; row < n; row++) {
		if (r->keys.list[row].event != event || r->keys.list[row].level)
			continue;
		if (add_path(h, r, row, path))
			return -ENOMEM;
		path += h->n_levels;
	}
	if (h->n)
		qsort_r(h->list, h->n, sizeof(*h->list), compare_entries, &(struct comparing){ .h = h, .r = r });
	return 0;
}

void row_hierarchy_fini(struct row_hierarchy *h)
{
	free(h->list);
	free(h->paths);
}
