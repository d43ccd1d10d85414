#include "record/sampler/event_reading.h"
#include "record/session/session.h"
#include "record/session/status.h"

#include "common/log.h"
#include "formats/record/record_write.h"

#include <errno.h>
#include <stdlib.h>

uint64_t session_samples(const struct session *s)
{
	uint64_t samples = 0;

	for (size_t i = 0; i < s->n_rings; i++)
		samples += s->rings[i].counts.samples;
	return samples;
}

static uint64_t sum_lost(const struct session *s, bool sideband)
{
	uint64_t lost = 0;

	for (size_t i = 0; i < s->n_rings; i++)
		if (s->setup.rings->rings[i].sideband == sideband)
			lost += s->rings[i].counts.lost;
	return lost;
}

uint64_t session_lost_so_far(const struct session *s)
{
	return sum_lost(s, false);
}

static void put_lost_samples(struct session *s, const struct open_event *event, uint64_t lost)
{
	const struct record_trailer id = {
		.sample_type = s->setup.set->events[event->event].attr.sample_type,
		.pid = (uint32_t)-1,
		.tid = (uint32_t)event->tid,
		.id = event->id,
		.cpu = (uint32_t)event->cpu,
	};
	struct buffer *b = &s->samples.staging;
	size_t start = record_begin(b, PERF_RECORD_LOST_SAMPLES, 0);

	buffer_put_u64(b, lost);
	record_end(b, start, &id);
}

void session_count_loss(struct session *s, struct open_event *event)
{
	const struct set_event *of = &s->setup.set->events[event->event];
	struct session_ring *ring = &s->rings[event->ring];
	struct event_reading reading;

	if (event_reading_get(&reading, event->fd, of->attr.read_format, event->opened)) {
		ring->inexact = true;
		return;
	}
	log_debug("%s: CPU %d, thread %d: counted %llu, lost %llu records", of->name, event->cpu, event->tid,
		  (unsigned long long)reading.count, (unsigned long long)reading.lost);
	event->counted += reading.count;
	ring->lost += reading.lost;
	ring->inexact |= !reading.has_lost;
	if (reading.lost && !s->setup.rings->rings[event->ring].sideband)
		put_lost_samples(s, event, reading.lost);
}

/*
 * LOST records report a loss only once there is room again, and PERF_FORMAT_LOST counts all of it, so a ring whose
 * events all have the second does not need the first. What was lost goes into the file too, as Linux perf writes it.
 */
static int count_losses(struct session *s, struct error *err)
{
	struct open_rings *rings = s->setup.rings;
	struct stream_counts written = { 0 };

	for (size_t i = 0; i < rings->n_events; i++)
		if (rings->events[i].fd >= 0)
			session_count_loss(s, &rings->events[i]);
	for (size_t i = 0; i < s->n_rings; i++)
		if (s->rings[i].inexact && s->rings[i].lost < s->rings[i].counts.lost)
			s->rings[i].lost = s->rings[i].counts.lost;
	return block_stream_take(&s->samples, &written, err);
}

int session_finish(struct session *s, struct error *err)
{
	struct output_end end = { .blocks = &s->blocks, .ids = s->setup.options->no_build_ids ? NULL : &s->ids };
	int result;

	open_rings_disable(s->setup.rings);
	result = session_round(s, err);
	if (!result)
		result = count_losses(s, err);
	if (!result)
		result = session_write_gaps(s, true, err);
	if (!result)
		result = block_stream_cut(&s->sideband, err);
	if (!result)
		result = block_stream_cut(&s->samples, err);
	if (result)
		return result;
	end.first_sample = s->samples.first_sample;
	end.last_sample = s->samples.last_sample;
	return output_finish(&s->writer, s->setup.facts, &end, err);
}

void session_summarize(const struct session *s)
{
	const struct open_rings *rings = s->setup.rings;
	struct status_loss *losses = calloc(rings->n_rings ? rings->n_rings : 1, sizeof(*losses));
	struct status_summary summary = { .output = s->setup.output->path, .losses = losses };

	summary.facts.samples = session_samples(s);
	summary.facts.bytes = perf_writer_size(&s->writer);
	for (size_t i = 0; i < s->n_rings && losses; i++) {
		const struct open_ring *ring = &rings->rings[i];
		const struct session_ring *have = &s->rings[i];

		summary.hardware_lost += have->counts.lost_samples;
		if (ring->sideband) {
			summary.sideband_lost += have->lost;
			continue;
		}
		summary.facts.lost += have->lost;
		losses[summary.n_losses++] = (struct status_loss){
			.cpu = ring->cpu, .tid = ring->tid, .lost = have->lost, .throttled = have->counts.throttled
		};
	}
	if (s->setup.options->level) {
		summary.raw_bytes = s->blocks.raw_bytes;
		summary.packed_bytes = s->blocks.file_bytes;
	}
	session_report_gaps(s);
	status_summarize(&summary);
	free(losses);
}
