#include "report/export/time_markers.h"

#include <errno.h>

static const struct {
	const char *name, *words;
} kinds[MARKER_N_KINDS] = {
	[MARKER_ON_CPU] = { "on CPU", "The thread ran, as context switches say." },
	[MARKER_OFF_CPU] = { "off CPU", "The thread waited, or was preempted." },
	[MARKER_RENAMED] = { "renamed", "The thread took another name." },
	[MARKER_EXEC] = { "exec", "The process executed a program." },
	[MARKER_LOST] = { "lost", "Records found no room in the ring, and are not here." },
	[MARKER_COUNTED] = { "counted", "Events were counted, as the counters show." },
	[MARKER_TRACEPOINT] = { "tracepoint", "The thread passed a tracepoint." },
};

const char *time_marker_name(enum time_marker_kind kind, const char **ret_words)
{
	*ret_words = kinds[kind].words;
	return kinds[kind].name;
}

void time_markers_init(struct time_markers *m, struct time_walk *walk)
{
	*m = (struct time_markers){ .walk = walk };
}

/* An interval of a thread begins where the one before has ended, whatever the records say. */
static int take_interval(struct time_markers *m, struct time_marker *marker)
{
	uint64_t *until = &m->walk->export->threads.list[marker->thread].until;
	uint64_t first = *until > m->zero ? *until : m->zero;

	if (marker->start < first)
		marker->start = first;
	if (marker->start >= marker->end)
		return 0;
	*until = marker->end;
	return 1;
}

static int take_sample(struct time_markers *m, const struct time_item *item, struct time_marker *marker)
{
	const struct file_event *event = &m->walk->export->profile->file->events[item->event];

	marker->thread = item->thread;
	marker->stack = item->stack;
	if (event_is_off_cpu(event)) {
		marker->kind = MARKER_OFF_CPU;
		marker->start = item->period < item->time ? item->time - item->period : 0;
		return take_interval(m, marker);
	}
	marker->kind = MARKER_TRACEPOINT;
	marker->value = item->event;
	return event->attr.type == PERF_TYPE_TRACEPOINT;
}

static uint32_t thread_of_ids(struct time_markers *m, uint32_t pid, uint32_t tid)
{
	return export_thread(m->walk->export, &(struct export_thread){ .pid = pid, .tid = tid });
}

static int take_switch(struct time_markers *m, const struct time_item *item, struct time_marker *marker)
{
	uint64_t *on_cpu;

	marker->thread = thread_of_ids(m, item->id.pid, item->id.tid);
	if (marker->thread == EXPORT_NONE)
		return -ENOMEM;
	on_cpu = &m->walk->export->threads.list[marker->thread].on_cpu;
	marker->kind = MARKER_ON_CPU;
	marker->start = *on_cpu;
	marker->value = 2ull * item->id.cpu + !!(item->record->misc & RECORD_MISC_SWITCH_OUT_PREEMPT);
	*on_cpu = item->record->misc & RECORD_MISC_SWITCH_OUT ? 0 : item->time;
	return *on_cpu || !marker->start ? 0 : take_interval(m, marker);
}

static int take_comm(struct time_markers *m, const struct time_item *item, struct time_marker *marker)
{
	struct record_comm comm;

	if (record_decode_comm(item->record, &comm, NULL))
		return 0;
	marker->kind = comm.exec ? MARKER_EXEC : MARKER_RENAMED;
	marker->thread = thread_of_ids(m, comm.pid, comm.tid);
	marker->value = strtab_add(&m->walk->export->profile->names->strings, comm.comm, comm.comm_size);
	return marker->thread == EXPORT_NONE || marker->value == STRTAB_NONE ? -ENOMEM : 1;
}

static int take_lost(const struct time_item *item, struct time_marker *marker)
{
	struct record_lost lost;

	if (record_decode_lost(item->record, &lost, NULL) || !lost.lost)
		return 0;
	marker->kind = MARKER_LOST;
	marker->thread = EXPORT_NONE;
	marker->value = lost.lost;
	return 1;
}

int time_markers_take(struct time_markers *m, const struct time_item *item, struct time_marker *marker)
{
	*marker = (struct time_marker){ .start = item->time, .end = item->time };
	if (record_time_is_none(item->time))
		return 0;
	if (!m->zero)
		m->zero = item->time;
	if (item->is_sample)
		return take_sample(m, item, marker);
	switch (item->record->type) {
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE: return take_switch(m, item, marker);
	case PERF_RECORD_COMM: return take_comm(m, item, marker);
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES: return take_lost(item, marker);
	default: return 0;
	}
}
