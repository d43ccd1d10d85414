#include "report/rows/row_adding.h"

#include "common/memory.h"
#include "report/rows/sort_keys.h"

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
struct entry_keys {
	struct timeline_snapshot at;
	uint32_t row_prefix; /* of its chain */
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

/* profile_name, and whether the entry is of the socket, and has the parent, that it must have. */
static int entry_name(struct rows *r, const struct sample_entry *e, unsigned want, struct profile_entry *ret_named)
{
	int choice = profile_name(r->profile, &r->options->filter, want, e, ret_named);
	const char *parent;
	int result;

	if (choice == PROFILE_WANTED && r->options->socket &&
	    cpu_sockets_of(&r->sockets, sample_key_cpu(&e->key)) + 1ll != r->options->socket)
		return PROFILE_UNWANTED;
	if (choice != PROFILE_WANTED || !r->options->parents_only)
		return choice;
	result = sort_key_parent(r, e, &ret_named->at, &parent);
	if (result < 0)
		return result;
	return result ? PROFILE_WANTED : PROFILE_UNWANTED;
}

/* 1 with *ret_keys filled, 0 for an entry that a filter leaves out, or -ENOMEM. */
static int find_keys(struct rows *r, const struct sample_entry *e, struct entry_keys *ret_keys)
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
	ret_keys->at = named.at;
	if (entry_key(r, &named, &key))
		return -ENOMEM;
	ret_keys->row_prefix = row_keys_add(&r->row_prefixes, &key);
	if (ret_keys->row_prefix == ROW_NONE)
		return -ENOMEM;
	ret_keys->key = rows_frame_key(r, ret_keys->row_prefix, frame);
	if (o->own_prefixes) {
		struct row_key own = ret_keys->key;

		own.event = key.event;
		ret_keys->row_prefix = row_keys_add(&r->row_prefixes, &own);
	}
	return ret_keys->row_prefix == ROW_NONE ? -ENOMEM : 1;
}

int row_adding_init(struct row_adding *a, struct rows *r)
{
	*a = (struct row_adding){ .rows = r };
	if (r->options->wants_callgraph) {
		a->memos = pages_alloc(CALL_MEMOS * sizeof(*a->memos));
		if (!a->memos)
			return -ENOMEM;
	}
	return r->options->wants_children ? row_children_init(&a->children, r) : 0;
}

void row_adding_fini(struct row_adding *a)
{
	pages_free(a->memos, CALL_MEMOS * sizeof(*a->memos));
	if (a->rows->options->wants_children)
		row_children_fini(&a->children);
}

uint32_t row_entry_member(const struct rows *r, const struct sample_entry *e)
{
	return event_group_member(r->options->groups, sample_key_event(&e->key));
}

/*
 * The node of the call tree at which the entry counts, 0 without a chain; CHAIN_FAILED without memory. As in Linux perf
 * the graphs are those of the leader: the nodes of others say which rows they have, and count nothing.
 */
static uint32_t add_chain(struct row_adding *a, const struct sample_entry *e, uint32_t row_prefix,
			  const struct timeline_snapshot *at)
{
	struct rows *r = a->rows;
	uint32_t node =
		call_tree_node(&r->calls, &r->analysis->chains, a->memos, row_prefix, sample_key_chain(&e->key), at);

	if (node && node != CHAIN_FAILED && !row_entry_member(r, e))
		call_tree_count(&r->calls, node, e->period, e->count);
	return node;
}

static void row_add_sums(const struct rows *r, const struct row *row, const struct sample_entry *e, uint32_t member)
{
	const struct columns *columns = r->options->columns;

	for (unsigned i = 0; i < columns->n_keys; i++) {
		const struct column *column = &columns->keys[i];

		if (column->key->number.of_callees)
			continue;
		if (column->key->number.amount)
			*rows_sum(r, row, member, column->slot) += column->key->number.amount(r, column, e);
		else if (column->key->number.part)
			*rows_sum(r, row, member, column->slot + column->key->number.part(r, column, e)) += e->period;
	}
}

static void row_add(struct rows *r, struct row *row, const struct sample_entry *e)
{
	uint32_t member = row_entry_member(r, e);

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

int row_adding_entry(struct row_adding *a, const struct sample_entry *e, uint32_t *ret_row)
{
	struct entry_keys keys;
	int result = find_keys(a->rows, e, &keys);
	uint32_t call = 0;
	struct row *row;

	*ret_row = ROW_NONE;
	if (result <= 0)
		return result;
	row = rows_get(a->rows, &keys.key);
	if (!row)
		return -ENOMEM;
	*ret_row = row->number;
	row_add(a->rows, row, e);
	if (a->memos && !sample_key_chain(&e->key) && !row_entry_member(a->rows, e)) {
		row->chainless += e->period;
		row->chainless_count += e->count;
	}
	if (!a->rows->options->wants_children)
		return 0;
	if (a->memos)
		call = add_chain(a, e, keys.row_prefix, &keys.at);
	if (call == CHAIN_FAILED)
		return -ENOMEM;
	return row_children_add(&a->children, e, *ret_row, keys.row_prefix, &keys.at, call);
}

int row_adding_chain(struct row_adding *a, const struct rows *rows, const struct sample_entry *e, uint32_t row)
{
	struct timeline_snapshot at =
		timeline_snapshot(rows->resolver->locator.timeline, sample_key_pid(&e->key), e->first);
	struct row_key key = rows_prefix_key(rows, &rows->keys.list[row]);

	return add_chain(a, e, row_keys_find(&rows->row_prefixes, &key), &at) == CHAIN_FAILED ? -ENOMEM : 0;
}
