#include "record/drain/trace_snapshot.h"

/* cpu: of this one, or OPEN_EVERY_CPU. */
static int take_areas(struct drain *d, int cpu, uint64_t bytes, struct error *err)
{
	struct ring_set *rings = &d->sampler->rings;
	int result = 0;

	for (size_t i = 0; i < rings->n_rings && result >= 0; i++) {
		struct open_area *area = &rings->rings[i].area;

		if (area->aux.data && area->aux.overwritten && (cpu == OPEN_EVERY_CPU || rings->rings[i].cpu == cpu))
			result = trace_stream_snapshot(&d->streams->traces, area, rings->rings[i].cpu,
						       bytes ? bytes : area->aux.size, err);
	}
	return result < 0 ? result : 0;
}

int trace_snapshot_take_cpu(struct drain *d, int cpu, uint64_t bytes, struct error *err)
{
	int result;

	/* It may be traced, since uevents are dropped at times. */
	ring_set_switch_traces(&d->sampler->rings, false);
	result = drain_cpu(d, cpu, err);
	if (!result)
		result = take_areas(d, cpu, bytes, err);
	ring_set_switch_traces(&d->sampler->rings, true);
	return result;
}

/* The kernel's records about the areas come when the traces are disabled. */
int trace_snapshot_take(struct drain *d, uint64_t bytes, struct error *err)
{
	uint64_t before = d->streams->traces.bytes;
	int result;

	ring_set_switch_traces(&d->sampler->rings, false);
	result = drain_all(d, err);
	if (!result)
		result = take_areas(d, OPEN_EVERY_CPU, bytes, err);
	ring_set_switch_traces(&d->sampler->rings, true);
	if (result)
		return result;
	d->streams->traces.n_snapshots++;
	diagnostics_add(d->diagnostics, NOTICE_VERBOSE, "snapshot of the traces: %llu bytes",
			(unsigned long long)(d->streams->traces.bytes - before));
	return 0;
}
