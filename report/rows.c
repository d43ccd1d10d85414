#include "report/rows.h"

#include "common/list.h"
#include "common/pages.h"
#include "report/preload.h"
#include "report/row_entries.h"
#include "report/row_order.h"

#include <errno.h>
#include <stdlib.h>

struct row *rows_get(struct rows *r, const struct row_key *key)
{
	uint32_t before = r->keys.n;
	uint32_t number = row_keys_add(&r->keys, key);

	if (number == ROW_NONE)
		return NULL;
	if (r->keys.n == before)
		return &r->list[number];
	if (!list_reserve(&r->list, number, &r->capacity, sizeof(*r->list)))
		return NULL;
	r->list[number] = (struct row){ .number = number };
	return &r->list[number];
}

struct row_key rows_frame_key(const struct rows *r, uint32_t context, uint32_t frame)
{
	const bool *has = r->options->columns->has;
	struct row_key key = r->contexts.list[context];

	if (has[COLUMN_DSO])
		key.dso = r->frames->list[frame].dso;
	if (has[COLUMN_SYM])
		key.frame = frame;
	return key;
}

int rows_reach_places(struct rows *r)
{
	return pages_reach(&r->place_rows, &r->n_place_rows, r->calls.n_places, sizeof(*r->place_rows));
}

static bool row_filter_is_set(const struct row_filter *f)
{
	return f->comms || f->dsos || f->symbols || f->pids || f->tids || f->cpus;
}

static int rows_init(struct rows *r, struct analysis *analysis, struct frames *frames,
		     const struct rows_options *options)
{
	memset(r, 0, sizeof(*r));
	r->analysis = analysis;
	r->frames = frames;
	r->options = options;
	r->first = UINT64_MAX;
	r->totals = calloc(analysis->file->n_events, sizeof(*r->totals));
	if (!r->totals || row_keys_init(&r->keys) || row_keys_init(&r->contexts))
		return -ENOMEM;
	if (options->callgraph)
		return call_tree_init(&r->calls, frames);
	return 0;
}

uint64_t rows_samples(const struct rows *r)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < r->analysis->file->n_events; i++)
		n += r->totals[i].count;
	return n;
}

int rows_build(struct rows *r, struct analysis *analysis, struct frames *frames, const struct rows_options *options,
	       struct error *err)
{
	int result = rows_init(r, analysis, frames, options);

	if (result)
		return error_nomem(err);
	/* With a filter it is not known yet what is going to be named. */
	if (options->workers > 1 && options->columns->has[COLUMN_SYM] && !row_filter_is_set(&options->filter))
		preload_symbols(frames, analysis, options->workers);
	do {
		if (row_entries_add(r))
			return error_nomem(err);
		chain_ends_add(&r->ends, analysis, frames, rows_samples(r));
		result = analysis_next(analysis, err);
	} while (result > 0);
	if (!result && options->callgraph && call_tree_finish(&r->calls))
		result = error_nomem(err);
	return result;
}

uint64_t rows_least_of(const struct rows *r, uint32_t event, double percent)
{
	uint64_t least = (uint64_t)((double)r->totals[event].period * percent / 100);

	return least ? least : 1;
}

void rows_fini(struct rows *r)
{
	row_keys_fini(&r->keys);
	row_keys_fini(&r->contexts);
	call_tree_fini(&r->calls);
	pages_free(r->place_rows, r->n_place_rows * sizeof(*r->place_rows));
	free(r->list);
	free(r->totals);
	memset(r, 0, sizeof(*r));
}

static int row_pointer_compare(const void *a, const void *b, void *rows)
{
	return row_compare(rows, *(const struct row *const *)a, *(const struct row *const *)b);
}

const struct row **rows_sorted(const struct rows *r, uint32_t event, uint32_t *ret_n)
{
	const struct row **list = malloc((r->keys.n + 1) * sizeof(*list));
	uint32_t n = 0;

	if (!list)
		return NULL;
	for (uint32_t i = 0; i < r->keys.n; i++)
		if (r->keys.list[i].event == event)
			list[n++] = &r->list[i];
	qsort_r(list, n, sizeof(*list), row_pointer_compare, (void *)r);
	*ret_n = n;
	return list;
}
