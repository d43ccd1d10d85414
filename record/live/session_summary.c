#include "record/live/session_summary.h"

#include <stdlib.h>

int session_progress(struct session *s, struct session_progress *ret_progress, struct error *err)
{
	int result = drain_all(&s->drain, err);

	drain_pause(&s->drain);
	*ret_progress =
		(struct session_progress){ .samples = drain_samples(&s->drain),
					   .lost = drain_lost_so_far(&s->drain),
					   .bytes = s->file.rotation.bytes + perf_writer_size(&s->streams.writer) };
	drain_resume(&s->drain);
	return result;
}

/* Whether all samples came by snapshots. */
static bool is_overwritten(const struct drain *d)
{
	for (size_t i = 0; i < d->n_rings; i++)
		if (!d->sampler->rings.rings[i].is_sideband && !d->sampler->rings.rings[i].overwritten)
			return false;
	return d->n_rings;
}

static void add_traces(struct trace_counts *sum, const struct trace_counts *of)
{
	sum->parts += of->parts;
	sum->truncated += of->truncated;
	sum->partial += of->partial;
	sum->collided += of->collided;
}

static void add_ring(struct session_summary *summary, const struct open_ring *ring, const struct drained_ring *have)
{
	add_traces(&summary->traces.counts, &have->counts.traces);
	summary->hardware_lost += have->counts.lost_samples;
	if (ring->is_sideband) {
		summary->sideband_lost += have->lost;
		return;
	}
	if (ring->is_trace) {
		summary->traces.lost += have->lost;
		return;
	}
	summary->total.lost += have->lost;
	if (summary->losses)
		summary->losses[summary->n_losses++] = (struct session_loss){
			.cpu = ring->cpu,
			.tid = ring->tid,
			.lost = have->lost,
			.throttled = have->counts.throttled,
			.throttled_ns = have->counts.throttled_ns,
		};
}

void session_summary_init(struct session_summary *summary, const struct session *s)
{
	const struct drain *d = &s->drain;

	*summary = (struct session_summary){ .total.samples = drain_samples(d),
					     .total.bytes = s->file.rotation.bytes,
					     .advice = is_overwritten(d) ? "they came while the buffers were read"
									 : drain_advice(d),
					     .traces = { .are_recorded = event_set_trace(&d->sampler->set),
							 .by_snapshot = s->setup.config.snapshots.are_wanted,
							 .n_snapshots = s->streams.traces.n_snapshots,
							 .bytes = s->streams.traces.bytes,
							 .n_impossible = s->streams.traces.n_impossible },
					     .n_files = s->file.rotation.n_ended,
					     .losses = calloc(d->n_rings ? d->n_rings : 1, sizeof(*summary->losses)) };
	for (size_t i = 0; i < d->n_rings; i++)
		add_ring(summary, &d->sampler->rings.rings[i], &d->rings[i]);
	if (s->setup.config.level) {
		summary->raw_bytes = s->file.rotation.raw_bytes;
		summary->packed_bytes = s->file.rotation.packed_bytes;
	}
}

void session_summary_fini(struct session_summary *summary)
{
	free(summary->losses);
}
