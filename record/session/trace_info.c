#include "record/session/trace_info.h"

#include "record/aux/aux_info.h"
#include "record/pmu/event_context.h"

#include "formats/record/record_write.h"

#include <stdlib.h>

/* The number of a trace's own area, or the first one of its CPU or of a thread with areas; 0 where it has none. */
static uint32_t area_of(const struct ring_set *rings, const struct event_fd *event)
{
	if (rings->rings[event->ring].trace)
		return rings->rings[event->ring].area.number;
	for (size_t i = 0; i < rings->n_rings; i++) {
		const struct open_ring *ring = &rings->rings[i];

		if (ring->trace && ring->cpu == event->cpu && (event->cpu >= 0 || ring->tid == event->tid))
			return ring->area.number;
	}
	return 0;
}

static int put_ids(const struct ring_set *rings, struct buffer *out, struct error *err)
{
	struct record_id_place *places = calloc(rings->n_events ? rings->n_events : 1, sizeof(*places));

	if (!places)
		return error_nomem(err);
	for (size_t i = 0; i < rings->n_events; i++) {
		const struct event_fd *event = &rings->events[i];

		places[i] = (struct record_id_place){
			.id = event->id, .index = area_of(rings, event), .cpu = event->cpu, .tid = event->tid
		};
	}
	record_put_id_index(out, places, rings->n_events);
	free(places);
	return 0;
}

static enum aux_switches switches_of(const struct sampler *s)
{
	if (!(event_set_sideband(&s->set)->attr.flags & ATTR_CONTEXT_SWITCH))
		return AUX_SWITCHES_NONE;
	return s->target->kind == TARGET_SYSTEM ? AUX_SWITCHES_OF_CPUS : AUX_SWITCHES_OF_THREADS;
}

/* Its packets have the counter's times. */
static void warn_of_clock(const struct aux_info *info, struct diagnostics *diagnostics)
{
	if (diagnostics && info->spec->trace.kind == TRACE_INTEL_PT && !info->conv.mult)
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"the kernel's clock is not the CPU's counter of time (TSC): decoders cannot relate the "
				"trace's times to those of records");
}

int trace_info_put(const struct sampler *s, bool snapshots, struct buffer *out, struct diagnostics *diagnostics,
		   struct error *err)
{
	const struct set_event *trace = event_set_trace(&s->set);
	const struct event_context context = event_context_of_environment();
	struct aux_info info;
	int result;

	if (!trace)
		return 0;
	info = (struct aux_info){ .list = s->list,
				  .spec = trace->spec,
				  .config = trace->attr.config,
				  .sys_root = context.sys_root,
				  .cpus = &s->target->cpus,
				  .snapshot = snapshots,
				  .per_cpu = !s->target->per_thread,
				  .switches = switches_of(s) };
	ring_set_time_conv(&s->rings, &info.conv);
	warn_of_clock(&info, diagnostics);
	result = put_ids(&s->rings, out, err);
	return result ? result : aux_info_put(out, &info, err);
}
