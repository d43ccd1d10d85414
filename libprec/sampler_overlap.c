#include "libprec/sampler_overlap.h"

#include "common/list.h"

#include <stdlib.h>

/* The sample before, in the same ring. */
struct last_sample {
	uint64_t time;
	uint32_t tid;
	bool is_new, is_kept, is_before_cut;
};

static int find_ids(struct sampler_overlap *o, const struct sampler_task *task, struct error *err)
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

int sampler_overlap_begin(struct sampler_overlap *o, struct prec_sampler *s, const struct sampler_task *task,
			  uint32_t n_old, struct error *err)
{
	*o = (struct sampler_overlap){ .sampler = s, .n_old = n_old };
	o->spans = calloc(s->n_rings, sizeof(*o->spans));
	o->bounce = malloc(RING_RECORD_MAX);
	if (!o->spans || !o->bounce)
		return error_nomem(err);
	for (uint32_t i = 0; i < s->n_rings; i++)
		o->spans[i].begin = ring_head(&s->rings[i].ring);
	return find_ids(o, task, err);
}

void sampler_overlap_fini(struct sampler_overlap *o)
{
	u32map_fini(&o->events);
	free(o->spans);
	free(o->bounce);
}

void sampler_overlap_cut(struct sampler_overlap *o)
{
	for (uint32_t i = 0; i < o->sampler->n_rings; i++)
		o->spans[i].cut = ring_head(&o->sampler->rings[i].ring);
}

/*
 * Whether both are of one happening: the kernel's one sample for both, or the new event's before the cut and the old
 * one's after it, of which each would be too much by itself.
 */
static bool is_twin(const struct last_sample *last, const struct last_sample *now, bool is_shared)
{
	if (last->tid != now->tid)
		return false;
	return is_shared ? last->time == now->time
			 : last->is_new && last->is_before_cut && !now->is_new && !now->is_before_cut;
}

/* Ids that are no event's of the task are of what another program has opened. */
static bool is_wanted(const struct sampler_overlap *o, const struct last_sample *now, uint64_t id)
{
	const uint32_t event = u32map_get(&o->events, (uint32_t)id);

	return event == U32MAP_NONE || (event < o->n_old) == now->is_before_cut;
}

/* Without memory it is handed out twice. */
static void skip(struct sampler_ring *ring, uint64_t at)
{
	if (list_reserve(&ring->skipped, ring->n_skipped, &ring->capacity, sizeof(*ring->skipped)))
		ring->skipped[ring->n_skipped++] = at;
}

/* What is in one ring. A copy of it goes through, since the ring itself may be being read. */
static void sort_out(struct sampler_overlap *o, uint32_t number)
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

void sampler_overlap_end(struct sampler_overlap *o)
{
	for (uint32_t i = 0; i < o->sampler->n_rings; i++) {
		o->spans[i].end = ring_head(&o->sampler->rings[i].ring);
		sort_out(o, i);
	}
}
