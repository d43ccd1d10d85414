#include "report/rows/row_set.h"

#include "common/list.h"
#include "common/memory.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Room for the shares of all rows that have room. */
static int shares_reach(struct rows *r)
{
	struct row_share *shares;

	if (!r->shares.n || r->shares.capacity == r->capacity)
		return 0;
	shares = realloc(r->shares.list, (size_t)r->capacity * r->shares.n * sizeof(*shares));
	if (!shares)
		return -ENOMEM;
	r->shares.list = shares;
	r->shares.capacity = r->capacity;
	return 0;
}

/* Likewise of their sums. */
static int sums_reach(struct rows *r)
{
	size_t size = (size_t)(r->shares.n + 1) * r->options->columns->n_sums * sizeof(*r->sums.list);
	uint64_t *sums;

	if (!size || r->sums.capacity == r->capacity)
		return 0;
	sums = realloc(r->sums.list, r->capacity * size);
	if (!sums)
		return -ENOMEM;
	r->sums.list = sums;
	r->sums.capacity = r->capacity;
	return 0;
}

struct row *rows_get(struct rows *r, const struct row_key *key)
{
	uint32_t before = r->keys.n;
	uint32_t number = key->values == ROW_NONE ? ROW_NONE : row_keys_add(&r->keys, key);
	unsigned n_sums = r->options->columns->n_sums;

	if (number == ROW_NONE)
		return NULL;
	if (r->keys.n == before)
		return &r->list[number];
	if (!list_reserve(&r->list, number, &r->capacity, sizeof(*r->list)) || shares_reach(r) || sums_reach(r))
		return NULL;
	r->list[number] = (struct row){ .number = number };
	for (uint32_t i = 1; i <= r->shares.n; i++)
		*row_share(r, &r->list[number], i) = (struct row_share){ 0 };
	if (n_sums)
		memset(rows_sum(r, &r->list[number], 0, 0), 0, (r->shares.n + 1ull) * n_sums * sizeof(*r->sums.list));
	return &r->list[number];
}

/* The words of a key; all 0 where it has none. */
static void key_words(const struct rows *r, const struct row_key *key, uint64_t *words)
{
	size_t size = r->options->columns->n_words * sizeof(*words);

	if (key->values && key->values != ROW_NONE)
		memcpy(words, r->tuples->list[key->values - 1].data, size);
	else
		memset(words, 0, size);
}

uint32_t rows_tuple(const struct rows *r, const uint64_t *words)
{
	unsigned n = r->options->columns->n_words;
	struct extra_fields tuple = { .data = (const uint8_t *)words, .size = n * (uint32_t)sizeof(*words) };
	uint32_t number = n ? value_table_add(r->tuples, &tuple) : 0;

	if (!n)
		return 0;
	return number == VALUE_NONE ? ROW_NONE : number + 1;
}

static uint32_t key_member(const struct row_key *key, uint32_t needs)
{
	switch (needs & KEY_MEMBERS) {
	case KEY_COMM: return key->comm;
	case KEY_DSO: return key->dso;
	case KEY_SYM: return key->frame;
	case KEY_PID: return key->pid;
	case KEY_TID: return key->tid;
	case KEY_CPU: return key->cpu;
	default: return key->event;
	}
}

void row_key_copy(struct row_key *key, const struct row_key *from, uint32_t needs)
{
	switch (needs & KEY_MEMBERS) {
	case KEY_COMM: key->comm = from->comm; break;
	case KEY_DSO: key->dso = from->dso; break;
	case KEY_SYM: key->frame = from->frame; break;
	case KEY_PID: key->pid = from->pid; break;
	case KEY_TID: key->tid = from->tid; break;
	case KEY_CPU: key->cpu = from->cpu; break;
	default: break; /* the event, which all keys have */
	}
}

void row_add_counts(const struct rows *r, struct row *to, const struct rows *from_rows, const struct row *from)
{
	uint64_t n_sums = (r->shares.n + 1ull) * r->options->columns->n_sums;

	to->period += from->period;
	to->count += from->count;
	for (uint32_t member = 1; member <= r->shares.n; member++) {
		row_share(r, to, member)->period += row_share(from_rows, from, member)->period;
		row_share(r, to, member)->count += row_share(from_rows, from, member)->count;
	}
	for (uint64_t i = 0; i < n_sums; i++)
		rows_sum(r, to, 0, 0)[i] += rows_sum(from_rows, from, 0, 0)[i];
}

void row_add_all(const struct rows *r, struct row *to, const struct rows *from_rows, const struct row *from)
{
	row_add_counts(r, to, from_rows, from);
	to->children += from->children;
	to->chainless += from->chainless;
	to->chainless_count += from->chainless_count;
	to->depth = to->depth > from->depth ? to->depth : from->depth;
	for (uint32_t member = 1; member <= r->shares.n; member++)
		row_share(r, to, member)->children += row_share(from_rows, from, member)->children;
}

void rows_value(const struct rows *r, const struct row_key *key, const struct column *column,
		uint64_t value[static SORT_KEY_WORDS])
{
	const uint8_t *words;

	if (!column->key->n_words) {
		value[0] = key_member(key, column->key->needs);
		return;
	}
	words = r->tuples->list[key->values - 1].data;
	memcpy(value, words + column->slot * sizeof(*value), column->key->n_words * sizeof(*value));
}

void rows_text(const struct rows *r, const struct column *column, const struct row_key *key, const struct row *row,
	       char *text, size_t size)
{
	uint64_t value[SORT_KEY_WORDS];

	rows_value(r, key, column, value);
	column->key->text(r, column, row, value, text, size);
}

bool rows_has_samples(const struct rows *r, uint32_t event)
{
	for (uint32_t i = 0; i < r->options->groups->list[event].n_members; i++)
		if (r->analysis->event_samples[event + i])
			return true;
	return false;
}

bool rows_member_shown(const struct rows *r, uint32_t event, uint32_t member)
{
	return r->analysis->event_samples[event + member] || (!member && !rows_has_samples(r, event));
}

struct event_total rows_group_total(const struct rows *r, uint32_t event)
{
	struct event_total sum = { 0 };

	for (uint32_t i = 0; i < r->options->groups->list[event].n_members; i++) {
		sum.count += r->totals[event + i].count;
		sum.period += r->totals[event + i].period;
	}
	return sum;
}

/* Appends to a text of a group, as far as there is room. How long it is then. */
__attribute__((format(printf, 3, 4))) static size_t text_add(char *text, size_t used, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text + used, EVENT_GROUP_TEXT_MAX - used, format, args);
	va_end(args);
	return n > 0 && (size_t)n < EVENT_GROUP_TEXT_MAX - used ? used + (size_t)n : EVENT_GROUP_TEXT_MAX - 1;
}

const char *rows_event_text(const struct rows *r, uint32_t event, char text[static EVENT_GROUP_TEXT_MAX])
{
	const struct event_group *group = &r->options->groups->list[event];
	const struct file_event *events = r->analysis->file->events;
	const char *between = "";
	size_t used = 0;

	if (group->n_members < 2)
		return events[event].name;
	if (!group->forced)
		used = text_add(text, used, "%s { ", group->name ? group->name : "anon group");
	for (uint32_t i = 0; i < group->n_members; i++) {
		if (!rows_member_shown(r, event, i))
			continue;
		used = text_add(text, used, "%s%s", between, events[event + i].name);
		between = ", ";
	}
	if (!group->forced)
		text_add(text, used, " }");
	return text;
}

/* The values of the function, in a key that has those of its row prefix. */
static uint32_t frame_values(const struct rows *r, const struct row_key *row_prefix, uint32_t frame)
{
	const struct columns *columns = r->options->columns;
	uint64_t words[COLUMNS_MAX * SORT_KEY_WORDS];

	key_words(r, row_prefix, words);
	for (unsigned i = 0; i < columns->n_keys; i++) {
		const struct column *column = &columns->keys[i];
		uint64_t value[SORT_KEY_WORDS] = { 0 };

		if (!column->key->of_frame)
			continue;
		if (!column->key->of_frame((struct rows *)r, frame, value))
			return ROW_NONE;
		memcpy(words + column->slot, value, column->key->n_words * sizeof(*value));
	}
	return rows_tuple(r, words);
}

struct row_key rows_frame_key(const struct rows *r, uint32_t row_prefix, uint32_t frame)
{
	const struct columns *columns = r->options->columns;
	struct row_key key = r->row_prefixes.list[row_prefix];

	key.event = (uint16_t)r->options->groups->leaders[key.event];
	if (columns->needs & KEY_DSO && frame != FRAMES_NONE)
		key.dso = r->frames->list[frame].dso;
	if (columns->needs & KEY_SYM && frame != FRAMES_NONE)
		key.frame = r->frames->list[frame].function;
	if (columns->of_frames)
		key.values = frame_values(r, &key, frame);
	return key;
}

struct row_key rows_prefix_key(const struct rows *r, const struct row_key *row)
{
	const struct columns *columns = r->options->columns;
	uint64_t words[COLUMNS_MAX * SORT_KEY_WORDS];
	struct row_key key = *row;

	if (r->options->own_prefixes)
		return key;
	key.dso = key.frame = 0;
	if (!columns->of_frames)
		return key;
	key_words(r, row, words);
	for (unsigned i = 0; i < columns->n_keys; i++)
		if (columns->keys[i].key->of_frame)
			memset(words + columns->keys[i].slot, 0, columns->keys[i].key->n_words * sizeof(*words));
	key.values = rows_tuple(r, words);
	return key;
}

int rows_reach_positions(struct rows *r)
{
	return pages_reach(&r->position_rows.list, &r->position_rows.n, r->calls.n_frames,
			   sizeof(*r->position_rows.list));
}

int row_set_init(struct rows *r, struct profile *profile, const struct rows_options *options)
{
	memset(r, 0, sizeof(*r));
	r->profile = profile;
	r->analysis = &profile->analysis;
	r->resolver = &profile->symbolizer.resolver;
	r->frames = &profile->names->frames;
	r->options = options;
	r->shares.n = options->groups->largest - 1;
	r->counted.first = UINT64_MAX;
	r->totals = calloc(profile->file->n_events, sizeof(*r->totals));
	r->tuples = malloc(sizeof(*r->tuples));
	if (r->tuples)
		value_table_init(r->tuples);
	if (!r->totals || !r->tuples)
		return -ENOMEM;
	if ((options->columns->needs & KEY_SOCKETS || options->socket) && cpu_sockets_read(&r->sockets, profile->file))
		return -ENOMEM;
	if (options->columns->needs & KEY_TYPES) {
		r->types = data_types_new();
		if (!r->types)
			return -ENOMEM;
	}
	if (options->wants_callgraph)
		return call_tree_init(&r->calls, r->resolver, options->resolve);
	return 0;
}

uint64_t rows_samples(const struct rows *r)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < r->analysis->file->n_events; i++)
		n += r->totals[i].count;
	return n;
}

uint64_t rows_least_of(const struct rows *r, uint32_t event, double percent)
{
	uint64_t least = (uint64_t)((double)r->totals[event].period * percent / 100);

	return least ? least : 1;
}

void row_set_fini(struct rows *r)
{
	row_keys_fini(&r->keys);
	row_keys_fini(&r->row_prefixes);
	call_tree_fini(&r->calls);
	pages_free(r->position_rows.list, r->position_rows.n * sizeof(*r->position_rows.list));
	free(r->list);
	free(r->shares.list);
	free(r->traces);
	free(r->sums.list);
	if (r->tuples)
		value_table_fini(r->tuples);
	free(r->tuples);
	free(r->totals);
	cpu_sockets_fini(&r->sockets);
	data_types_free(r->types);
	memset(r, 0, sizeof(*r));
}
