#include "report/rows.h"

#include "common/key_sort.h"
#include "report/row_children.h"
#include "report/row_order.h"
#include "report/word_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* A thread that never said its name is known by its number. */
static uint32_t entry_comm(struct rows *r, const struct sample_entry *e)
{
	uint32_t comm = timeline_comm(r->frames->timeline, sample_key_tid(&e->key), e->first);
	char text[16];

	if (comm != STRTAB_NONE)
		return comm;
	snprintf(text, sizeof(text), ":%d", (int32_t)sample_key_tid(&e->key));
	return strtab_add_string(r->frames->strings, text);
}

static bool entry_passes(const struct rows *r, const struct sample_entry *e, uint32_t comm, uint32_t frame)
{
	const struct row_filter *filter = &r->options->filter;
	const struct strtab *strings = r->frames->strings;
	const struct frame *f = frame == FRAMES_NONE ? NULL : &r->frames->list[frame];

	if (filter->pids && !word_list_has_number(filter->pids, sample_key_pid(&e->key)))
		return false;
	if (filter->tids && !word_list_has_number(filter->tids, sample_key_tid(&e->key)))
		return false;
	if (filter->comms && !word_list_has(filter->comms, strtab_get(strings, comm)))
		return false;
	if (filter->dsos && !word_list_has(filter->dsos, strtab_get(strings, f->dso)))
		return false;
	if (filter->symbols) {
		char text[4096];

		frame_text(r->frames, frame, text, sizeof(text));
		return word_list_has(filter->symbols, text);
	}
	return true;
}

struct row *rows_get(struct rows *r, const struct row_key *key)
{
	uint32_t before = r->keys.n;
	uint32_t number = row_keys_add(&r->keys, key);

	if (number == ROW_NONE)
		return NULL;
	if (r->keys.n == before)
		return &r->list[number];
	if (number >= r->capacity) {
		uint32_t capacity = r->capacity ? r->capacity * 2 : 256;
		struct row *list = realloc(r->list, capacity * sizeof(*list));

		if (!list)
			return NULL;
		r->list = list;
		r->capacity = capacity;
	}
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

/* Whether the row is that of a node of the path from here to the outermost caller. */
static bool path_has_row(const struct rows *r, uint32_t node, const struct row_key *key)
{
	for (; node; node = r->calls.nodes[node].parent) {
		struct row_key other = rows_frame_key(r, r->calls.nodes[node].context, r->calls.nodes[node].frame);

		if (!memcmp(&other, key, sizeof(other)))
			return true;
	}
	return false;
}

static void rows_add_total(struct rows *r, const struct sample_entry *e)
{
	struct event_total *total = &r->totals[sample_key_event(&e->key)];

	total->period += e->period;
	total->count += e->count;
}

/* Where an entry counts. */
struct entry_place {
	struct timeline_moment at;
	uint32_t context; /* of its chain */
	struct row_key key;
};

/* 1 with *ret_place filled, 0 for an entry that a filter leaves out, or -ENOMEM. */
static int entry_place(struct rows *r, const struct sample_entry *e, struct entry_place *ret_place)
{
	const bool *has = r->options->columns->has;
	const struct row_filter *filter = &r->options->filter;
	bool want_symbol = has[COLUMN_SYM] || filter->symbols;
	struct row_key key = { .event = sample_key_event(&e->key) };
	uint32_t frame = FRAMES_NONE;
	uint32_t comm = 0;

	if (filter->cpus && !cpulist_has(filter->cpus, (int)sample_key_cpu(&e->key)))
		return 0;
	if (!filter->relative)
		rows_add_total(r, e);
	if (has[COLUMN_COMM] || filter->comms)
		comm = entry_comm(r, e);
	ret_place->at = timeline_moment(r->frames->timeline, sample_key_pid(&e->key), e->first);
	if (want_symbol || has[COLUMN_DSO] || filter->dsos) {
		frame = frames_resolve(r->frames, &ret_place->at, sample_key_mode(&e->key), e->key.w[0],
				       want_symbol ? FRAMES_SYMBOL : 0);
		if (frame == FRAMES_NONE)
			return -ENOMEM;
	}
	if (comm == STRTAB_NONE)
		return -ENOMEM;
	if (!entry_passes(r, e, comm, frame))
		return 0;
	if (filter->relative)
		rows_add_total(r, e);
	if (has[COLUMN_COMM])
		key.comm = comm;
	if (has[COLUMN_PID] || has[COLUMN_TID])
		key.tid = sample_key_tid(&e->key);
	if (has[COLUMN_CPU])
		key.cpu = sample_key_cpu(&e->key);
	ret_place->context = row_keys_add(&r->contexts, &key);
	if (ret_place->context == ROW_NONE)
		return -ENOMEM;
	ret_place->key = frame == FRAMES_NONE ? key : rows_frame_key(r, ret_place->context, frame);
	return 1;
}

/* Counts an entry at its row. *ret_row: its number, ROW_NONE when a filter leaves it out. 0 or -ENOMEM. */
static int rows_add_entry(struct rows *r, const struct sample_entry *e, uint32_t *ret_row)
{
	struct entry_place place;
	int result = entry_place(r, e, &place);
	uint32_t node = 0;
	struct row *row;

	*ret_row = ROW_NONE;
	if (result <= 0)
		return result;
	row = rows_get(r, &place.key);
	if (!row)
		return -ENOMEM;
	*ret_row = row->number;
	row->period += e->period;
	row->count += e->count;
	if (!r->options->children)
		return 0;
	if (r->calls.nodes && sample_key_chain(&e->key)) {
		node = call_tree_node(&r->calls, place.context, sample_key_chain(&e->key), &place.at);
		if (node == CHAIN_FAILED)
			return -ENOMEM;
		call_tree_count(&r->calls, node, e->period, e->count);
	}
	/* Its chain, where it has the row, counts for its children: see rows_add_children. */
	if (!node || !path_has_row(r, node, &place.key)) {
		row->children += e->period;
		row->children_count += e->count;
	}
	return 0;
}

/* The numbers of the entries that have chains, sorted by these; malloced, NULL without memory. */
static struct key_index *entries_by_chain(const struct analysis *a, const uint32_t *rows, struct key_index **ret_sorted,
					  uint32_t *ret_n)
{
	struct key_index *keys = a->n_entries < UINT32_MAX ? malloc((2 * a->n_entries + 1) * sizeof(*keys)) : NULL;
	uint32_t n = 0;

	for (uint64_t i = 0; keys && i < a->n_entries; i++)
		if (!rows || rows[i] != ROW_NONE)
			keys[n++] =
				(struct key_index){ .key = sample_key_chain(&a->entries[i].key), .index = (uint32_t)i };
	if (keys)
		*ret_sorted = key_sort(keys, n);
	*ret_n = n;
	return keys;
}

/*
 * Adds the entries in the order of their chains. Chains that came one after the other share callers, so that what was
 * named for one is at hand for the next.
 */
static int rows_add_with_chains(struct rows *r)
{
	struct key_index *sorted;
	uint32_t n, row;
	struct key_index *keys = entries_by_chain(r->analysis, NULL, &sorted, &n);
	int result = keys ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < n && !result; i++)
		result = rows_add_entry(r, &r->analysis->entries[sorted[i].index], &row);
	free(keys);
	return result;
}

/* Adds the entries. rows: by entry, set to its row's number, or to ROW_NONE where its chain is not wanted. */
static int rows_add_flat(struct rows *r, uint32_t *rows)
{
	int result = 0;
	uint32_t row;

	for (uint64_t i = 0; i < r->analysis->n_entries && !result; i++) {
		result = rows_add_entry(r, &r->analysis->entries[i], &row);
		if (rows)
			rows[i] = sample_key_chain(&r->analysis->entries[i].key) ? row : ROW_NONE;
	}
	return result;
}

static int rows_add_chain(struct rows *r, const struct sample_entry *e, uint32_t row)
{
	struct timeline_moment at = timeline_moment(r->frames->timeline, sample_key_pid(&e->key), e->first);
	struct row_key key = r->keys.list[row];
	uint32_t context, node;

	key.dso = key.frame = 0;
	context = row_keys_find(&r->contexts, &key);
	node = call_tree_node(&r->calls, context, sample_key_chain(&e->key), &at);
	if (node == CHAIN_FAILED)
		return -ENOMEM;
	call_tree_count(&r->calls, node, e->period, e->count);
	return 0;
}

uint64_t rows_least_of(const struct rows *r, uint32_t event, double percent)
{
	uint64_t least = (uint64_t)((double)r->totals[event].period * percent / 100);

	return least ? least : 1;
}

/* Without children nobody asks for the chains of rows below the threshold: they are not named at all. */
static int rows_add_then_chains(struct rows *r)
{
	const struct analysis *a = r->analysis;
	uint32_t *rows = malloc((a->n_entries + 1) * sizeof(*rows));
	struct key_index *keys = NULL, *sorted;
	int result = rows ? rows_add_flat(r, rows) : -ENOMEM;
	uint32_t n = 0;

	for (uint64_t i = 0; i < a->n_entries && !result; i++)
		if (rows[i] != ROW_NONE &&
		    r->list[rows[i]].period <
			    rows_least_of(r, sample_key_event(&a->entries[i].key), r->options->chain_threshold))
			rows[i] = ROW_NONE;
	if (!result)
		keys = entries_by_chain(a, rows, &sorted, &n);
	if (!result && !keys)
		result = -ENOMEM;
	for (uint32_t i = 0; i < n && !result; i++)
		result = rows_add_chain(r, &a->entries[sorted[i].index], rows[sorted[i].index]);
	free(keys);
	free(rows);
	return result;
}

static int rows_add_all(struct rows *r)
{
	if (!r->calls.nodes)
		return rows_add_flat(r, NULL);
	return r->options->children ? rows_add_with_chains(r) : rows_add_then_chains(r);
}

int rows_build(struct rows *r, const struct analysis *analysis, struct frames *frames,
	       const struct rows_options *options, struct error *err)
{
	int result = 0;

	memset(r, 0, sizeof(*r));
	r->analysis = analysis;
	r->frames = frames;
	r->options = options;
	r->totals = calloc(analysis->file->n_events, sizeof(*r->totals));
	if (!r->totals || row_keys_init(&r->keys) || row_keys_init(&r->contexts))
		result = -ENOMEM;
	if (!result && (options->callgraph || (options->children && (options->columns->has[COLUMN_SYM] ||
								     options->columns->has[COLUMN_DSO]))))
		result = call_tree_init(&r->calls, analysis, frames,
					options->callgraph || options->columns->has[COLUMN_SYM]);
	if (!result)
		result = rows_add_all(r);
	if (!result && r->calls.nodes)
		call_tree_finish(&r->calls);
	if (!result && options->children && r->calls.nodes)
		result = rows_add_children(r);
	return result ? error_nomem(err) : 0;
}

void rows_fini(struct rows *r)
{
	row_keys_fini(&r->keys);
	row_keys_fini(&r->contexts);
	call_tree_fini(&r->calls);
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
