#include "counts/stat_table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PER_CENT  100.0
#define MS_PER_NS 1e-6

/* By Welford: Donald E. Knuth, The Art of Computer Programming, volume 2, 4.2.2. */
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

static bool are_one(const struct counted_event *a, const struct counted_event *b, enum stat_merge merge)
{
	if (merge == STAT_MERGE_NONE || !a->pmu || !b->pmu || a->item != b->item || !strcmp(a->pmu, b->pmu))
		return false;
	return (merge == STAT_MERGE_ALL || (a->pmu_is_system && b->pmu_is_system)) && !strcmp(a->name, b->name);
}

static void find_rows(struct stat_table *t, enum stat_merge merge)
{
	const struct counted_events *events = t->events;

	for (uint32_t i = 0; i < events->n; i++) {
		uint32_t row = 0;

		while (row < i && !are_one(&events->list[row], &events->list[i], merge))
			row++;
		t->rows[i] = row;
	}
}

int stat_table_init(struct stat_table *t, const struct counted_events *events, enum stat_by by, enum stat_merge merge,
		    const struct stat_machine *machine)
{
	*t = (struct stat_table){ .events = events };
	t->is_missing = calloc((size_t)events->n + 1, sizeof(*t->is_missing));
	t->names = calloc((size_t)events->n + 1, sizeof(*t->names));
	t->rows = calloc((size_t)events->n + 1, sizeof(*t->rows));
	if (!t->is_missing || !t->names || !t->rows)
		return -ENOMEM;
	find_rows(t, merge);
	stat_places_init(&t->places, by, machine);
	return 0;
}

void stat_table_fini(struct stat_table *t)
{
	stat_places_fini(&t->places);
	free(t->cells);
	free(t->is_missing);
	for (uint32_t i = 0; t->names && i < t->events->n; i++)
		free(t->names[i]);
	free(t->names);
	free(t->rows);
	free(t->before);
	free(t->is_repeated);
	memset(t, 0, sizeof(*t));
}

static int make_cells(struct stat_table *t)
{
	const size_t n = (size_t)t->places.n * t->events->n;
	struct stat_cell *cells = n <= STAT_CELLS_MAX ? realloc(t->cells, (n + 1) * sizeof(*cells)) : NULL;

	if (!cells)
		return n <= STAT_CELLS_MAX ? -ENOMEM : -E2BIG;
	if (n > t->n_cells)
		memset(cells + t->n_cells, 0, (n - t->n_cells) * sizeof(*cells));
	t->cells = cells;
	t->n_cells = n;
	return 0;
}

/* Of the event or of the one it is a part of. */
static struct stat_cell *cell_at(const struct stat_table *t, uint32_t place, uint32_t event)
{
	return &t->cells[(size_t)place * t->events->n + t->rows[event]];
}

/* Of the event's counters on the CPUs of a package, all but the first. */
static void find_repeated(struct stat_table *t, const struct counted *counters, uint32_t at)
{
	const struct counter *counter = &counters->list[at];
	struct cpu_place here;

	if (!t->events->list[counter->event].per_package || counter->cpu < 0)
		return;
	here = stat_places_of_cpu(&t->places, counter->cpu);
	for (uint32_t i = 0; i < at && !t->is_repeated[at]; i++) {
		const struct counter *other = &counters->list[i];
		const struct cpu_place there = stat_places_of_cpu(&t->places, other->cpu);

		t->is_repeated[at] = other->event == counter->event && other->tid == counter->tid &&
				     there.socket == here.socket && there.die == here.die;
	}
}

/* Whether another event that the same name stands for has a row, too. */
static bool has_twin(const struct stat_table *t, uint32_t event)
{
	const struct counted_event *spec = &t->events->list[event];

	for (uint32_t i = 0; i < t->events->n; i++)
		if (i != event && t->rows[i] == i && are_one(&t->events->list[i], spec, STAT_MERGE_ALL))
			return true;
	return false;
}

static int name_event(struct stat_table *t, const struct counted *counters, uint32_t event)
{
	const char *name = counters->names[event];

	free(t->names[event]);
	t->names[event] = NULL;
	if (!has_twin(t, event))
		t->names[event] = strdup(name);
	else if (asprintf(&t->names[event], "%s [%s]", name, t->events->list[event].pmu) < 0)
		t->names[event] = NULL;
	return t->names[event] ? 0 : -ENOMEM;
}

int stat_table_begin(struct stat_table *t, const struct counted *counters)
{
	int result = stat_places_take(&t->places, counters);

	if (!result)
		result = make_cells(t);
	free(t->before);
	free(t->is_repeated);
	t->before = calloc((size_t)counters->n + 1, sizeof(*t->before));
	t->is_repeated = calloc((size_t)counters->n + 1, sizeof(*t->is_repeated));
	if (result || !t->before || !t->is_repeated)
		return result ? result : -ENOMEM;
	for (uint32_t i = 0; i < counters->n; i++) {
		find_repeated(t, counters, i);
		cell_at(t, t->places.of_counter[i], counters->list[i].event)->is_wanted = true;
	}
	for (uint32_t i = 0; i < t->events->n; i++)
		t->is_missing[i] = true;
	for (uint32_t i = 0; i < t->events->n; i++) {
		t->is_missing[t->rows[i]] &= counters->is_missing[i];
		if (name_event(t, counters, i))
			return -ENOMEM;
	}
	return 0;
}

void stat_table_add(struct stat_table *t, const struct counted *counters)
{
	for (uint32_t i = 0; i < counters->n; i++) {
		const struct counter *counter = &counters->list[i];
		struct count more = count_since(counter->count, t->before[i]);
		struct stat_cell *cell = cell_at(t, t->places.of_counter[i], counter->event);

		if (t->is_repeated[i])
			continue;
		if (t->events->list[counter->event].is_snapshot)
			more.value = counter->count.value;
		cell->sum.value += more.value;
		cell->sum.enabled += more.enabled;
		cell->sum.running += more.running;
		t->before[i] = counter->count;
	}
}

void stat_table_add_tool(struct stat_table *t, int tool, struct count count)
{
	for (uint32_t i = 0; i < t->events->n && t->places.n; i++)
		if (t->events->list[i].tool == tool)
			cell_at(t, 0, i)->sum = count;
}

void stat_table_end(struct stat_table *t, uint64_t elapsed_ns)
{
	for (size_t i = 0; i < t->n_cells; i++) {
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
	for (size_t i = 0; i < t->n_cells; i++)
		t->cells[i] = (struct stat_cell){ .is_wanted = t->cells[i].is_wanted };
	t->elapsed = (struct stat_series){ 0 };
}

struct stat_value stat_table_value(const struct stat_table *t, uint32_t place, uint32_t event)
{
	const struct stat_cell *cell = t->n_cells ? cell_at(t, place, event) : NULL;
	struct stat_value value = { .state = STAT_NOT_COUNTED };

	if (t->rows[event] != event)
		value.state = STAT_ELSEWHERE;
	else if (t->is_missing[event])
		value.state = STAT_NOT_SUPPORTED;
	else if (cell && cell->is_counted)
		value.state = STAT_COUNTED;
	else if (cell && !cell->is_wanted && t->places.by != STAT_BY_ALL)
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

bool stat_is_clock(const struct counted_event *event)
{
	return !event->tool && event->attr->type == PERF_TYPE_SOFTWARE &&
	       (event->attr->config == PERF_COUNT_SW_CPU_CLOCK || event->attr->config == PERF_COUNT_SW_TASK_CLOCK);
}

int stat_unit_digits(const struct stat_unit *unit)
{
	return floor(unit->scale) != unit->scale ? 2 : 0;
}

struct stat_unit stat_unit_of(const struct counted_event *event)
{
	if (stat_is_clock(event))
		return (struct stat_unit){ "msec", MS_PER_NS };
	return (struct stat_unit){ event->unit ? event->unit : "", event->scale ? event->scale : 1 };
}
