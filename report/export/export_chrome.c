#include "report/export/export_chrome.h"

#include "common/json.h"
#include "report/export/call_nodes.h"
#include "report/export/export_counts.h"
#include "report/export/packed_numbers.h"
#include "report/export/plain_name.h"
#include "report/export/recording_facts.h"

#include <errno.h>
#include <inttypes.h>
#include <time.h>

struct chrome {
	struct json json;
	struct time_walk *walk;
	struct export *export;
	struct time_markers markers;
	struct call_nodes nodes;
	struct buffer samples; /* each: event, CPU, thread, and the differences of time, stack and period */
	uint64_t n_samples;
	struct time_item last; /* of samples */
	struct time_fields fields;
	struct buffer plain;
	bool failed; /* no memory */
};

/* --- events ----------------------------------------------------------------------------------------- */

static const char *plain(struct chrome *c, const char *name)
{
	const char *text = plain_name(&c->plain, name);

	c->failed |= !text;
	return text ? text : "";
}

static void put_name(struct chrome *c, const char *member, const char *name)
{
	json_name(&c->json, member);
	json_string(&c->json, plain(c, name));
}

static void put_number(struct chrome *c, const char *member, int64_t number)
{
	json_name(&c->json, member);
	json_i64(&c->json, number);
}

static void put_time(struct chrome *c, const char *member, uint64_t time)
{
	json_name(&c->json, member);
	json_fixed(&c->json, time, 3);
}

static uint64_t since_zero(const struct chrome *c, uint64_t time)
{
	return time > c->markers.zero ? time - c->markers.zero : 0;
}

/* The name of the thread is told in the end. */
static void put_thread(struct chrome *c, uint32_t thread)
{
	struct export_thread *t = &c->export->threads.list[thread];

	t->is_used = true;
	put_number(c, "pid", (int32_t)t->pid);
	put_number(c, "tid", (int32_t)t->tid);
}

static void event_begin(struct chrome *c, const char *name, const char *phase)
{
	json_line(&c->json);
	json_begin(&c->json, '{');
	put_name(c, "name", name);
	put_name(c, "ph", phase);
}

/* The tracepoint's fields as arguments. */
static void put_fields(struct chrome *c, const struct time_item *item)
{
	time_fields_begin(&c->fields, c->walk, item);
	while (time_fields_next(&c->fields)) {
		json_name(&c->json, plain(c, (const char *)c->fields.name.data));
		json_string(&c->json, plain(c, (const char *)c->fields.text.data));
	}
	c->failed |= c->fields.failed;
}

static void put_arguments(struct chrome *c, const struct time_marker *marker, const struct time_item *item)
{
	json_name(&c->json, "args");
	json_begin(&c->json, '{');
	switch (marker->kind) {
	case MARKER_ON_CPU:
		put_number(c, "cpu", (int64_t)(marker->value >> 1));
		put_name(c, "end", marker->value & 1 ? "was preempted" : "waited");
		break;
	case MARKER_RENAMED:
	case MARKER_EXEC: put_name(c, "comm", export_string(c->export, (uint32_t)marker->value)); break;
	case MARKER_LOST: put_number(c, "records", (int64_t)marker->value); break;
	case MARKER_TRACEPOINT: put_fields(c, item); break;
	case MARKER_OFF_CPU:
	case MARKER_COUNTED:
	case MARKER_N_KINDS: break;
	}
	json_end(&c->json, '}');
}

/* Puts what an item says as a slice or an instant. */
static void put_marker(struct chrome *c, const struct time_marker *marker, const struct time_item *item)
{
	bool is_interval = time_marker_is_interval(marker->kind);
	const char *words, *name = time_marker_name(marker->kind, &words);
	uint32_t node = call_nodes_of(&c->nodes, marker->stack);
	uint32_t thread = marker->thread;

	/* A loss is of no thread, but each event is. */
	if (thread == EXPORT_NONE)
		thread = export_thread(c->export, &(struct export_thread){ .pid = item->id.pid, .tid = item->id.tid });
	c->failed |= node == CALL_NODES_FAILED || thread == EXPORT_NONE;
	if (c->failed)
		return;
	event_begin(c, marker->kind == MARKER_TRACEPOINT ? c->export->events[item->event].name : name,
		    is_interval ? "X" : "i");
	put_name(c, "cat", is_interval ? "sched" : name);
	put_thread(c, thread);
	put_time(c, "ts", since_zero(c, marker->start));
	if (is_interval)
		put_time(c, "dur", marker->end - marker->start);
	else
		put_name(c, "s", marker->kind == MARKER_LOST ? "g" : "t");
	if (node)
		put_number(c, "sf", node);
	put_arguments(c, marker, item);
	json_end(&c->json, '}');
}

/* --- samples ---------------------------------------------------------------------------------------- */

static void keep_sample(struct chrome *c, const struct time_item *item)
{
	uint64_t time = item->time > c->last.time ? item->time : c->last.time;

	c->export->threads.list[item->thread].is_used = true;
	packed_put(&c->samples, item->event);
	packed_put(&c->samples, item->cpu + 1u);
	packed_put(&c->samples, item->thread);
	packed_put_difference(&c->samples, time, c->last.time);
	packed_put_difference(&c->samples, item->stack, c->last.stack);
	packed_put_difference(&c->samples, item->period, c->last.period);
	c->last = *item;
	c->last.time = time;
	c->n_samples++;
	c->failed |= !buffer_ok(&c->samples) || call_nodes_of(&c->nodes, item->stack) == CALL_NODES_FAILED;
}

/* The next sample that is kept. *item: the one before, at first all zero. */
static void next_sample(const uint8_t **at, struct time_item *item)
{
	item->event = (uint32_t)packed_get(at);
	item->cpu = (uint32_t)packed_get(at) - 1;
	item->thread = (uint32_t)packed_get(at);
	item->time = packed_get_next(at, item->time);
	item->stack = (uint32_t)packed_get_next(at, item->stack);
	item->period = packed_get_next(at, item->period);
}

static void put_samples(struct chrome *c)
{
	struct time_item item = { 0 };
	const uint8_t *at = c->samples.data;

	json_line(&c->json);
	json_name(&c->json, "samples");
	json_begin(&c->json, '[');
	for (uint64_t i = 0; i < c->n_samples; i++) {
		next_sample(&at, &item);
		json_line(&c->json);
		json_begin(&c->json, '{');
		put_name(c, "name", c->export->events[item.event].name);
		if (item.cpu != UINT32_MAX)
			put_number(c, "cpu", item.cpu);
		put_thread(c, item.thread);
		put_time(c, "ts", since_zero(c, item.time));
		put_number(c, "sf", c->nodes.of_stack[item.stack]);
		put_number(c, "weight", (int64_t)item.period);
		json_end(&c->json, '}');
	}
	json_end(&c->json, ']');
}

/* The node 0 is that of samples without any address. */
static void put_frames(struct chrome *c)
{
	const struct stacks *s = &c->export->stacks;
	char number[16], text[4096];

	json_line(&c->json);
	json_name(&c->json, "stackFrames");
	json_begin(&c->json, '{');
	for (uint32_t i = 0; i < c->nodes.n; i++) {
		const struct call_node *node = i ? &c->nodes.list[i] : NULL;

		json_line(&c->json);
		snprintf(number, sizeof(number), "%" PRIu32, i);
		json_name(&c->json, number);
		json_begin(&c->json, '{');
		put_name(c, "name", node ? stack_function_text(s, node->function, text, sizeof(text)) : "[unknown]");
		if (node)
			put_name(c, "category", export_string(c->export, s->functions[node->function].dso));
		if (node && node->caller)
			put_number(c, "parent", node->caller);
		json_end(&c->json, '}');
	}
	json_end(&c->json, '}');
}

/* --- counters --------------------------------------------------------------------------------------- */

/* Each step of a counter is an event, of the process 0. */
static void put_counters(struct chrome *c, const struct export_counts *counts)
{
	for (uint32_t i = 0; i < counts->n_steps; i++) {
		const struct export_step *step = &counts->steps[i];
		const struct export_counter *counter = &counts->list[step->counter];

		event_begin(c, counter->title, "C");
		put_number(c, "pid", 0);
		put_time(c, "ts", step->time);
		json_name(&c->json, "args");
		json_begin(&c->json, '{');
		json_name(&c->json, "count");
		json_double(&c->json, step->value, export_counter_digits(counter));
		json_end(&c->json, '}');
		json_end(&c->json, '}');
	}
}

/* --- names of threads ------------------------------------------------------------------------------ */

static void put_name_event(struct chrome *c, const char *kind, const struct export_thread *t, const char *name)
{
	event_begin(c, kind, "M");
	put_number(c, "pid", (int32_t)t->pid);
	put_number(c, "tid", (int32_t)t->tid);
	json_name(&c->json, "args");
	json_begin(&c->json, '{');
	put_name(c, "name", name);
	json_end(&c->json, '}');
	json_end(&c->json, '}');
}

/* Of each process once: of the first of its threads that is used. */
static void put_names(struct chrome *c)
{
	struct u32map pids = { 0 };
	char text[EXPORT_NAME_SIZE];

	for (uint32_t i = 0; i < c->export->threads.n && !c->failed; i++) {
		const struct export_thread *t = &c->export->threads.list[i];

		if (!t->is_used)
			continue;
		if (u32map_get(&pids, t->pid) == U32MAP_NONE)
			put_name_event(c, "process_name", t, export_process_name(c->export, t, text));
		put_name_event(c, "thread_name", t, export_thread_name(c->export, t, text));
		c->failed |= u32map_set(&pids, t->pid, 1) != 0;
	}
	u32map_fini(&pids);
}

/* --- all of it -------------------------------------------------------------------------------------- */

static void put_fact(struct chrome *c, const char *member, const char *text)
{
	if (*text)
		put_name(c, member, text);
}

/* The format has times from 0 only. */
static void put_zero(struct chrome *c, const struct wall_clock *clock)
{
	const uint64_t zero = c->markers.zero, wall = clock->is_known ? wall_clock_at(clock, zero) : 0;
	const time_t seconds = (time_t)(wall / 1000000000);
	char text[64];
	struct tm tm;
	size_t size;

	snprintf(text, sizeof(text), "%" PRIu64 ".%09" PRIu64, zero / 1000000000, zero % 1000000000);
	put_fact(c, "time 0 on the recording's clock", text);
	if (!clock->is_known || !gmtime_r(&seconds, &tm))
		return;
	size = strftime(text, sizeof(text), "%FT%T", &tm);
	snprintf(text + size, sizeof(text) - size, ".%09" PRIu64 "Z", wall % 1000000000);
	put_fact(c, "time 0 by the wall clock", text);
}

static int put_facts(struct chrome *c)
{
	struct recording_facts facts;
	int result = recording_facts_read(&facts, c->export->profile->file);

	if (!result) {
		json_line(&c->json);
		json_name(&c->json, "otherData");
		json_begin(&c->json, '{');
		put_fact(c, "file", c->export->input);
		put_fact(c, "host", facts.host);
		put_fact(c, "kernel", facts.kernel);
		put_fact(c, "machine", facts.arch);
		put_fact(c, "command", facts.command);
		put_fact(c, "recorded by", facts.recorder);
		put_fact(c, "exported by", PACKAGE_STRING);
		put_zero(c, &facts.wall);
		put_number(c, "lost records", (int64_t)export_lost(c->export));
		json_end(&c->json, '}');
	}
	recording_facts_fini(&facts);
	return result;
}

static int put_events(struct chrome *c, struct error *err)
{
	struct time_marker marker;
	struct time_item item;
	int result = 0;

	json_name(&c->json, "traceEvents");
	json_begin(&c->json, '[');
	while (!c->failed && (result = time_walk_next(c->walk, &item, err)) > 0) {
		result = time_markers_take(&c->markers, &item, &marker);
		if (result > 0)
			put_marker(c, &marker, &item);
		c->failed |= result < 0;
		if (item.is_sample)
			keep_sample(c, &item);
	}
	if (c->export->counts)
		put_counters(c, c->export->counts);
	put_names(c);
	json_end(&c->json, ']');
	return c->failed ? error_nomem(err) : result;
}

static void chrome_init(struct chrome *c, FILE *out, struct time_walk *walk)
{
	*c = (struct chrome){ .json.out = out, .walk = walk, .export = walk->export };
	time_markers_init(&c->markers, walk);
	call_nodes_init(&c->nodes, &walk->export->stacks);
	buffer_init(&c->samples);
	buffer_init(&c->plain);
	time_fields_init(&c->fields);
}

static void chrome_fini(struct chrome *c)
{
	call_nodes_fini(&c->nodes);
	buffer_fini(&c->samples);
	buffer_fini(&c->plain);
	time_fields_fini(&c->fields);
}

int export_chrome(FILE *out, struct time_walk *walk, struct error *err)
{
	struct chrome c;
	int result;

	chrome_init(&c, out, walk);
	json_begin(&c.json, '{');
	put_name(&c, "displayTimeUnit", "ns");
	result = put_events(&c, err);
	if (!result) {
		put_samples(&c);
		put_frames(&c);
		result = put_facts(&c);
		if (c.failed || result)
			result = error_nomem(err);
	}
	json_end(&c.json, '}');
	fputc('\n', out);
	chrome_fini(&c);
	return result;
}
