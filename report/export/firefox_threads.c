#include "report/export/firefox_threads.h"

#include "common/list.h"
#include "report/export/export_counts.h"
#include "report/export/packed_numbers.h"

#include <errno.h>
#include <stdlib.h>

/* The thread of a number; NULL without memory. */
static struct firefox_thread *thread_of(struct firefox_threads *t, uint32_t number)
{
	const uint32_t n = t->walk->export->threads.n;

	if (number == EXPORT_NONE)
		return NULL;
	if (number >= t->n) {
		/* Twice as many as there are, since they come one by one. */
		if (!list_extend(&t->list, t->n, 2ull * n, sizeof(*t->list)))
			return NULL;
		t->n = 2 * n;
	}
	return &t->list[number];
}

/* --- samples -------------------------------------------------------------------------------------- */

/* The series of an event; NULL without memory. */
static struct firefox_series *series_of(struct firefox_thread *thread, uint32_t event)
{
	uint32_t i = thread->n;

	while (i && thread->series[i - 1].event > event)
		i--;
	if (i && thread->series[i - 1].event == event)
		return &thread->series[i - 1];
	if (!list_reserve(&thread->series, thread->n, &thread->capacity, sizeof(*thread->series)))
		return NULL;
	memmove(&thread->series[i + 1], &thread->series[i], (thread->n - i) * sizeof(*thread->series));
	thread->n++;
	thread->series[i] = (struct firefox_series){ .event = event };
	buffer_init(&thread->series[i].packed);
	return &thread->series[i];
}

static int series_add(struct firefox_series *s, const struct time_item *item)
{
	/* What comes late has the time of what it comes after: the profiler wants times that do not fall. */
	uint64_t time = item->time > s->time ? item->time : s->time;

	packed_put_difference(&s->packed, time, s->time);
	packed_put_difference(&s->packed, item->stack, s->stack);
	packed_put_difference(&s->packed, item->period, s->period);
	if (!s->n++)
		s->first = time;
	s->time = time;
	s->stack = item->stack;
	s->period = item->period;
	s->has_weights |= item->period != 1;
	return buffer_ok(&s->packed) ? 0 : -ENOMEM;
}

/* Appends what an item says beside the samples to its thread, or a loss to those of no thread. */
static int take_marker(struct firefox_threads *t, const struct time_item *item)
{
	struct firefox_marker f = { 0 };
	int result = time_markers_take(&t->markers, item, &f.marker);
	struct firefox_thread *thread;

	if (result <= 0)
		return result;
	if (f.marker.kind == MARKER_LOST) {
		firefox_marker_add(&t->lost, &f);
		return 0;
	}
	buffer_clear(&t->fields);
	if (f.marker.kind == MARKER_TRACEPOINT) {
		time_fields_begin(&t->item_fields, t->walk, item);
		firefox_put_fields(&t->item_fields, &t->fields);
	}
	f.fields = t->fields.data;
	f.fields_size = t->fields.size;
	thread = thread_of(t, f.marker.thread);
	if (!thread)
		return -ENOMEM;
	firefox_marker_add(&thread->markers, &f);
	return buffer_ok(&thread->markers.packed) && buffer_ok(&t->fields) && !t->item_fields.failed ? 0 : -ENOMEM;
}

static int take_sample(struct firefox_threads *t, const struct time_item *item)
{
	struct firefox_thread *thread = thread_of(t, item->thread);
	struct firefox_series *series = thread ? series_of(thread, item->event) : NULL;

	return series ? series_add(series, item) : -ENOMEM;
}

/* --- other records ---------------------------------------------------------------------------------- */

static struct firefox_thread *thread_of_ids(struct firefox_threads *t, uint32_t pid, uint32_t tid)
{
	const struct export_thread thread = { .pid = pid, .tid = tid };

	return thread_of(t, export_thread(t->walk->export, &thread));
}

static int take_task(struct firefox_threads *t, const struct time_item *item)
{
	struct firefox_thread *thread;
	struct record_task task;

	if (record_decode_task(item->record, &task, NULL))
		return 0;
	thread = thread_of_ids(t, task.pid, task.tid);
	if (!thread)
		return -ENOMEM;
	if (item->record->type == PERF_RECORD_EXIT)
		thread->ended = item->time;
	else if (!thread->begun)
		thread->begun = item->time;
	return 0;
}

/* The profiler shows the times from the first sample or marker to the last one; a counter has neither. */
static int add_counted(struct firefox_threads *t, uint64_t end)
{
	const struct firefox_marker f = { .marker = { .kind = MARKER_COUNTED, .end = end } };
	struct firefox_thread *thread = thread_of(t, 0);

	if (!thread)
		return -ENOMEM;
	firefox_marker_add(&thread->markers, &f);
	return buffer_ok(&thread->markers.packed) ? 0 : -ENOMEM;
}

int firefox_threads_read(struct firefox_threads *t, struct time_walk *walk, struct error *err)
{
	struct time_item item;
	int result;

	*t = (struct firefox_threads){ .walk = walk };
	time_markers_init(&t->markers, walk);
	time_fields_init(&t->item_fields);
	buffer_init(&t->fields);
	buffer_init(&t->lost.packed);
	while ((result = time_walk_next(walk, &item, err)) > 0) {
		/* A sample without a time counts all the same. */
		result = take_marker(t, &item);
		if (!result && item.is_sample)
			result = take_sample(t, &item);
		else if (!result && !record_time_is_none(item.time) &&
			 (item.record->type == PERF_RECORD_FORK || item.record->type == PERF_RECORD_EXIT))
			result = take_task(t, &item);
		if (result)
			return error_nomem(err);
	}
	/* A profile without threads is refused. */
	if (!result && !walk->export->threads.n && !thread_of_ids(t, 0, 0))
		return error_nomem(err);
	if (!result && walk->export->counts && add_counted(t, walk->export->counts->end))
		return error_nomem(err);
	return result;
}

static void thread_fini(struct firefox_thread *thread)
{
	for (uint32_t i = 0; i < thread->n; i++)
		buffer_fini(&thread->series[i].packed);
	free(thread->series);
	buffer_fini(&thread->markers.packed);
}

void firefox_threads_fini(struct firefox_threads *t)
{
	for (uint32_t i = 0; i < t->n; i++)
		thread_fini(&t->list[i]);
	free(t->list);
	buffer_fini(&t->lost.packed);
	time_fields_fini(&t->item_fields);
	buffer_fini(&t->fields);
}

/* --- written ------------------------------------------------------------------------------------------ */

/* A track: a thread's samples of one event. */
struct track {
	const struct export_thread *ids;
	struct firefox_thread *thread;
	const struct firefox_series *series;
	const struct firefox_markers *markers;
	bool names_event;
};

struct output {
	struct firefox_threads *threads;
	struct firefox_tables *tables;
	struct json *json;
};

/* ms from zero on, with all of the ns. */
static void put_time(const struct output *o, const char *name, uint64_t time)
{
	json_name(o->json, name);
	json_fixed(o->json, time > o->threads->markers.zero ? time - o->threads->markers.zero : 0, 6);
}

static void put_null(const struct output *o, const char *name)
{
	json_name(o->json, name);
	json_plain(o->json, "null");
}

static void put_name(const struct output *o, const char *name, const char *text)
{
	json_name(o->json, name);
	firefox_put_name(o->tables, o->json, text);
}

enum sample_column { COLUMN_STACK, COLUMN_TIME, COLUMN_WEIGHT };

static void put_samples_of(const struct output *o, const struct firefox_series *s, enum sample_column column)
{
	bool is_time = o->tables->export->events[s->event].is_time;
	const uint8_t *at = s->packed.data;
	uint64_t time = 0, stack = 0, period = 0, zero = o->threads->markers.zero;

	json_begin(o->json, '[');
	for (uint64_t i = 0; i < s->n; i++) {
		time = packed_get_next(&at, time);
		stack = packed_get_next(&at, stack);
		period = packed_get_next(&at, period);
		if (column == COLUMN_TIME)
			json_fixed(o->json, time > zero ? time - zero : 0, 6);
		else if (column == COLUMN_WEIGHT)
			json_fixed(o->json, period, is_time ? 6 : 0);
		else if (stack)
			json_u64(o->json, o->tables->nodes[stack]);
		else
			json_plain(o->json, "null");
	}
	json_end(o->json, ']');
}

static void put_samples(const struct output *o, const struct firefox_series *s)
{
	bool is_time = o->tables->export->events[s->event].is_time;

	json_name(o->json, "samples");
	json_begin(o->json, '{');
	json_name(o->json, "length");
	json_u64(o->json, s->n);
	put_name(o, "weightType", is_time ? "tracing-ms" : "samples");
	json_name(o->json, "stack");
	put_samples_of(o, s, COLUMN_STACK);
	json_name(o->json, "time");
	put_samples_of(o, s, COLUMN_TIME);
	json_name(o->json, "weight");
	if (is_time || s->has_weights)
		put_samples_of(o, s, COLUMN_WEIGHT);
	else
		json_plain(o->json, "null");
	json_end(o->json, '}');
}

/* "worker", or "worker (cycles)" where there are several events. The number of the track is a part of its tid. */
static int put_names(const struct output *o, const struct track *track, uint32_t number)
{
	const struct export *x = o->tables->export;
	char texts[2][EXPORT_NAME_SIZE];
	const char *process = x->counts ? "prec stat" : export_process_name(x, track->ids, texts[0]);
	const char *comm = x->counts ? "counts" : export_thread_name(x, track->ids, texts[1]);
	char text[64];
	char *name = NULL;

	if (track->names_event && asprintf(&name, "%s (%s)", comm, x->events[track->series->event].name) < 0)
		return -ENOMEM;
	put_name(o, "name", name ? name : comm);
	free(name);
	json_name(o->json, "isMainThread");
	json_bool(o->json, track->ids->pid == track->ids->tid && !number);
	put_name(o, "processType", "default");
	put_name(o, "processName", process);
	snprintf(text, sizeof(text), "%d", (int)track->ids->pid);
	put_name(o, "pid", text);
	json_name(o->json, "tid");
	snprintf(text, sizeof(text), "%d.%u", (int)track->ids->tid, number);
	if (number)
		json_string(o->json, text);
	else
		json_i64(o->json, (int)track->ids->tid);
	return 0;
}

/* From when to when a thread was there. A thread is sampled on for a moment after its EXIT record. */
static void put_life(const struct output *o, const struct track *track)
{
	const struct firefox_thread *main_thread, *thread = track->thread;
	uint32_t number = export_find_thread(o->tables->export, track->ids->pid, track->ids->pid);
	uint64_t begun = thread->begun < track->series->first ? thread->begun : track->series->first;
	uint64_t ended = thread->ended > track->series->time ? thread->ended : track->series->time;

	main_thread = number == EXPORT_NONE || number >= o->threads->n ? thread : &o->threads->list[number];
	put_time(o, "registerTime", begun);
	if (thread->ended)
		put_time(o, "unregisterTime", ended);
	else
		put_null(o, "unregisterTime");
	put_time(o, "processStartupTime", main_thread->begun);
	if (main_thread->ended)
		put_time(o, "processShutdownTime", main_thread->ended);
	else
		put_null(o, "processShutdownTime");
}

static int put_track(const struct output *o, const struct track *track, uint32_t number)
{
	int result;

	json_line(o->json);
	json_begin(o->json, '{');
	result = put_names(o, track, number);
	put_life(o, track);
	json_name(o->json, "pausedRanges");
	json_begin(o->json, '[');
	json_end(o->json, ']');
	json_name(o->json, "showMarkersInTimeline");
	json_bool(o->json, true);
	put_samples(o, track->series);
	firefox_put_markers(track->markers, o->threads->walk, o->tables, o->json, o->threads->markers.zero);
	json_end(o->json, '}');
	return result;
}

static int compare_threads(const void *a, const void *b, void *threads)
{
	const struct export_thread *list = threads;
	const struct export_thread *x = &list[*(const uint32_t *)a], *y = &list[*(const uint32_t *)b];

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

/* Numbers of the threads that have samples, or else of all, by pid and tid. NULL without memory. */
static uint32_t *threads_order(const struct firefox_threads *t, uint32_t *ret_n)
{
	const struct export_threads *threads = &t->walk->export->threads;
	uint32_t *order = malloc((threads->n + 1ull) * sizeof(*order)), n = 0;
	bool has_samples = false;

	for (uint32_t i = 0; i < threads->n && i < t->n; i++)
		has_samples |= t->list[i].n > 0;
	for (uint32_t i = 0; i < threads->n && i < t->n && order; i++)
		if (t->list[i].n || !has_samples)
			order[n++] = i;
	if (order)
		qsort_r(order, n, sizeof(*order), compare_threads, threads->list);
	*ret_n = n;
	return order;
}

/* Whether samples are of more than one event. */
static bool has_several_events(const struct export *x)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < x->profile->file->n_events; i++)
		n += x->events[i].count != 0;
	return n > 1;
}

/* Losses are told of in the first track of all, since they are of a CPU's ring and no thread's. */
static void move_losses(struct firefox_threads *t, struct firefox_markers *to)
{
	const struct firefox_markers *lost = &t->lost;
	struct firefox_marker marker = { 0 };
	const uint8_t *at = lost->packed.data;

	for (uint32_t i = 0; i < lost->n; i++) {
		firefox_marker_next(&at, &marker);
		firefox_marker_add(to, &marker);
	}
}

uint32_t firefox_first_pid(const struct firefox_threads *t)
{
	uint32_t n, *order = threads_order(t, &n), pid = n && order ? t->walk->export->threads.list[*order].pid : 0;

	free(order);
	return pid;
}

static int put_thread(const struct output *o, uint32_t number, bool names_event)
{
	static const struct firefox_markers none;
	static const struct firefox_series empty;
	struct firefox_thread *thread = &o->threads->list[number];
	uint32_t n = thread->n ? thread->n : 1;
	int result = 0;

	for (uint32_t i = 0; i < n && !result; i++) {
		const struct track track = { .ids = &o->tables->export->threads.list[number],
					     .thread = thread,
					     .series = thread->n ? &thread->series[i] : &empty,
					     .markers = i ? &none : &thread->markers,
					     .names_event = names_event };

		result = put_track(o, &track, i);
	}
	return result;
}

int firefox_put_threads(struct firefox_threads *t, struct firefox_tables *tables, struct json *j)
{
	const struct output o = { .threads = t, .tables = tables, .json = j };
	bool names_event = has_several_events(tables->export);
	uint32_t n, *order = threads_order(t, &n);
	int result = order ? 0 : -ENOMEM;

	json_line(j);
	json_name(j, "threads");
	json_begin(j, '[');
	if (n)
		move_losses(t, &t->list[order[0]].markers);
	for (uint32_t i = 0; i < n && !result; i++)
		result = put_thread(&o, order[i], names_event);
	json_end(j, ']');
	free(order);
	return result;
}
