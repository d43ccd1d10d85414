#include "counts/stat_table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PER_CENT  100.0
#define MS_PER_NS 1e-6

/* Adds a value by Welford's method: Donald E. Knuth, The Art of Computer Programming, volume 2, 4.2.2. */
static void series_add(struct stat_series *s, double value)
{
	const double from_old = value - s->mean;

	s->n++;
	s->mean += from_old / s->n;
	s->squares += from_old * (value - s->mean);
}

double stat_series_deviation(const struct stat_series *s)
{
	return s->n < 2 ? 0 : sqrt(s->squares / (s->n - 1) / s->n);
}

int stat_table_init(struct stat_table *t, const struct counter_events *events, enum stat_by by, enum stat_merge merge,
		    const struct stat_machine *machine)
{
	*t = (struct stat_table){ .events = events };
	t->is_missing = calloc((size_t)events->n + 1, sizeof(*t->is_missing));
	t->names = calloc((size_t)events->n + 1, sizeof(*t->names));
	t->rows = calloc((size_t)events->n + 1, sizeof(*t->rows));
	t->has_twin = calloc((size_t)events->n + 1, sizeof(*t->has_twin));
	stat_aggrs_init(&t->aggrs, by, machine);
	if (!t->is_missing || !t->names || !t->rows || !t->has_twin || stat_same_cgroup_init(&t->same_cgroup, events))
		return -ENOMEM;
	return stat_merge_find(events, merge, t->rows, t->has_twin);
}

void stat_table_fini(struct stat_table *t)
{
	stat_aggrs_fini(&t->aggrs);
	stat_same_cgroup_fini(&t->same_cgroup);
	free(t->cell_of);
	free(t->cores);
	free(t->cells);
	free(t->is_missing);
	for (uint32_t i = 0; t->names && i < t->events->n; i++)
		free(t->names[i]);
	free(t->names);
	free(t->rows);
	free(t->has_twin);
	free(t->before);
	free(t->is_repeated);
	memset(t, 0, sizeof(*t));
}

static int make_room(struct stat_table *t)
{
	const size_t n = (size_t)t->aggrs.n * t->events->n;

	if (n > STAT_CELLS_MAX)
		return -E2BIG;
	if (n && !list_extend(&t->cell_of, t->n_cell_of, n, sizeof(*t->cell_of)))
		return -ENOMEM;
	t->n_cell_of = n;
	return 0;
}

/* Returns where the number of a cell is stored: that of the event, or of the event whose row it is summed in. */
static uint32_t *number_at(const struct stat_table *t, uint32_t aggr, uint32_t event)
{
	if (aggr < t->n_cores && t->events->list[event].is_percore)
		aggr = t->cores[aggr];
	return &t->cell_of[(size_t)aggr * t->events->n + t->rows[event]];
}

/* Returns the cell of an event in an aggregation; NULL: there is none. */
static struct stat_cell *cell_at(const struct stat_table *t, uint32_t aggr, uint32_t event)
{
	const uint32_t number = aggr < t->aggrs.n ? *number_at(t, aggr, event) : 0;

	return number ? &t->cells[number - 1] : NULL;
}

/* Returns it, or makes it. NULL without memory. */
static struct stat_cell *make_cell(struct stat_table *t, uint32_t aggr, uint32_t event)
{
	uint32_t *number = number_at(t, aggr, event);

	if (*number)
		return &t->cells[*number - 1];
	if (!list_reserve(&t->cells, t->n_cells, &t->cells_capacity, sizeof(*t->cells)))
		return NULL;
	t->cells[t->n_cells] = (struct stat_cell){ 0 };
	*number = ++t->n_cells;
	return &t->cells[*number - 1];
}

static bool is_same_core(const struct stat_aggr *a, const struct stat_aggr *b)
{
	return a->on.socket == b->on.socket && a->on.die == b->on.die && a->on.core == b->on.core;
}

/* Finds the first CPU of each core, if an event needs it. 0 or -ENOMEM. */
static int find_cores(struct stat_table *t)
{
	bool is_wanted = false;

	for (uint32_t i = 0; i < t->events->n; i++)
		is_wanted |= t->events->list[i].is_percore;
	if (!is_wanted || t->aggrs.by != STAT_BY_CPU)
		return 0;
	free(t->cores);
	t->n_cores = t->aggrs.n;
	t->cores = calloc((size_t)t->n_cores + 1, sizeof(*t->cores));
	for (uint32_t i = 0; t->cores && i < t->n_cores; i++)
		while (!is_same_core(&t->aggrs.list[t->cores[i]], &t->aggrs.list[i]))
			t->cores[i]++;
	return t->cores ? 0 : -ENOMEM;
}

bool stat_table_is_core(const struct stat_table *t, uint32_t event)
{
	return t->n_cores && t->events->list[event].is_percore && !t->shows_threads;
}

/* Makes a cell for each counter, and for what the program itself counts. 0 or -ENOMEM. */
static int make_cells(struct stat_table *t, const struct stat_input *counters)
{
	for (uint32_t i = 0; i < counters->n; i++) {
		struct stat_cell *cell = make_cell(t, t->aggrs.of_counter[i], counters->list[i].event);

		if (!cell)
			return -ENOMEM;
		cell->is_wanted = true;
	}
	for (uint32_t i = 0; i < t->events->n && t->aggrs.n; i++)
		if (t->events->list[i].tool && !make_cell(t, 0, i))
			return -ENOMEM;
	return 0;
}

/* Finds counters of events of which each CPU of a package has the whole count. */
struct packages {
	struct stat_aggrs *aggrs;
	const struct stat_input *counters;
	struct hash_table first; /* the first counter of each event, thread and package */
};

static bool is_of_package(const void *context, uint32_t number, const void *wanted)
{
	const struct packages *p = context;
	const struct counter *a = &p->counters->list[number];
	const struct counter *b = wanted;
	const struct cpu_loc on_a = stat_aggrs_loc_of_cpu(p->aggrs, a->cpu);
	const struct cpu_loc on_b = stat_aggrs_loc_of_cpu(p->aggrs, b->cpu);

	return a->event == b->event && a->tid == b->tid && on_a.socket == on_b.socket && on_a.die == on_b.die;
}

/* Sets *ret_is_repeated: an earlier counter has the package's count already. 0 or -ENOMEM. */
static int find_repeated(struct packages *p, uint32_t number, bool *ret_is_repeated)
{
	const struct counter *counter = &p->counters->list[number];
	const struct cpu_loc on = stat_aggrs_loc_of_cpu(p->aggrs, counter->cpu);
	const uint64_t hash = hash_pair((uint64_t)counter->event << 32 | (uint32_t)counter->tid,
					(uint64_t)(uint32_t)on.socket << 32 | (uint32_t)on.die);

	*ret_is_repeated = hash_table_find(&p->first, hash, is_of_package, p, counter) != HASH_TABLE_NONE;
	return *ret_is_repeated ? 0 : hash_table_add(&p->first, hash, number);
}

static int find_all_repeated(struct stat_table *t, const struct stat_input *counters)
{
	struct packages packages = { .aggrs = &t->aggrs, .counters = counters };
	int result = 0;

	for (uint32_t i = 0; i < counters->n && !result; i++)
		if (t->events->list[counters->list[i].event].is_per_package && counters->list[i].cpu >= 0)
			result = find_repeated(&packages, i, &t->is_repeated[i]);
	hash_table_fini(&packages.first);
	return result;
}

static int name_event(struct stat_table *t, const struct stat_input *counters, uint32_t event)
{
	const char *name = counters->names[event];

	free(t->names[event]);
	t->names[event] = NULL;
	if (!t->has_twin[event])
		t->names[event] = strdup(name);
	else if (asprintf(&t->names[event], "%s [%s]", name, t->events->list[event].pmu) < 0)
		t->names[event] = NULL;
	return t->names[event] ? 0 : -ENOMEM;
}

int stat_table_begin(struct stat_table *t, const struct stat_input *counters)
{
	int result = stat_aggrs_take(&t->aggrs, counters);

	if (!result)
		result = make_room(t);
	if (!result)
		result = find_cores(t);
	if (!result)
		result = make_cells(t, counters);
	free(t->before);
	free(t->is_repeated);
	t->before = calloc((size_t)counters->n + 1, sizeof(*t->before));
	t->is_repeated = calloc((size_t)counters->n + 1, sizeof(*t->is_repeated));
	if (result || !t->before || !t->is_repeated)
		return result ? result : -ENOMEM;
	for (uint32_t i = 0; i < t->events->n; i++)
		t->is_missing[i] = true;
	for (uint32_t i = 0; i < t->events->n; i++) {
		t->is_missing[t->rows[i]] &= counters->is_missing[i];
		if (name_event(t, counters, i))
			return -ENOMEM;
	}
	return find_all_repeated(t, counters);
}

void stat_table_add_counter(struct stat_table *t, const struct stat_input *counters, uint32_t number)
{
	const struct counter *counter = &counters->list[number];
	struct count more = count_since(counter->count, t->before[number]);
	struct stat_cell *cell = cell_at(t, t->aggrs.of_counter[number], counter->event);

	if (t->is_repeated[number])
		return;
	if (t->events->list[counter->event].is_snapshot)
		more.value = counter->count.value;
	cell->sum.value += more.value;
	cell->sum.enabled += more.enabled;
	cell->sum.running += more.running;
	t->before[number] = counter->count;
}

void stat_table_add(struct stat_table *t, const struct stat_input *counters)
{
	for (uint32_t i = 0; i < counters->n; i++)
		stat_table_add_counter(t, counters, i);
}

void stat_table_add_tool(struct stat_table *t, int tool, struct count count)
{
	for (uint32_t i = 0; i < t->events->n && t->aggrs.n; i++)
		if (t->events->list[i].tool == tool)
			cell_at(t, 0, i)->sum = count;
}

void stat_table_end(struct stat_table *t, uint64_t elapsed_ns)
{
	for (uint32_t i = 0; i < t->n_cells; i++) {
		struct stat_cell *cell = &t->cells[i];

		cell->is_counted = cell->is_counted || cell->sum.running;
		series_add(&cell->values,
			   (double)(t->is_raw && cell->sum.running ? cell->sum.value : count_scaled(cell->sum)));
		series_add(&cell->enabled, (double)cell->sum.enabled);
		series_add(&cell->running, (double)cell->sum.running);
		cell->sum = (struct count){ 0 };
	}
	series_add(&t->elapsed, (double)elapsed_ns);
}

void stat_table_clear(struct stat_table *t)
{
	for (uint32_t i = 0; i < t->n_cells; i++)
		t->cells[i] = (struct stat_cell){ .is_wanted = t->cells[i].is_wanted };
	t->elapsed = (struct stat_series){ 0 };
}

struct stat_value stat_table_value(const struct stat_table *t, uint32_t aggr, uint32_t event)
{
	const struct stat_cell *cell = cell_at(t, aggr, event);
	struct stat_value value = { .state = STAT_NOT_COUNTED };

	if (t->rows[event] != event)
		value.state = STAT_ELSEWHERE;
	else if (aggr < t->n_cores && stat_table_is_core(t, event) && t->cores[aggr] != aggr)
		value.state = STAT_ELSEWHERE;
	else if (t->is_missing[event])
		value.state = STAT_NOT_SUPPORTED;
	else if (cell && cell->is_counted)
		value.state = STAT_COUNTED;
	else if (!(cell && cell->is_wanted) && t->aggrs.by != STAT_BY_ALL)
		value.state = STAT_ELSEWHERE;
	if (value.state != STAT_COUNTED)
		return value;
	value.count = round(cell->values.mean);
	value.enabled = count_rounded(cell->enabled.mean);
	value.running = count_rounded(cell->running.mean);
	if (cell->values.mean)
		value.deviation = PER_CENT * stat_series_deviation(&cell->values) / cell->values.mean;
	return value;
}

int stat_unit_digits(const struct stat_unit *unit)
{
	return floor(unit->scale) != unit->scale ? 2 : 0;
}

struct stat_unit stat_unit_of(const struct counter_event *event)
{
	if (counter_event_is_clock(event))
		return (struct stat_unit){ "msec", MS_PER_NS };
	return (struct stat_unit){ event->unit ? event->unit : "", event->scale ? event->scale : 1 };
}
