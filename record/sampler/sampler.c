#include "record/sampler/sampler.h"

#include "record/events/event_traces.h"
#include "record/open/diagnose.h"
#include "record/open/file_limit.h"
#include "record/open/inheritance.h"

#include <errno.h>
#include <string.h>

static bool is_trace(const struct event_spec *spec)
{
	return spec && event_spec_is_trace(spec);
}

/* An event of a trace's group is nothing without it. */
static bool is_of_trace(const struct event_set *set, const struct event_spec *spec)
{
	for (size_t i = 0; spec && spec->group && i < set->n; i++)
		if (is_trace(set->events[i].spec) && set->events[i].spec->group == spec->group)
			return true;
	return is_trace(spec);
}

/* On a CPU that came after the file has told decoders what CPUs there are. */
static bool is_undescribed(const struct sampler *s, const struct event_spec *spec, int cpu)
{
	const struct set_event *trace = event_set_trace(&s->set);

	return trace && trace_kind_describes_cpus(trace->spec->trace.kind) && cpu >= 0 &&
	       !cpulist_has(&s->target->cpus, cpu) && is_of_trace(&s->set, spec);
}

static void note_undescribed(const struct sampler *s, int cpu)
{
	const struct set_event *trace = event_set_trace(&s->set);

	if (trace && is_undescribed(s, trace->spec, cpu))
		diagnostics_add(
			s->walk.opener.diagnostics, NOTICE_WARNING,
			"CPU %d came online: its trace (event '%s') is not recorded, since the file describes the "
			"traces of CPUs that were online at the start",
			cpu, trace->name);
}

static int add_event(void *context, const struct opened_event *opened, struct error *err)
{
	const struct open_task *task = opened->task;
	struct sampler *s = context;

	return ring_set_add(&s->rings,
			    (struct event_fd){ .fd = opened->fd,
					       .event = opened->event,
					       .cpu = opened->cpu,
					       .tid = task->tid,
					       .owner = task->owner,
					       .suspect = task->suspect },
			    err);
}

static bool wants_event(void *context, uint32_t event, int cpu)
{
	const struct sampler *s = context;
	const struct event_spec *spec = s->set.events[event].spec;

	return (spec || !s->without_sideband) && !is_undescribed(s, spec, cpu);
}

static void mark_events(void *context)
{
	struct sampler *s = context;

	s->mark = ring_set_mark(&s->rings);
}

static void undo_events(void *context)
{
	struct sampler *s = context;

	ring_set_undo(&s->rings, &s->mark);
}

static const struct open_sink sink = {
	.add = add_event, .wants = wants_event, .mark = mark_events, .undo = undo_events
};

static void plan_event(void *context, const struct planned_open *planned)
{
	const struct sampler *s = context;

	s->plan->open(s->plan->context, planned);
}

/* What would be opened goes to the plan. */
static const struct open_sink planner = { .wants = wants_event, .plan = plan_event };

/* A quarter, as Linux perf has it. */
static uint32_t area_watermark(size_t size)
{
	return size / 4 < UINT32_MAX ? (uint32_t)(size / 4) : UINT32_MAX;
}

static int open_all(struct sampler *s, struct error *err)
{
	const struct ring_sizes *sizes = &s->rings.sizes;
	const struct event_watermarks watermarks = { s->wakes_each ? 1 : ring_sizes_watermark(sizes->samples),
						     ring_sizes_watermark(sizes->sideband),
						     s->rings.area_overwritten ? 0 : area_watermark(sizes->areas) };
	int result;

	event_set_reset(&s->set, &watermarks);
	result = open_walk_target(&s->walk, err);
	if (!result && s->target->kind != TARGET_SYSTEM && !s->rings.n_events && !s->plan)
		return error_set(err, -ESRCH, "the processes or threads to record have ended");
	return result;
}

/* With smaller rings where the limit of locked memory asks for them. */
static int open_within_limits(struct sampler *s, struct error *err)
{
	for (;;) {
		int result = open_all(s, err);

		if (!result)
			return 0;
		ring_set_close_all(&s->rings);
		if ((result != -EPERM && result != -ENOMEM) || !s->set.events[0].is_open ||
		    !ring_sizes_shrink(&s->rings.sizes))
			return result;
		diagnostics_add(s->walk.opener.diagnostics, NOTICE_VERBOSE, "buffers of %zu and %zu bytes",
				s->rings.sizes.samples, s->rings.sizes.sideband);
	}
}

/* How large rings and areas are at first, and how areas are used. */
static void plan_rings(struct sampler *s, const struct event_list *list, const struct sampler_config *config)
{
	ring_set_init(&s->rings, &s->set,
		      ring_sizes_choose(s->target, config->ring_bytes, event_set_has_stacks(&s->set)));
	s->rings.is_stopped = s->target->kind != TARGET_COMMAND || config->starts_later;
	s->wakes_each = config->wakes_each;
	s->without_sideband = config->without_sideband;
	if (!event_traces_first(list))
		return;
	s->rings.area_overwritten = config->trace.snapshot || event_traces_are_sampled(list);
	if (s->target->per_thread)
		target_list_threads(s->target, NULL); /* how many; a failure comes again when they are opened */
	ring_sizes_choose_areas(&s->rings.sizes, s->target, config->trace.area_bytes,
				diagnose_is_privileged() || diagnose_paranoid() < 0);
}

void sampler_set_target(struct sampler *s, struct target *target, struct diagnostics *diagnostics)
{
	s->target = target;
	open_walk_init(&s->walk, &s->set, target, &sink, s, diagnostics);
	s->walk.inherits = target->inherit && !target->per_thread;
}

static int set_up(struct sampler *s, const struct event_list *list, const struct sampler_config *config,
		  struct target *target, struct error *err)
{
	int result;

	s->target = target;
	s->list = list;
	result = event_set_init(&s->set, list, config, target, err);
	plan_rings(s, list, config);
	return result;
}

int sampler_open(struct sampler *s, const struct event_list *list, const struct sampler_config *config,
		 struct target *target, struct diagnostics *diagnostics, struct error *err)
{
	int result;

	memset(s, 0, sizeof(*s));
	result = set_up(s, list, config, target, err);
	sampler_set_target(s, target, diagnostics);
	s->rings.has_own_fd = config->attachable;
	if (!result)
		result = inheritance_prepare(&s->set, true, err);
	if (!result)
		result = open_within_limits(s, err);
	if (result) {
		bool is_missing = s->walk.is_missing;

		sampler_close(s);
		s->is_missing = is_missing;
		return result;
	}
	file_limit_keep_spare(s->rings.n_events);
	s->rings.complete = s->walk.command_runs = true;
	return 0;
}

int sampler_plan(struct sampler *s, const struct event_list *list, const struct sampler_config *config,
		 struct target *target, const struct sampler_plan *plan, struct error *err)
{
	int result;

	memset(s, 0, sizeof(*s));
	s->plan = plan;
	result = set_up(s, list, config, target, err);
	open_walk_init(&s->walk, &s->set, target, &planner, s, NULL);
	return result ? result : open_all(s, err);
}

void sampler_close(struct sampler *s)
{
	ring_set_fini(&s->rings);
	event_set_fini(&s->set);
	memset(s, 0, sizeof(*s));
}

/* Readers compare the counts in samples with earlier ones of the same id, so another CPU's id would be wrong. */
static bool needs_own_ids(const struct sampler *s, int cpu)
{
	for (size_t i = 0; i < s->rings.n_rings; i++)
		if (s->rings.rings[i].cpu == cpu)
			return false;
	for (size_t i = 0; i < s->set.n; i++)
		if (s->set.events[i].attr.sample_type & PERF_SAMPLE_READ)
			return true;
	return false;
}

int sampler_add_process(struct sampler *s, pid_t pid, struct error *err)
{
	struct target process = { .kind = TARGET_PROCESSES };
	int result = target_add_process(&process, pid);

	if (result)
		return error_nomem(err);

	for (size_t i = 0; i < s->set.n; i++)
		s->set.events[i].attr.flags &= ~ATTR_ENABLE_ON_EXEC; /* it is no command that has yet to start */
	result = open_walk_processes(&s->walk, &process, err);
	target_fini(&process);
	return result;
}

int sampler_add_cpu(struct sampler *s, int cpu, struct error *err)
{
	const struct open_task whole_cpus = { -1, -1, OPEN_EVERY_EVENT, 0 };
	int result;

	if (needs_own_ids(s, cpu))
		return error_set(err, -EOPNOTSUPP,
				 "events with modifier S are recorded only on CPUs that were online "
				 "at the start");
	note_undescribed(s, cpu);
	ring_set_close_cpu(&s->rings, cpu);
	result = open_walk_cpu(&s->walk, &whole_cpus, cpu, err);
	if (result)
		ring_set_close_cpu(&s->rings, cpu);
	return result ? result : ring_set_have_cpu(&s->rings, cpu);
}
