#include "report/export/export_counts.h"

#include "common/list.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_wanted(const struct export_counts *c, uint32_t event)
{
	return !c->events || c->events[event];
}

/* --- counters --------------------------------------------------------------------------------------- */

/* What an aggregation is called: "CPU0", "S0-D0-C1", "sh-42"; "" of all as one. */
static const char *aggr_name(enum stat_by by, const struct stat_aggr *aggr, char *text, size_t size)
{
	char name[STAT_AGGR_NAME_MAX];

	if (by == STAT_BY_CPU)
		snprintf(text, size, "CPU%d", aggr->cpu);
	else if (by == STAT_BY_THREAD)
		snprintf(text, size, "%s-%d", aggr->comm, (int)aggr->tid);
	else
		snprintf(text, size, "%s", stat_aggr_name(by, aggr, name));
	return text;
}

static int name_counter(struct export_counts *c, struct export_counter *counter, uint32_t aggr, uint32_t event)
{
	const struct stat_table *t = &c->whole;
	const struct counter_event *e = &t->events->list[event];
	const enum stat_by by = stat_table_is_core(t, event) ? STAT_BY_CORE : t->aggrs.by;
	const struct stat_unit unit = stat_unit_of(e);
	char place[STAT_AGGR_NAME_MAX + STAT_COMM_MAX];
	const char *name = t->names[event] ? t->names[event] : e->name;

	aggr_name(by, &t->aggrs.list[aggr], place, sizeof(place));
	counter->unit = unit.text;
	counter->is_fraction = floor(unit.scale) != unit.scale;
	if (asprintf(&counter->name, "%s%s%s%s%s", name, e->cgroup ? " " : "", e->cgroup ? e->cgroup : "",
		     *place ? " " : "", place) < 0) {
		counter->name = NULL;
		return -ENOMEM;
	}
	if (asprintf(&counter->title, *unit.text ? "%s (%s)" : "%s", counter->name, unit.text) >= 0)
		return 0;
	counter->title = NULL;
	return -ENOMEM;
}

/* Names the counters that have counted, and counts the others. */
static int name_counters(struct export_counts *c)
{
	for (size_t i = 0; i < c->n; i++) {
		const uint32_t aggr = (uint32_t)(i / c->n_events), event = (uint32_t)(i % c->n_events);

		if (c->list[i].n_steps && name_counter(c, &c->list[i], aggr, event))
			return -ENOMEM;
		c->n_idle += !c->list[i].n_steps && is_wanted(c, event) &&
			     stat_table_value(&c->whole, aggr, event).state != STAT_ELSEWHERE;
	}
	return 0;
}

/* --- steps ------------------------------------------------------------------------------------------ */

static void add_step(struct export_counts *c, uint64_t time, size_t counter, double value)
{
	if (!list_reserve(&c->steps, c->n_steps, &c->capacity, sizeof(*c->steps))) {
		c->failed = true;
		return;
	}
	c->steps[c->n_steps++] = (struct export_step){ time, (uint32_t)counter, value };
	c->list[counter].n_steps++;
}

/* The aggregations are known when the first interval ends. */
static bool make_list(struct export_counts *c, const struct stat_table *t)
{
	if (c->list)
		return true;
	c->n = (size_t)t->aggrs.n * c->n_events;
	c->list = calloc(c->n + 1, sizeof(*c->list));
	c->failed |= !c->list;
	return c->list;
}

/* Takes what was counted from c->begun on. */
static void take_counts(struct export_counts *c, const struct stat_table *t)
{
	for (size_t i = 0; make_list(c, t) && i < c->n; i++) {
		const uint32_t aggr = (uint32_t)(i / c->n_events), event = (uint32_t)(i % c->n_events);
		const struct stat_value value = stat_table_value(t, aggr, event);
		struct export_counter *counter = &c->list[i];
		const bool is_set = value.state == STAT_COUNTED && is_wanted(c, event);

		if (is_set)
			add_step(c, c->begun, i, value.count * stat_unit_of(&t->events->list[event]).scale);
		else if (counter->is_set)
			add_step(c, c->begun, i, 0);
		counter->is_set = is_set;
	}
}

static void take_interval(void *context, const struct stat_table *interval, uint64_t since)
{
	struct export_counts *c = context;

	take_counts(c, interval);
	c->begun = since > c->begun ? since : c->begun;
}

static void end_steps(struct export_counts *c)
{
	c->end = c->begun;
	for (size_t i = 0; c->list && i < c->n; i++)
		if (c->list[i].is_set)
			add_step(c, c->end, i, 0);
}

/* --- all of it -------------------------------------------------------------------------------------- */

static int make_tables(struct export_counts *c)
{
	const struct stat_machine machine = stat_counts_machine(&c->file);
	const struct counter_events *events = &c->file.events;
	int level;
	enum stat_by by = stat_counts_by(&c->file, &level);

	/* No file says which CPUs are in a cluster. */
	if (by == STAT_BY_CLUSTER)
		by = STAT_BY_DIE;
	if (stat_table_init(&c->whole, events, by, STAT_MERGE_UNCORE, &machine) ||
	    stat_table_init(&c->interval, events, by, STAT_MERGE_UNCORE, &machine))
		return -ENOMEM;
	c->whole.aggrs.cache_level = c->interval.aggrs.cache_level = level;
	c->whole.is_raw = c->interval.is_raw = !c->file.config.scale;
	return 0;
}

static int read_counts(struct export_counts *c, struct error *err)
{
	const bool has_intervals = c->file.config.interval;
	int result = stat_counts_read(&c->file, &c->whole, has_intervals ? &c->interval : NULL, take_interval, c, err);

	if (result)
		return result;
	if (!has_intervals)
		take_interval(c, &c->whole, count_rounded(c->whole.elapsed.mean));
	end_steps(c);
	return c->failed || name_counters(c) ? error_nomem(err) : 0;
}

int export_counts_init(struct export_counts *c, const struct perf_file *file, const bool *events, struct error *err)
{
	int result;

	*c = (struct export_counts){ .events = events, .n_events = file->n_events };
	result = stat_counts_init(&c->file, file, err);
	if (!result && make_tables(c))
		result = error_nomem(err);
	return result ? result : read_counts(c, err);
}

void export_counts_fini(struct export_counts *c)
{
	for (size_t i = 0; c->list && i < c->n; i++) {
		free(c->list[i].name);
		free(c->list[i].title);
	}
	free(c->list);
	free(c->steps);
	stat_table_fini(&c->whole);
	stat_table_fini(&c->interval);
	stat_counts_fini(&c->file);
}

int export_counts_by_counter(struct export_counts *c)
{
	struct export_step *sorted = malloc((c->n_steps + 1ull) * sizeof(*sorted));
	uint32_t first = 0;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < c->n; i++) {
		c->list[i].first = first;
		first += c->list[i].n_steps;
		c->list[i].n_steps = 0;
	}
	for (uint32_t i = 0; i < c->n_steps; i++) {
		struct export_counter *counter = &c->list[c->steps[i].counter];

		sorted[counter->first + counter->n_steps++] = c->steps[i];
	}
	free(c->steps);
	c->steps = sorted;
	c->capacity = c->n_steps;
	return 0;
}
