#include "report/rows/row_entries.h"

#include "common/memory.h"
#include "report/rows/row_preload.h"
#include "report/rows/row_work.h"

#include <errno.h>
#include <stdlib.h>

/* What entries are sorted by. */
typedef uint64_t (*entry_order)(const struct sample_entry *e);

/* Or the number of what a tracepoint said, whose address is one. */
static uint64_t entry_address(const struct sample_entry *e)
{
	return e->key.w[0];
}

static uint64_t entry_chain(const struct sample_entry *e)
{
	return sample_key_chain(&e->key);
}

/* What entries_sorted needs. */
static size_t keys_size(const struct analysis *a)
{
	return 2 * a->n_entries * sizeof(struct key_index);
}

/* The numbers of the entries, but for those whose row is ROW_NONE, sorted: keys_size of pages. NULL without memory. */
static struct key_index *entries_sorted(const struct analysis *a, const uint32_t *rows, entry_order order,
					struct key_index **ret_sorted, uint32_t *ret_n)
{
	struct key_index *keys = a->n_entries < UINT32_MAX ? pages_alloc(keys_size(a)) : NULL;
	uint32_t n = 0;

	for (uint64_t i = 0; keys && i < a->n_entries; i++)
		if (!rows || rows[i] != ROW_NONE)
			keys[n++] = (struct key_index){ .key = order(&a->entries[i]), .index = (uint32_t)i };
	if (keys)
		*ret_sorted = key_sort(keys, n);
	*ret_n = n;
	return keys;
}

/*
 * Adds the entries in an order in which what was named for one is at hand for the next: by their chains, as those that
 * came one after the other share callers, or without them by address. work: but for order and n.
 */
static int add_sorted(struct row_work work, entry_order order)
{
	const uint32_t *wanted = work.only_chains ? work.entry_rows : NULL;
	struct key_index *sorted;
	struct key_index *keys = entries_sorted(work.rows->analysis, wanted, order, &sorted, &work.n);
	int result = -ENOMEM;

	if (keys) {
		work.order = sorted;
		result = row_work_run(&work);
	}
	pages_free(keys, keys_size(work.rows->analysis));
	return result;
}

/*
 * Without children the chains of rows below the threshold are not shown, so they are not named. A row's total is final
 * only after the last part: any part can raise it.
 */
static int add_then_chains(struct rows *r)
{
	const struct analysis *analysis = r->analysis;
	bool whole = r->options->chain_threshold > 0 && !analysis->rest.n && analysis->effort.n_partitions == 1;
	uint32_t *rows = malloc((analysis->n_entries + 1) * sizeof(*rows));
	int result = rows ? add_sorted((struct row_work){ .rows = r, .entry_rows = rows }, entry_address) : -ENOMEM;

	for (uint64_t i = 0; i < analysis->n_entries && !result && whole; i++)
		if (rows[i] != ROW_NONE &&
		    r->list[rows[i]].period <
			    rows_least_of(r, sample_key_event(&analysis->entries[i].key), r->options->chain_threshold))
			rows[i] = ROW_NONE;
	if (!result) {
		row_preload_chains(r, rows);
		result = add_sorted((struct row_work){ .rows = r, .entry_rows = rows, .only_chains = true },
				    entry_chain);
	}
	free(rows);
	return result;
}

int row_entries_add(struct rows *r)
{
	free(r->traces);
	r->traces = calloc(r->analysis->values.n + 1ull, sizeof(*r->traces));
	if (!r->traces)
		return -ENOMEM;
	if (!r->options->wants_children && r->options->wants_callgraph)
		return add_then_chains(r);
	return add_sorted((struct row_work){ .rows = r }, r->options->wants_children ? entry_chain : entry_address);
}
