#include "record/session/losses.h"

#include "record/sampler/event_reading.h"

#include "formats/record/record_write.h"

static void put_lost_samples(struct drain *d, const struct open_event *event, uint64_t lost)
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

void losses_count(struct drain *d, struct open_event *event)
{
	const struct set_event *of = &d->sampler->set.events[event->event];
	struct drained_ring *ring = &d->rings[event->ring];
	struct event_reading reading;

	if (event_reading_get(&reading, event->fd, of->attr.read_format, event->opened)) {
		ring->inexact = true;
		return;
	}
	notices_add(d->notices, NOTICE_DEBUG, "%s: CPU %d, thread %d: counted %llu, lost %llu records", of->name,
		    event->cpu, event->tid, (unsigned long long)reading.count, (unsigned long long)reading.lost);
	event->counted += reading.count;
	ring->lost += reading.lost;
	ring->inexact |= !reading.has_lost;
	if (reading.lost && !d->sampler->rings.rings[event->ring].sideband)
		put_lost_samples(d, event, reading.lost);
}

int losses_count_all(struct drain *d, struct error *err)
{
	struct open_rings *rings = &d->sampler->rings;

	for (size_t i = 0; i < rings->n_events; i++)
		if (rings->events[i].fd >= 0)
			losses_count(d, &rings->events[i]);
	for (size_t i = 0; i < d->n_rings; i++)
		if (d->rings[i].inexact && d->rings[i].lost < d->rings[i].counts.lost)
			d->rings[i].lost = d->rings[i].counts.lost;
	return streams_take(&d->streams->samples, err);
}
