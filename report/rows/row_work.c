#include "report/rows/row_work.h"

#include "common/workers.h"
#include "report/rows/row_adding.h"
#include "report/rows/row_shard.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

/* A shard has rows and names of its own, which take longer to merge than so many entries to add. */
#define SHARD_ENTRIES 4096u

/* Shards are merged one after the other, so that more than this do not make it faster. */
#define SHARDS_MAX 16u

/*
 * Each shard has so many slices of entries that follow each other, which share callers, so that what is kept by chain
 * is kept by one worker mostly. Whoever has done its own takes slices of others: the last ones to end are not far
 * apart.
 */
#define SHARD_SLICES 16u

/* In their order entries lie anywhere in memory: so many before they are needed they are asked for. */
#define ENTRIES_AHEAD 8u

/* Between two looks at whether the rows are still wanted. */
#define LOOK_ENTRIES 1024u

/* The entries from `begin` on before `end`. 0, -ENOMEM, or -ECANCELED. */
static int add_entries(const struct row_work *w, struct row_adding *a, uint32_t begin, uint32_t end)
{
	int result = 0;
	uint32_t row;

	for (uint32_t i = begin; i < end && !result; i++) {
		uint32_t index = w->order[i].index;
		const struct sample_entry *entries = w->rows->analysis->entries, *e = &entries[index];

		if (i + ENTRIES_AHEAD < end)
			__builtin_prefetch(&entries[w->order[i + ENTRIES_AHEAD].index]);
		if (i % LOOK_ENTRIES == 0 && workers_are_stopped())
			return -ECANCELED;
		if (w->only_chains) {
			result = row_adding_chain(a, w->rows, e, w->entry_rows[index]);
			continue;
		}
		result = row_adding_entry(a, e, &row);
		if (w->entry_rows)
			w->entry_rows[index] =
				sample_key_chain(&e->key) && !row_entry_member(w->rows, e) ? row : ROW_NONE;
	}
	return result;
}

static int work_alone(const struct row_work *w)
{
	struct row_adding a;
	int result = row_adding_init(&a, w->rows);

	if (!result)
		result = add_entries(w, &a, 0, w->n);
	row_adding_fini(&a);
	return result;
}

struct sharing {
	const struct row_work *work;
	struct row_shard *shards;
	int *results; /* of each */
	unsigned n;
	unsigned owners[SHARDS_MAX * SHARD_SLICES]; /* which shard has the entries of a slice */
	_Atomic unsigned next[SHARDS_MAX];          /* of the slices of each shard, how many were taken */
};

static uint32_t slice_begin(const struct sharing *s, unsigned slice)
{
	return (uint32_t)((uint64_t)s->work->n * slice / (s->n * SHARD_SLICES));
}

/* The next slice for a worker, one of its own if there is any left; s->n * SHARD_SLICES: there is none. */
static unsigned take_slice(struct sharing *s, unsigned number)
{
	unsigned slice, shard = number;

	for (unsigned i = 0; i < s->n; i++, shard = (shard + 1) % s->n) {
		slice = atomic_fetch_add(&s->next[shard], 1);
		if (slice < SHARD_SLICES)
			return shard * SHARD_SLICES + slice;
	}
	return s->n * SHARD_SLICES;
}

static void fill_shard(void *context, unsigned number)
{
	struct sharing *s = context;
	struct row_adding a;
	int result = row_shard_init(&s->shards[number], s->work->rows);
	unsigned slice;

	if (result) {
		s->results[number] = result;
		return;
	}
	result = row_adding_init(&a, &s->shards[number].rows);
	while (!result && (slice = take_slice(s, number)) < s->n * SHARD_SLICES) {
		s->owners[slice] = number;
		result = add_entries(s->work, &a, slice_begin(s, slice), slice_begin(s, slice + 1));
	}
	row_adding_fini(&a);
	s->results[number] = result;
}

/* The rows of a shard's entries are now the report's. */
static void renumber_entries(const struct sharing *s, unsigned number, const uint32_t *rows)
{
	uint32_t *entry_rows = s->work->entry_rows;

	for (unsigned slice = 0; slice < s->n * SHARD_SLICES; slice++) {
		if (s->owners[slice] != number)
			continue;
		for (uint32_t i = slice_begin(s, slice); i < slice_begin(s, slice + 1); i++) {
			uint32_t *row = &entry_rows[s->work->order[i].index];

			*row = *row == ROW_NONE ? ROW_NONE : rows[*row];
		}
	}
}

static int merge_shard(struct sharing *s, unsigned number)
{
	const struct row_work *w = s->work;
	uint32_t *rows = s->results[number] ? NULL : row_shard_merge(w->rows, &s->shards[number], !w->only_chains);

	if (!rows)
		return -ENOMEM;
	if (w->entry_rows && !w->only_chains)
		renumber_entries(s, number, rows);
	free(rows);
	return 0;
}

/* Frees each as soon as the report has what it had. */
static int merge_shards(struct sharing *s)
{
	int result = 0;

	for (unsigned i = 0; i < s->n; i++) {
		if (!result)
			result = merge_shard(s, i);
		row_shard_fini(&s->shards[i]);
	}
	return result;
}

static int work_shared(const struct row_work *w, unsigned n)
{
	struct sharing s = { .work = w, .n = n };
	int result = -ENOMEM;

	s.shards = calloc(n, sizeof(*s.shards));
	s.results = calloc(n, sizeof(*s.results));
	if (s.shards && s.results) {
		workers_run(n, fill_shard, &s);
		result = merge_shards(&s);
	}
	free(s.shards);
	free(s.results);
	return result;
}

int row_work_run(const struct row_work *w)
{
	struct rows_counted *counted = &w->rows->counted;
	const struct rows_options *o = w->rows->options;
	unsigned n = row_shard_possible(w->rows) ? o->workers : 1;
	uint32_t least = o->worker_entries ? o->worker_entries : SHARD_ENTRIES;

	if (n > w->n / least)
		n = w->n / least;
	if (n > SHARDS_MAX)
		n = SHARDS_MAX;
	n = n ? n : 1;
	if (counted->n_workers < n)
		counted->n_workers = n;
	return n > 1 ? work_shared(w, n) : work_alone(w);
}
