#include "report/profile/row_entries.h"

#include "common/key_sort.h"
#include "common/pages.h"
#include "report/profile/row_children.h"
#include "report/profile/sort_keys.h"

#include <errno.h>
#include <stdlib.h>

static void rows_add_total(struct rows *r, const struct sample_entry *e)
{
	struct event_total *total = &r->totals[sample_key_event(&e->key)];

	total->period += e->period;
	total->count += e->count;
	if (r->options->columns->values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING))
		total->latency += profile_latency(r->profile, e);
	r->counted.first = e->first < r->counted.first ? e->first : r->counted.first;
	r->counted.last = e->last > r->counted.last ? e->last : r->counted.last;
}

/* Where an entry counts. */
struct entry_place {
	struct timeline_snapshot at;
	uint32_t context; /* of its chain */
	struct row_key key;
};

/* The values of columns that depend on the sample alone; ROW_NONE without memory. */
static uint32_t entry_values(struct key_sample *s)
{
	const struct columns *columns = s->rows->options->columns;
	uint64_t words[COLUMNS_MAX * SORT_KEY_WORDS] = { 0 };

	for (unsigned i = 0; i < columns->n_keys; i++) {
		const struct column *column = &columns->keys[i];
		uint64_t value[SORT_KEY_WORDS] = { 0 };

		if (!column->key->value)
			continue;
		s->column = column;
		if (!column->key->value(s, value))
			return ROW_NONE;
		memcpy(words + column->slot, value, column->key->n_words * sizeof(*value));
	}
	return rows_tuple(s->rows, words);
}

/* What of an entry rows are told apart by. 0 or -ENOMEM. */
static int entry_key(struct rows *r, const struct profile_entry *e, struct row_key *ret_key)
{
	const struct sample_key *sample = &e->sample->key;
	const struct columns *columns = r->options->columns;

	*ret_key = (struct row_key){ .event = (uint16_t)sample_key_event(sample) };
	if (columns->needs & KEY_COMM)
		ret_key->comm = e->comm;
	if (columns->needs & KEY_TID)
		ret_key->tid = sample_key_tid(sample);
	if (columns->needs & KEY_PID)
		ret_key->pid = sample_key_pid(sample);
	if (columns->needs & KEY_CPU)
		ret_key->cpu = sample_key_cpu(sample);
	if (columns->n_words)
		ret_key->values = entry_values(
			&(struct key_sample){ .rows = r, .entry = e->sample, .at = &e->at, .comm = e->comm });
	return ret_key->values == ROW_NONE ? -ENOMEM : 0;
}

/* profile_name, and whether the entry has the parent that it must have. */
static int entry_name(struct rows *r, const struct sample_entry *e, unsigned want, struct profile_entry *ret_named)
{
	int choice = profile_name(r->profile, &r->options->filter, want, e, ret_named);
	const char *parent;
	int result;

	if (choice != PROFILE_WANTED || !r->options->parents_only)
		return choice;
	result = sort_key_parent(r, e, &ret_named->at, &parent);
	if (result < 0)
		return result;
	return result ? PROFILE_WANTED : PROFILE_UNWANTED;
}

/* 1 with *ret_place filled, 0 for an entry that a filter leaves out, or -ENOMEM. */
static int entry_place(struct rows *r, const struct sample_entry *e, struct entry_place *ret_place)
{
	const struct rows_options *o = r->options;
	uint32_t needs = o->columns->needs;
	unsigned want = (needs & (KEY_COMM | KEY_OF_COMM) ? PROFILE_COMM : 0) |
			(needs & (KEY_DSO | KEY_ADDRESS) ? PROFILE_DSO : 0) |
			(needs & (KEY_SYM | KEY_SYMBOL) ? PROFILE_SYMBOL : 0) | (needs & KEY_LINE ? PROFILE_LINE : 0);
	struct profile_entry named;
	uint32_t frame;
	struct row_key key;
	int choice = entry_name(r, e, want, &named);

	if (choice < 0)
		return choice;
	if (choice == PROFILE_WANTED || (choice != PROFILE_OUTSIDE && !o->relative))
		rows_add_total(r, e);
	if (choice == PROFILE_GUEST)
		r->counted.n_guests += e->count;
	if (choice != PROFILE_WANTED)
		return 0;
	frame = want & (PROFILE_DSO | PROFILE_SYMBOL) ? named.location.frames[0] : FRAMES_NONE;
	ret_place->at = named.at;
	if (entry_key(r, &named, &key))
		return -ENOMEM;
	ret_place->context = row_keys_add(&r->contexts, &key);
	if (ret_place->context == ROW_NONE)
		return -ENOMEM;
	ret_place->key = rows_frame_key(r, ret_place->context, frame);
	if (o->own_contexts) {
		struct row_key own = ret_place->key;

		own.event = key.event;
		ret_place->context = row_keys_add(&r->contexts, &own);
	}
	return ret_place->context == ROW_NONE ? -ENOMEM : 1;
}

/* What adding one part of the entries works with. */
struct adding {
	struct rows *rows;
	struct row_children children; /* with options->children */
	struct call_memo *memos;      /* by chain node; with options->callgraph */
};

static int adding_init(struct adding *a, struct rows *r)
{
	const struct chain_tree *chains = &r->analysis->chains;

	*a = (struct adding){ .rows = r };
	if (r->options->callgraph) {
		a->memos = pages_alloc(chains->n * sizeof(*a->memos));
		if (!a->memos)
			return -ENOMEM;
	}
	return r->options->children ? row_children_init(&a->children, r) : 0;
}

static void adding_fini(struct adding *a)
{
	pages_free(a->memos, a->rows->analysis->chains.n * sizeof(*a->memos));
	if (a->rows->options->children)
		row_children_fini(&a->children);
}

/* The place of an entry's event in its group. */
static uint32_t entry_member(const struct rows *r, const struct sample_entry *e)
{
	return event_group_place(r->options->groups, sample_key_event(&e->key));
}

/*
 * The node of the call tree at which the entry counts, 0 without a chain; CHAIN_FAILED without memory. As in Linux perf
 * the graphs are those of the leader: the nodes of others say which rows they have, and count nothing.
 */
static uint32_t add_chain(struct adding *a, const struct sample_entry *e, uint32_t context,
			  const struct timeline_snapshot *at)
{
	struct rows *r = a->rows;
	uint32_t node =
		call_tree_node(&r->calls, &r->analysis->chains, a->memos, context, sample_key_chain(&e->key), at);

	if (node && node != CHAIN_FAILED && !entry_member(r, e))
		call_tree_count(&r->calls, node, e->period, e->count);
	return node;
}

static void row_add_sums(const struct rows *r, const struct row *row, const struct sample_entry *e, uint32_t member)
{
	const struct columns *columns = r->options->columns;

	for (unsigned i = 0; i < columns->n_keys; i++) {
		const struct column *column = &columns->keys[i];

		if (column->key->number.amount)
			*rows_sum(r, row, member, column->slot) += column->key->number.amount(r, column, e);
		else if (column->key->number.part)
			*rows_sum(r, row, member, column->slot + column->key->number.part(r, column, e)) += e->period;
	}
}

static void row_add(struct rows *r, struct row *row, const struct sample_entry *e)
{
	uint32_t member = entry_member(r, e);

	if (!member) {
		row->period += e->period;
		row->count += e->count;
	} else {
		struct row_share *share = row_share(r, row, member);

		share->period += e->period;
		share->count += e->count;
	}
	if (r->sums.list)
		row_add_sums(r, row, e, member);
}

/* Counts an entry at its row. *ret_row: its number, ROW_NONE when a filter leaves it out. 0 or -ENOMEM. */
static int add_entry(struct adding *a, const struct sample_entry *e, uint32_t *ret_row)
{
	struct entry_place place;
	int result = entry_place(a->rows, e, &place);
	uint32_t call = 0;
	struct row *row;

	*ret_row = ROW_NONE;
	if (result <= 0)
		return result;
	row = rows_get(a->rows, &place.key);
	if (!row)
		return -ENOMEM;
	*ret_row = row->number;
	row_add(a->rows, row, e);
	if (a->memos && !sample_key_chain(&e->key) && !entry_member(a->rows, e)) {
		row->bare += e->period;
		row->bare_count += e->count;
	}
	if (!a->rows->options->children)
		return 0;
	if (a->memos)
		call = add_chain(a, e, place.context, &place.at);
	if (call == CHAIN_FAILED)
		return -ENOMEM;
	return row_children_add(&a->children, e, *ret_row, place.context, &place.at, call);
}

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

/* The numbers of the entries, but for those whose row is ROW_NONE, sorted; malloced, NULL without memory. */
static struct key_index *entries_sorted(const struct analysis *a, const uint32_t *rows, entry_order order,
					struct key_index **ret_sorted, uint32_t *ret_n)
{
	struct key_index *keys = a->n_entries < UINT32_MAX ? malloc((2 * a->n_entries + 1) * sizeof(*keys)) : NULL;
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
 * came one after the other share callers, or without them by address.
 * rows: by entry, set to its row's number, or to ROW_NONE where it has no chain to be shown; or NULL.
 */
static int add_sorted(struct adding *a, entry_order order, uint32_t *rows)
{
	const struct analysis *analysis = a->rows->analysis;
	struct key_index *sorted;
	uint32_t n, row;
	struct key_index *keys = entries_sorted(analysis, NULL, order, &sorted, &n);
	int result = keys ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < n && !result; i++) {
		const struct sample_entry *e = &analysis->entries[sorted[i].index];

		result = add_entry(a, e, &row);
		if (rows)
			rows[sorted[i].index] = sample_key_chain(&e->key) && !entry_member(a->rows, e) ? row : ROW_NONE;
	}
	free(keys);
	return result;
}

/* The chain of an entry that has its row. */
static int add_chain_of_row(struct adding *a, const struct sample_entry *e, uint32_t row)
{
	struct timeline_snapshot at =
		timeline_snapshot(a->rows->resolver->locator.timeline, sample_key_pid(&e->key), e->first);
	struct row_key key = rows_context_key(a->rows, &a->rows->keys.list[row]);

	return add_chain(a, e, row_keys_find(&a->rows->contexts, &key), &at) == CHAIN_FAILED ? -ENOMEM : 0;
}

/*
 * Without children the chains of rows below the threshold are not shown, so they are not named. A row's total is final
 * only after the last part: any part can raise it.
 */
static int add_then_chains(struct adding *a)
{
	const struct rows *r = a->rows;
	const struct analysis *analysis = r->analysis;
	bool whole = r->options->chain_threshold > 0 && !analysis->rest.n && analysis->effort.n_parts == 1;
	uint32_t *rows = malloc((analysis->n_entries + 1) * sizeof(*rows));
	struct key_index *keys = NULL, *sorted;
	int result = rows ? add_sorted(a, entry_address, rows) : -ENOMEM;
	uint32_t n = 0;

	for (uint64_t i = 0; i < analysis->n_entries && !result && whole; i++)
		if (rows[i] != ROW_NONE &&
		    r->list[rows[i]].period <
			    rows_least_of(r, sample_key_event(&analysis->entries[i].key), r->options->chain_threshold))
			rows[i] = ROW_NONE;
	if (!result)
		keys = entries_sorted(analysis, rows, entry_chain, &sorted, &n);
	if (!result && !keys)
		result = -ENOMEM;
	for (uint32_t i = 0; i < n && !result; i++)
		result = add_chain_of_row(a, &analysis->entries[sorted[i].index], rows[sorted[i].index]);
	free(keys);
	free(rows);
	return result;
}

int row_entries_add(struct rows *r)
{
	struct adding a;
	int result = adding_init(&a, r);

	free(r->traces);
	r->traces = calloc(r->analysis->values.n + 1ull, sizeof(*r->traces));
	if (!r->traces)
		result = -ENOMEM;

	if (!result && r->options->children)
		result = add_sorted(&a, entry_chain, NULL);
	else if (!result)
		result = r->options->callgraph ? add_then_chains(&a) : add_sorted(&a, entry_address, NULL);
	adding_fini(&a);
	return result;
}
