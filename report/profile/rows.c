#include "report/profile/rows.h"

#include "common/list.h"
#include "common/pages.h"
#include "report/profile/preload.h"
#include "report/profile/row_entries.h"
#include "report/profile/row_order.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Room for the shares of all rows that have room. */
static int shares_reach(struct rows *r)
{
	struct row_share *shares;

	if (!r->n_shares || r->shares_capacity == r->capacity)
		return 0;
	shares = realloc(r->shares, (size_t)r->capacity * r->n_shares * sizeof(*shares));
	if (!shares)
		return -ENOMEM;
	r->shares = shares;
	r->shares_capacity = r->capacity;
	return 0;
}

struct row *rows_get(struct rows *r, const struct row_key *key)
{
	uint32_t before = r->keys.n;
	uint32_t number = row_keys_add(&r->keys, key);

	if (number == ROW_NONE)
		return NULL;
	if (r->keys.n == before)
		return &r->list[number];
	if (!list_reserve(&r->list, number, &r->capacity, sizeof(*r->list)) || shares_reach(r))
		return NULL;
	r->list[number] = (struct row){ .number = number };
	for (uint32_t i = 1; i <= r->n_shares; i++)
		*row_share(r, &r->list[number], i) = (struct row_share){ 0 };
	return &r->list[number];
}

uint64_t row_number(const struct rows *r, const struct row *row, enum column_kind kind, uint32_t place)
{
	const struct row_share *share = place ? row_share(r, row, place) : NULL;

	switch (kind) {
	case COLUMN_CHILDREN: return share ? share->children : row->children;
	case COLUMN_SAMPLE: return share ? share->count : row->count;
	default: return share ? share->period : row->period;
	}
}

bool rows_has_samples(const struct rows *r, uint32_t event)
{
	for (uint32_t i = 0; i < r->options->groups->list[event].n_members; i++)
		if (r->analysis->event_samples[event + i])
			return true;
	return false;
}

bool rows_member_shown(const struct rows *r, uint32_t event, uint32_t place)
{
	return r->analysis->event_samples[event + place] || (!place && !rows_has_samples(r, event));
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

struct row_key rows_frame_key(const struct rows *r, uint32_t context, uint32_t frame)
{
	const bool *has = r->options->columns->has;
	struct row_key key = r->contexts.list[context];

	key.event = r->options->groups->leaders[key.event];
	if (has[COLUMN_DSO] && frame != FRAMES_NONE)
		key.dso = r->frames->list[frame].dso;
	if (has[COLUMN_SYM] && frame != FRAMES_NONE)
		key.frame = frame;
	return key;
}

int rows_reach_places(struct rows *r)
{
	return pages_reach(&r->place_rows, &r->n_place_rows, r->calls.n_places, sizeof(*r->place_rows));
}

static bool filter_is_set(const struct profile_filter *f)
{
	return f->comms || f->dsos || f->symbols || f->pids || f->tids || f->cpus;
}

static int rows_init(struct rows *r, struct profile *profile, const struct rows_options *options)
{
	memset(r, 0, sizeof(*r));
	r->profile = profile;
	r->analysis = &profile->analysis;
	r->resolver = &profile->symbolizer.resolver;
	r->frames = &profile->names->frames;
	r->options = options;
	r->n_shares = options->groups->largest - 1;
	r->first = UINT64_MAX;
	r->totals = calloc(profile->file->n_events, sizeof(*r->totals));
	if (!r->totals)
		return -ENOMEM;
	if (options->callgraph)
		return call_tree_init(&r->calls, r->resolver);
	return 0;
}

uint64_t rows_samples(const struct rows *r)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < r->analysis->file->n_events; i++)
		n += r->totals[i].count;
	return n;
}

int rows_build(struct rows *r, struct profile *profile, const struct rows_options *options, struct error *err)
{
	int result = rows_init(r, profile, options);

	if (result)
		return error_nomem(err);
	/* With a filter it is not known yet what is going to be named. */
	if (options->workers > 1 && options->columns->has[COLUMN_SYM] && !filter_is_set(&options->filter))
		preload_symbols(r->resolver, r->analysis, options->workers);
	do {
		if (row_entries_add(r))
			return error_nomem(err);
		chain_ends_add(&r->ends, r->analysis, r->resolver, rows_samples(r));
		result = analysis_next(r->analysis, err);
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
	free(r->shares);
	free(r->traces);
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
