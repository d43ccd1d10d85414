/*
 * sampler_rate: changes the rate of a sampler. Threads that have inherited events have no descriptors of them. So the
 * events of each task are opened again with the new rate, and the old ones are closed.
 *
 * Old and new events both sample for a moment, so that no sample is missed; each sample is reported once:
 *
 *	position in a ring   begin ......... cut ......... end
 *	old events           sample          sample until they are disabled
 *	new events           sample from when they are enabled on
 *	reported             old             new
 *
 * Right after the change the positions of the duplicates are stored, and the reader of the rings skips them.
 *
 * For software events the kernel makes one sample and writes it for both (perf_swevent_event and perf_prepare_sample in
 * kernel/events/core.c, from Linux 6.2 on), with the id of either or of another program's event. Both records have the
 * same time, and one of them is kept, whether before or after the cut.
 */
#include "libprec/sampler_set.h"

#include "common/list.h"
#include <prec/event.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Positions in a ring, in bytes since it was mapped. */
struct overlap_span {
	uint64_t begin, cut, end;
};

struct overlap {
	struct prec_sampler *sampler;
	struct u32map events;       /* indices of the task's events, by the low half of their ids */
	uint32_t n_old;             /* how many of the events are old: the first ones */
	struct overlap_span *spans; /* one for each ring */
	uint8_t *bounce;
};

/* The sample before, in the same ring. */
struct last_sample {
	uint64_t time;
	uint32_t tid;
	bool is_new, is_kept, is_before_cut;
};

static int find_ids(struct overlap *o, const struct sampler_task *task, struct error *err)
{
	for (uint32_t i = 0; i < task->n; i++) {
		uint64_t id;
		const int result = descriptor_id(task->events[i].fd, &id, err);

		if (result)
			return result;
		if (u32map_set(&o->events, (uint32_t)id, i))
			return error_nomem(err);
	}
	return 0;
}

/*
 * Call before the new events, those from index n_old on, are enabled. 0 or a negative errno; the caller calls
 * overlap_fini in both cases.
 */
static int overlap_begin(struct overlap *o, struct prec_sampler *s, const struct sampler_task *task, uint32_t n_old,
			 struct error *err)
{
	*o = (struct overlap){ .sampler = s, .n_old = n_old };
	o->spans = calloc(s->n_rings, sizeof(*o->spans));
	o->bounce = malloc(RING_RECORD_MAX);
	if (!o->spans || !o->bounce)
		return error_nomem(err);
	for (uint32_t i = 0; i < s->n_rings; i++)
		o->spans[i].begin = ring_head(&s->rings[i].ring);
	return find_ids(o, task, err);
}

static void overlap_fini(struct overlap *o)
{
	u32map_fini(&o->events);
	free(o->spans);
	free(o->bounce);
}

/* Call when all new events sample, and all old ones still do. */
static void overlap_cut(struct overlap *o)
{
	for (uint32_t i = 0; i < o->sampler->n_rings; i++)
		o->spans[i].cut = ring_head(&o->sampler->rings[i].ring);
}

/*
 * True if both samples are of the same occurrence: a sample that the kernel made for both events (is_shared), or the
 * new event's before the cut and the old event's after it, which would both be skipped.
 */
static bool is_twin(const struct last_sample *last, const struct last_sample *now, bool is_shared)
{
	if (last->tid != now->tid)
		return false;
	return is_shared ? last->time == now->time
			 : last->is_new && last->is_before_cut && !now->is_new && !now->is_before_cut;
}

/* True for an old event's sample before the cut, a new event's after it, and one with the id of another program. */
static bool is_wanted(const struct overlap *o, const struct last_sample *now, uint64_t id)
{
	const uint32_t event = u32map_get(&o->events, (uint32_t)id);

	return event == U32MAP_NONE || (event < o->n_old) == now->is_before_cut;
}

/* Stores the position of a duplicate; without memory it will be handed out. */
static void skip(struct sampler_ring *ring, uint64_t at)
{
	if (list_reserve(&ring->skipped, ring->n_skipped, &ring->capacity, sizeof(*ring->skipped)))
		ring->skipped[ring->n_skipped++] = at;
}

/* Finds the duplicates in a ring. Uses a copy of struct ring, since the ring itself may be in the middle of a poll. */
static void sort_out(struct overlap *o, uint32_t number)
{
	const struct overlap_span *span = &o->spans[number];
	struct sampler_ring *own = &o->sampler->rings[number];
	const struct event_layout *layout = &o->sampler->events[own->event].layout;
	const bool is_shared = sampler_event_counts_each(&o->sampler->set.events[own->event].attr);
	const size_t id_at = event_layout_sample_id(layout);
	struct last_sample last = { .is_kept = true };
	struct ring ring = own->ring;
	const uint8_t *data;
	uint16_t size;

	ring.tail = span->begin;
	while (ring.tail < span->end &&
	       (data = ring_record(&ring, ring_data(&ring), span->end, o->bounce, &size)) != NULL) {
		if (load_u32(data) == PERF_RECORD_SAMPLE && size >= layout->fixed_end) {
			const uint64_t id = load_u64(data + id_at);
			struct last_sample now = { .time = load_u64(data + layout->time),
						   .tid = load_u32(data + layout->tid + 4),
						   .is_before_cut = ring.tail < span->cut };

			now.is_new = u32map_get(&o->events, (uint32_t)id) >= o->n_old;
			now.is_kept = is_twin(&last, &now, is_shared) ? !last.is_kept : is_wanted(o, &now, id);
			if (!now.is_kept)
				skip(own, ring.tail);
			last = now;
		}
		ring.tail += size;
	}
}

/* Call when the old events are disabled. Stores the positions of the duplicates. */
static void overlap_end(struct overlap *o)
{
	for (uint32_t i = 0; i < o->sampler->n_rings; i++) {
		o->spans[i].end = ring_head(&o->sampler->rings[i].ring);
		sort_out(o, i);
	}
}

/* Enables the events of a task from index n_old on and disables those before; after a failure nothing has changed. */
static int exchange(struct prec_sampler *s, const struct sampler_task *task, uint32_t n_old, struct error *err)
{
	struct overlap overlap;
	int result = overlap_begin(&overlap, s, task, n_old, err);

	if (!result) {
		result = sampler_set_enable(task, n_old, err);
		if (result)
			sampler_set_disable(task, n_old, task->n);
		overlap_cut(&overlap);
		if (!result)
			sampler_set_disable(task, 0, n_old);
		overlap_end(&overlap);
	}
	overlap_fini(&overlap);
	return result;
}

/* Opens the events of a task again, with their attrs of now, and closes the old ones. */
static int reopen(struct prec_sampler *s, struct sampler_task *task, struct error *err)
{
	const uint32_t before = task->n;
	int result;

	s->adding = (uint32_t)(task - s->tasks.list);
	result = sampler_set_open(s, task->pid, err);
	/* If nothing was opened, the process has ended, and the next poll reports it. */
	if (!result && task->n > before && !s->is_paused)
		result = exchange(s, task, before, err);
	if (result) {
		sampler_task_close(task, before, task->n);
		return result;
	}
	if (task->n > before) {
		sampler_losses_keep(s, task, before);
		sampler_task_close(task, 0, before);
	}
	return 0;
}

/*
 * True if threads inherit the task's events. Inherited events have no descriptor, so their rate cannot be changed. And
 * the kernel may exchange the event contexts of two threads when it switches between them (perf_event_context_sched_out
 * in kernel/events/core.c): then a descriptor may belong to events of a thread that has ended, and to change its rate
 * has no effect.
 */
static bool is_inherited(const struct prec_sampler *s, const struct sampler_task *task)
{
	return !s->options.by_thread && task->pid != SAMPLER_CPUS;
}

static int change_task(struct prec_sampler *s, struct sampler_task *task, uint64_t rate, struct error *err)
{
	for (uint32_t i = 0; i < task->n; i++) {
		const struct task_event *event = &task->events[i];
		int result;

		if (!s->set.events[event->event].attr.sample_period)
			continue;
		result = prec_event_set_period(event->fd, rate);
		if (result)
			return error_set(err, result, "event '%s': the kernel refuses %llu as its %s: %s",
					 s->set.events[event->event].name, (unsigned long long)rate,
					 s->by_freq ? "frequency" : "period", strerror(-result));
	}
	return 0;
}

/* Changes the rate in the attrs of events that sample; members of a group that only count have no period. */
static void change_attrs(struct prec_sampler *s, uint64_t rate, bool by_freq)
{
	for (uint32_t i = 0; i < s->n_events; i++) {
		struct event_attr *attr = &s->set.events[i].attr;

		if (!attr->sample_period)
			continue;
		attr->sample_period = rate;
		attr->flags = by_freq ? attr->flags | ATTR_FREQ : attr->flags & ~ATTR_FREQ;
	}
}

/* True if an event changes from a period to a frequency or back, for which its descriptor has to be opened again. */
static bool changes_kind(const struct prec_sampler *s, bool by_freq)
{
	for (uint32_t i = 0; i < s->n_events; i++) {
		const struct event_attr *attr = &s->set.events[i].attr;

		if (attr->sample_period && !(attr->flags & ATTR_FREQ) == by_freq)
			return true;
	}
	return false;
}

static int change_all(struct prec_sampler *s, uint64_t rate, bool anew, struct error *err)
{
	for (uint32_t i = 0; i < s->tasks.n; i++) {
		struct sampler_task *task = &s->tasks.list[i];
		int result = 0;

		if (task->pid)
			result = anew || is_inherited(s, task) ? reopen(s, task, err) : change_task(s, task, rate, err);
		if (result)
			return result;
	}
	return 0;
}

/* Disables all events; the kernel does so for inherited ones, too. */
static int pause_all(struct prec_sampler *s, struct error *err)
{
	for (uint32_t i = 0; i < s->tasks.n; i++)
		for (uint32_t j = 0; j < s->tasks.list[i].n; j++) {
			const int result = descriptor_disable(s->tasks.list[i].events[j].fd);

			if (result)
				return error_set(err, result, "cannot stop to sample: %s", strerror(-result));
		}
	s->is_paused = true;
	sampler_set_tick(s);
	return 0;
}

static int resume_all(struct prec_sampler *s, struct error *err)
{
	s->is_paused = false;
	sampler_set_tick(s);
	for (uint32_t i = 0; i < s->tasks.n; i++) {
		int result = sampler_set_enable(&s->tasks.list[i], 0, err);

		if (result)
			return result;
	}
	return 0;
}

/* The parts of an attr that a rate changes. */
struct attr_rate {
	uint64_t period, flags;
};

static struct attr_rate *save_attrs(const struct prec_sampler *s)
{
	struct attr_rate *saved = calloc(s->n_events, sizeof(*saved));

	for (uint32_t i = 0; saved && i < s->n_events; i++)
		saved[i] = (struct attr_rate){ s->set.events[i].attr.sample_period, s->set.events[i].attr.flags };
	return saved;
}

static void restore_attrs(struct prec_sampler *s, const struct attr_rate *saved)
{
	for (uint32_t i = 0; i < s->n_events; i++) {
		s->set.events[i].attr.sample_period = saved[i].period;
		s->set.events[i].attr.flags = saved[i].flags;
	}
}

/* Changes the rate. After a failure all is opened again with the old rate, as far as that is possible. */
static int change_rate(struct prec_sampler *s, uint64_t rate, bool by_freq, struct error *err)
{
	const bool anew = changes_kind(s, by_freq), was_by_freq = s->by_freq;
	struct attr_rate *saved = save_attrs(s);
	int result;

	if (!saved)
		return error_nomem(err);
	change_attrs(s, rate, by_freq);
	s->by_freq = by_freq;
	result = change_all(s, rate, anew, err);
	if (!result) {
		s->rate = rate;
	} else {
		restore_attrs(s, saved);
		s->by_freq = was_by_freq;
		change_all(s, 0, true, NULL);
	}
	free(saved);
	return result;
}

int sampler_set_rate(struct prec_sampler *s, uint64_t rate, bool by_freq, struct error *err)
{
	int result = sampler_set_check_process(s);

	if (result)
		return result;
	if (!rate)
		return s->is_paused ? 0 : pause_all(s, err);
	if (rate != s->rate || changes_kind(s, by_freq))
		result = change_rate(s, rate, by_freq, err);
	return !result && s->is_paused ? resume_all(s, err) : result;
}
