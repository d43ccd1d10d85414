#include "report/export/export_perfetto.h"

#include "common/list.h"
#include "report/export/perfetto_counters.h"
#include "report/export/perfetto_interned.h"
#include "report/export/perfetto_packet.h"
#include "report/export/recording_facts.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

/* Numbers of fields, by message (trace_packet.proto and what it includes). */
enum {
	PACKET_PROCESS_TREE = 2,
	PACKET_CLOCK_SNAPSHOT = 6,
	PACKET_INTERNED = 12,
	PACKET_DEFAULTS = 59,
	PACKET_PERF_SAMPLE = 66,
};
enum { DEFAULTS_PERF_SAMPLE = 12, DEFAULTS_CLOCK = 58, SAMPLE_DEFAULTS_TIMEBASE = 1 };
enum {
	TIMEBASE_FREQUENCY = 2,
	TIMEBASE_PERIOD = 1,
	TIMEBASE_RAW = 5,
	TIMEBASE_NAME = 10,
	RAW_TYPE = 1,
	RAW_CONFIG = 2
};
enum { SAMPLE_CPU = 1, SAMPLE_PID, SAMPLE_TID, SAMPLE_CALLSTACK, SAMPLE_MODE, SAMPLE_COUNT, SAMPLE_LOST = 17 };
enum { SNAPSHOT_CLOCKS = 1, SNAPSHOT_PRIMARY = 2, CLOCK_ID = 1, CLOCK_TIMESTAMP = 2 };
enum { EVENT_ANNOTATIONS = 4, EVENT_CATEGORIES = 22, EVENT_NAME = 23 };
enum { SLICE_BEGIN = 1, SLICE_END, INSTANT };
enum { ANNOTATION_INT = 4, ANNOTATION_STRING = 6, ANNOTATION_NAME = 10 };
enum { TRACK_THREAD = 4, THREAD_PID = 1, THREAD_TID = 2 };
enum { TREE_PROCESSES = 1, TREE_THREADS = 2, PROCESS_PID = 1, PROCESS_CMDLINE = 3, PROCESS_IS_COMM = 9 };
enum { TREE_THREAD_TID = 1, TREE_THREAD_NAME, TREE_THREAD_TGID };

/* What a CPU, or none, has counted of an event so far: samples have that, and no differences. */
struct perfetto_count {
	uint32_t cpu;
	uint64_t count;
};

struct perfetto_event {
	struct perfetto_sequence sequence;
	struct perfetto_count *counts;
	uint32_t n, capacity;
};

struct perfetto {
	struct perfetto_output output;
	struct time_walk *walk;
	struct export *export;
	struct time_markers markers;
	struct perfetto_interned interned;
	struct perfetto_event *events; /* as in the file */
	uint32_t clock;                /* of times */
	struct wall_clock wall;
	bool is_begun;
	struct time_fields fields;
};

/* --- packets ---------------------------------------------------------------------------------------- */

/* The sequence of an event's samples. That of tracks is the next one. */
static uint32_t sample_sequence(uint32_t event)
{
	return event + 1;
}

/* --- the clock -------------------------------------------------------------------------------------- */

enum { PERFETTO_REALTIME = 1, PERFETTO_MONOTONIC = 3, PERFETTO_MONOTONIC_RAW = 5, PERFETTO_BOOTTIME = 6 };

/* The kernel's own clock is none of Perfetto's: it stands in for the one that readers take by default. */
static uint32_t clock_of(const struct recording_facts *facts)
{
	if (!facts->has_clock_id)
		return PERFETTO_BOOTTIME;
	switch (facts->clock_id) {
	case CLOCK_REALTIME: return PERFETTO_REALTIME;
	case CLOCK_MONOTONIC: return PERFETTO_MONOTONIC;
	case CLOCK_MONOTONIC_RAW: return PERFETTO_MONOTONIC_RAW;
	default: return PERFETTO_BOOTTIME;
	}
}

static void put_clock(struct perfetto *p, uint32_t clock, uint64_t time)
{
	size_t at = proto_begin(&p->output.packet, SNAPSHOT_CLOCKS);

	proto_put_number(&p->output.packet, CLOCK_ID, clock);
	proto_put_number(&p->output.packet, CLOCK_TIMESTAMP, time);
	proto_end(&p->output.packet, at);
}

/* Before all times: which clock they are of, and the time of day if it is known. */
static void put_snapshot(struct perfetto *p, uint64_t time)
{
	size_t packet = perfetto_begin(&p->output, p->output.track_sequence, PERFETTO_FLAG_CLEARED, PERFETTO_NO_TIME);
	size_t at = proto_begin(&p->output.packet, PACKET_CLOCK_SNAPSHOT);

	put_clock(p, p->output.clock, time);
	if (p->wall.is_known && p->output.clock != PERFETTO_REALTIME)
		put_clock(p, PERFETTO_REALTIME, wall_clock_at(&p->wall, time));
	proto_put_number(&p->output.packet, SNAPSHOT_PRIMARY, p->output.clock);
	proto_end(&p->output.packet, at);
	perfetto_end(&p->output, packet);
	p->is_begun = true;
}

/* --- samples ---------------------------------------------------------------------------------------- */

static void put_timebase(struct perfetto *p, uint32_t event)
{
	const struct event_attr *attr = &p->export->profile->file->events[event].attr;
	size_t at = proto_begin(&p->output.packet, SAMPLE_DEFAULTS_TIMEBASE), raw;

	if (attr->flags & ATTR_FREQ)
		proto_put_number(&p->output.packet, TIMEBASE_FREQUENCY, attr->sample_period);
	else
		proto_put_number(&p->output.packet, TIMEBASE_PERIOD, attr->sample_period ? attr->sample_period : 1);
	raw = proto_begin(&p->output.packet, TIMEBASE_RAW);
	proto_put_number(&p->output.packet, RAW_TYPE, attr->type);
	proto_put_number(&p->output.packet, RAW_CONFIG, attr->config);
	proto_end(&p->output.packet, raw);
	perfetto_put_name(&p->output, TIMEBASE_NAME, p->export->events[event].name);
	proto_end(&p->output.packet, at);
}

/* The first packet of an event: what all of its samples have in common. */
static void sequence_begin(struct perfetto *p, uint32_t event)
{
	size_t packet, at, defaults;

	if (p->events[event].sequence.is_begun)
		return;
	packet = perfetto_begin(&p->output, sample_sequence(event), PERFETTO_FLAG_CLEARED, PERFETTO_NO_TIME);
	at = proto_begin(&p->output.packet, PACKET_DEFAULTS);
	defaults = proto_begin(&p->output.packet, DEFAULTS_PERF_SAMPLE);
	put_timebase(p, event);
	proto_end(&p->output.packet, defaults);
	proto_put_number(&p->output.packet, DEFAULTS_CLOCK, p->output.clock);
	proto_end(&p->output.packet, at);
	perfetto_end(&p->output, packet);
	p->events[event].sequence.is_begun = true;
}

/* Adds a period to what its CPU has counted, and returns that. */
static uint64_t count_on(struct perfetto *p, struct perfetto_event *e, uint32_t cpu, uint64_t period)
{
	uint32_t i = 0;

	while (i < e->n && e->counts[i].cpu != cpu)
		i++;
	if (i == e->n) {
		if (!list_reserve(&e->counts, e->n, &e->capacity, sizeof(*e->counts))) {
			p->output.failed = true;
			return 0;
		}
		e->counts[e->n++] = (struct perfetto_count){ .cpu = cpu };
	}
	e->counts[i].count += period;
	return e->counts[i].count;
}

/* Perfetto's numbers of modes are those of records, other than of the first three. */
static unsigned mode_of(unsigned mode)
{
	return mode <= RECORD_MISC_HYPERVISOR ? mode : mode == RECORD_MISC_GUEST_KERNEL ? 4 : 5;
}

static void put_sample(struct perfetto *p, const struct time_item *item)
{
	struct perfetto_event *e = &p->events[item->event];
	struct export_thread *thread = &p->export->threads.list[item->thread];
	uint64_t stack, count = count_on(p, e, item->cpu, item->period);
	uint64_t time = record_time_is_none(item->time) ? p->markers.zero : item->time;
	size_t packet, at;

	sequence_begin(p, item->event);
	buffer_clear(&p->interned.data);
	stack = perfetto_callstack(&p->interned, &e->sequence, item->stack);
	p->output.failed |= p->interned.failed;
	thread->is_used = true;
	packet = perfetto_begin(&p->output, sample_sequence(item->event), PERFETTO_FLAG_NEEDS_STATE, time);
	if (p->interned.data.size)
		proto_put_bytes(&p->output.packet, PACKET_INTERNED, p->interned.data.data, p->interned.data.size);
	at = proto_begin(&p->output.packet, PACKET_PERF_SAMPLE);
	if (item->cpu != UINT32_MAX)
		proto_put_number(&p->output.packet, SAMPLE_CPU, item->cpu);
	proto_put_number(&p->output.packet, SAMPLE_PID, thread->pid);
	proto_put_number(&p->output.packet, SAMPLE_TID, thread->tid);
	proto_put_nonzero(&p->output.packet, SAMPLE_CALLSTACK, stack);
	proto_put_nonzero(&p->output.packet, SAMPLE_MODE, mode_of(item->mode));
	proto_put_number(&p->output.packet, SAMPLE_COUNT, count);
	proto_end(&p->output.packet, at);
	perfetto_end(&p->output, packet);
}

/* --- what happened in threads ----------------------------------------------------------------------- */

static void put_track(struct perfetto *p, uint32_t number)
{
	struct export_thread *thread = &p->export->threads.list[number];
	size_t packet, at, ids;

	if (thread->has_track)
		return;
	thread->is_used = thread->has_track = true;
	packet = perfetto_begin(&p->output, p->output.track_sequence, 0, PERFETTO_NO_TIME);
	at = proto_begin(&p->output.packet, PERFETTO_PACKET_TRACK_DESCRIPTOR);
	proto_put_number(&p->output.packet, PERFETTO_TRACK_UUID, number + 1ull);
	ids = proto_begin(&p->output.packet, TRACK_THREAD);
	proto_put_number(&p->output.packet, THREAD_PID, thread->pid);
	proto_put_number(&p->output.packet, THREAD_TID, thread->tid);
	proto_end(&p->output.packet, ids);
	proto_end(&p->output.packet, at);
	perfetto_end(&p->output, packet);
}

static void put_annotation(struct perfetto *p, const char *name, const char *text)
{
	size_t at = proto_begin(&p->output.packet, EVENT_ANNOTATIONS);

	perfetto_put_name(&p->output, ANNOTATION_NAME, name);
	perfetto_put_name(&p->output, ANNOTATION_STRING, text);
	proto_end(&p->output.packet, at);
}

static void put_fields(struct perfetto *p, const struct time_item *item)
{
	time_fields_begin(&p->fields, p->walk, item);
	while (time_fields_next(&p->fields))
		put_annotation(p, (const char *)p->fields.name.data, (const char *)p->fields.text.data);
	p->output.failed |= p->fields.failed;
}

static void put_annotations(struct perfetto *p, const struct time_marker *marker, const struct time_item *item)
{
	size_t at;

	switch (marker->kind) {
	case MARKER_ON_CPU:
		at = proto_begin(&p->output.packet, EVENT_ANNOTATIONS);
		proto_put_string(&p->output.packet, ANNOTATION_NAME, "cpu");
		proto_put_number(&p->output.packet, ANNOTATION_INT, marker->value >> 1);
		proto_end(&p->output.packet, at);
		put_annotation(p, "end", marker->value & 1 ? "was preempted" : "waited");
		break;
	case MARKER_RENAMED:
	case MARKER_EXEC: put_annotation(p, "comm", export_string(p->export, (uint32_t)marker->value)); break;
	case MARKER_TRACEPOINT: put_fields(p, item); break;
	case MARKER_OFF_CPU:
	case MARKER_COUNTED:
	case MARKER_LOST:
	case MARKER_N_KINDS: break;
	}
}

static void put_event(struct perfetto *p, const struct time_marker *marker, const struct time_item *item, unsigned type)
{
	const char *words, *name = time_marker_name(marker->kind, &words);
	size_t packet = perfetto_begin(&p->output, p->output.track_sequence, 0,
				       type == SLICE_END ? marker->end : marker->start);
	size_t at = proto_begin(&p->output.packet, PERFETTO_PACKET_TRACK_EVENT);

	proto_put_number(&p->output.packet, PERFETTO_EVENT_TYPE, type);
	proto_put_number(&p->output.packet, PERFETTO_EVENT_TRACK, marker->thread + 1ull);
	if (type != SLICE_END) {
		proto_put_string(&p->output.packet, EVENT_CATEGORIES, type == SLICE_BEGIN ? "sched" : name);
		perfetto_put_name(&p->output, EVENT_NAME,
				  marker->kind == MARKER_TRACEPOINT ? p->export->events[item->event].name : name);
		put_annotations(p, marker, item);
	}
	proto_end(&p->output.packet, at);
	perfetto_end(&p->output, packet);
}

/* Records that an event's ring had no room for. */
static void put_lost(struct perfetto *p, const struct time_marker *marker, const struct time_item *item)
{
	size_t packet, at;

	sequence_begin(p, item->event);
	packet = perfetto_begin(&p->output, sample_sequence(item->event), PERFETTO_FLAG_NEEDS_STATE, item->time);
	at = proto_begin(&p->output.packet, PACKET_PERF_SAMPLE);
	proto_put_number(&p->output.packet, SAMPLE_CPU, item->id.cpu);
	proto_put_number(&p->output.packet, SAMPLE_LOST, marker->value);
	proto_end(&p->output.packet, at);
	perfetto_end(&p->output, packet);
}

static void put_marker(struct perfetto *p, const struct time_marker *marker, const struct time_item *item)
{
	if (marker->kind == MARKER_LOST) {
		put_lost(p, marker, item);
		return;
	}
	put_track(p, marker->thread);
	if (time_marker_is_interval(marker->kind)) {
		put_event(p, marker, item, SLICE_BEGIN);
		put_event(p, marker, item, SLICE_END);
	} else {
		put_event(p, marker, item, INSTANT);
	}
}

/* --- names of threads ------------------------------------------------------------------------------- */

static void put_process(struct perfetto *p, const struct export_thread *t)
{
	size_t at = proto_begin(&p->output.packet, TREE_PROCESSES);
	char text[EXPORT_NAME_SIZE];

	proto_put_number(&p->output.packet, PROCESS_PID, (uint64_t)(int32_t)t->pid);
	perfetto_put_name(&p->output, PROCESS_CMDLINE, export_process_name(p->export, t, text));
	proto_put_number(&p->output.packet, PROCESS_IS_COMM, 1);
	proto_end(&p->output.packet, at);
}

static void put_thread(struct perfetto *p, const struct export_thread *t)
{
	size_t at = proto_begin(&p->output.packet, TREE_THREADS);
	char text[EXPORT_NAME_SIZE];

	proto_put_number(&p->output.packet, TREE_THREAD_TID, (uint64_t)(int32_t)t->tid);
	perfetto_put_name(&p->output, TREE_THREAD_NAME, export_thread_name(p->export, t, text));
	proto_put_number(&p->output.packet, TREE_THREAD_TGID, (uint64_t)(int32_t)t->pid);
	proto_end(&p->output.packet, at);
}

/* Each process and thread once. */
static void put_tree(struct perfetto *p)
{
	struct u32map pids = { 0 }, tids = { 0 };
	size_t packet = perfetto_begin(&p->output, p->output.track_sequence, 0,
				       p->walk->export->profile->analysis.timeline.last_time);
	size_t at = proto_begin(&p->output.packet, PACKET_PROCESS_TREE);

	for (uint32_t i = 0; i < p->export->threads.n && !p->output.failed; i++) {
		const struct export_thread *t = &p->export->threads.list[i];

		if (!t->is_used)
			continue;
		if (u32map_get(&pids, t->pid) == U32MAP_NONE)
			put_process(p, t);
		if (u32map_get(&tids, t->tid) == U32MAP_NONE)
			put_thread(p, t);
		p->output.failed |= u32map_set(&pids, t->pid, 1) || u32map_set(&tids, t->tid, 1);
	}
	u32map_fini(&pids);
	u32map_fini(&tids);
	proto_end(&p->output.packet, at);
	perfetto_end(&p->output, packet);
}

/* --- all of it -------------------------------------------------------------------------------------- */

static int perfetto_init(struct perfetto *p, FILE *out, struct time_walk *walk)
{
	const struct perf_file *file = walk->export->profile->file;
	struct recording_facts facts;
	int result = recording_facts_read(&facts, file);

	*p = (struct perfetto){ .walk = walk,
				.export = walk->export,
				.events = calloc(file->n_events + 1ull, sizeof(*p->events)),
				.wall = facts.wall };
	perfetto_output_init(&p->output, out, file->n_events + 1);
	p->output.clock = clock_of(&facts);
	recording_facts_fini(&facts);
	time_markers_init(&p->markers, walk);
	time_fields_init(&p->fields);
	return perfetto_interned_init(&p->interned, walk->export) || !p->events ? -ENOMEM : result;
}

static void perfetto_fini(struct perfetto *p)
{
	for (uint32_t i = 0; p->events && i < p->export->profile->file->n_events; i++) {
		perfetto_sequence_fini(&p->events[i].sequence);
		free(p->events[i].counts);
	}
	free(p->events);
	perfetto_interned_fini(&p->interned);
	perfetto_output_fini(&p->output);
	time_fields_fini(&p->fields);
}

static int put_items(struct perfetto *p, struct error *err)
{
	struct time_marker marker;
	struct time_item item;
	int result = 0;

	while (!p->output.failed && (result = time_walk_next(p->walk, &item, err)) > 0) {
		int found = time_markers_take(&p->markers, &item, &marker);

		p->output.failed |= found < 0;
		if (!p->is_begun && p->markers.zero)
			put_snapshot(p, p->markers.zero);
		if (found > 0)
			put_marker(p, &marker, &item);
		if (item.is_sample)
			put_sample(p, &item);
	}
	if (!p->is_begun)
		put_snapshot(p, 0);
	if (p->export->counts)
		perfetto_put_counters(&p->output, p->export->counts);
	put_tree(p);
	return p->output.failed ? error_nomem(err) : result;
}

int export_perfetto(FILE *out, struct time_walk *walk, struct error *err)
{
	struct perfetto p;
	int result = perfetto_init(&p, out, walk);

	result = result ? error_nomem(err) : put_items(&p, err);
	perfetto_fini(&p);
	return result;
}
