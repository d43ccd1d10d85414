#include "record/drain/losses.h"

#include "formats/record/record_write.h"
#include "record/open/event_set.h"

static void put_lost_samples(struct drain *d, const struct event_fd *event, uint64_t lost)
{
	const struct record_trailer id = {
		.sample_type = d->sampler->set.events[event->event].attr.sample_type,
		.pid = (uint32_t)-1,
		.tid = (uint32_t)event->tid,
		.id = event->id,
		.cpu = (uint32_t)event->cpu,
	};
	struct buffer *b = &d->streams->samples.staging;
	size_t start = record_begin(b, PERF_RECORD_LOST_SAMPLES, 0);

	buffer_put_u64(b, lost);
	record_end(b, start, &id);
}

/* What the descriptor has lost since it was last looked at. False where the kernel does not say. */
static bool take_reading(struct drain *d, struct event_fd *event, struct event_reading *reading)
{
	const struct set_event *of = &d->sampler->set.events[event->event];
	struct drained_ring *ring = &d->rings[event->ring];
	uint64_t lost;

	if (event_reading_get(reading, event->fd, of->attr.read_format, event->opened)) {
		ring->inexact = true;
		return false;
	}
	lost = reading->lost - event->lost;
	diagnostics_add(d->diagnostics, NOTICE_DEBUG, "%s: CPU %d, thread %d: counted %llu, lost %llu records",
			of->name, event->cpu, event->tid, (unsigned long long)reading->count, (unsigned long long)lost);
	event->lost = reading->lost;
	ring->lost += lost;
	ring->inexact |= !reading->has_lost;
	if (lost && !d->sampler->rings.rings[event->ring].is_sideband)
		put_lost_samples(d, event, lost);
	return true;
}

void losses_count(struct drain *d, struct event_fd *event)
{
	struct event_reading reading;

	if (take_reading(d, event, &reading))
		event->counted += reading.count;
}

int losses_count_all(struct drain *d, struct error *err)
{
	struct ring_set *rings = &d->sampler->rings;
	struct event_reading reading;

	for (size_t i = 0; i < rings->n_events; i++)
		if (rings->events[i].fd >= 0)
			take_reading(d, &rings->events[i], &reading);
	for (size_t i = 0; i < d->n_rings; i++)
		if (d->rings[i].inexact && d->rings[i].lost < d->rings[i].counts.lost)
			d->rings[i].lost = d->rings[i].counts.lost;
	return streams_take(&d->streams->samples, err);
}
