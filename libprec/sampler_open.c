/* sampler_open: checks options, makes the events of a sampler, and opens it without processes (libprec/sampler_set.h).
 */
#include "libprec/sampler_set.h"

#include "record/events/event_traces.h"
#include "record/open/host_regs.h"
#include "record/open/inheritance.h"
#include <prec/event.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FREQ_DEFAULT  1000u
#define STACK_DEFAULT 8192u

#define FIELDS_DEFAULT (PREC_IDENTIFIER | PREC_IP | PREC_TID | PREC_TIME | PREC_ID | PREC_CPU)
/* Fields that samples cannot have: counts and traces, and those that this version does not know. */
#define FIELDS_ELSEWHERE (PREC_READ | PREC_AUX)
#define FIELDS_UNKNOWN   (~((PREC_WEIGHT_STRUCT << 1) - 1))

static int add_event(void *context, const struct opened_event *opened, struct error *err)
{
	struct prec_sampler *s = context;
	struct sampler_task *task = &s->tasks.list[s->adding];
	uint32_t ring = 0;
	int result;

	while (ring < s->n_rings && (s->rings[ring].cpu != opened->cpu || s->rings[ring].event != opened->event))
		ring++;
	result = ring < s->n_rings ? descriptor_redirect(opened->fd, s->rings[ring].fd) : -ENODEV;
	if (result)
		error_set(err, result, "event '%s': cannot share the ring of CPU %d: %s",
			  s->set.events[opened->event].name, opened->cpu, strerror(-result));
	if (!result && s->signal)
		result = prec_event_set_signal(opened->fd, s->signal, s->signal_tid);
	if (!result &&
	    sampler_task_add(task, &(struct task_event){ opened->fd, opened->event, ring, opened->task->tid }))
		result = error_nomem(err);
	if (result)
		close(opened->fd);
	return result;
}

/* True for the events that sample; the sideband's event is not opened. */
static bool wants_event(void *context, uint32_t event, int cpu)
{
	const struct prec_sampler *s = context;

	(void)cpu;
	return event < s->n_events;
}

static void mark_events(void *context)
{
	struct prec_sampler *s = context;

	s->mark = s->tasks.list[s->adding].n;
}

static void undo_events(void *context)
{
	struct prec_sampler *s = context;
	struct sampler_task *task = &s->tasks.list[s->adding];

	sampler_task_close(task, s->mark, task->n);
}

static const struct open_sink sink = {
	.add = add_event, .wants = wants_event, .mark = mark_events, .undo = undo_events
};

bool sampler_event_counts_each(const struct event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE && attr->config != PERF_COUNT_SW_CPU_CLOCK &&
	       attr->config != PERF_COUNT_SW_TASK_CLOCK;
}

static int check_list(struct prec_sampler *s, struct error *err)
{
	if (!s->list.n)
		return error_set(err, -EINVAL, "no event is named");
	if (event_traces_first(&s->list))
		return error_set(err, -EOPNOTSUPP, "event '%s' is a hardware trace, which prec record records",
				 event_traces_first(&s->list)->name);
	for (int i = 0; i < s->list.n; i++)
		if (sampler_event_counts_each(&s->list.events[i].attr))
			s->list.events[i].attr.sample_period = 1;
	return 0;
}

static int check_options(const struct prec_sampler_options *o, struct error *err)
{
	if (o->period && o->freq)
		return error_set(err, -EINVAL, "a period and a frequency exclude one another");
	if (o->fields & FIELDS_ELSEWHERE)
		return error_set(err, -EINVAL, "samples of a sampler have no %s",
				 o->fields & PREC_READ ? "PREC_READ: struct prec_counters has counts" : "PREC_AUX");
	if (o->fields & FIELDS_UNKNOWN)
		return error_set(err, -EINVAL, "samples have no fields %#llx",
				 (unsigned long long)(o->fields & FIELDS_UNKNOWN));
	if ((o->fields & PREC_WEIGHT) && (o->fields & PREC_WEIGHT_STRUCT))
		return error_set(err, -EINVAL, "samples have either PREC_WEIGHT or PREC_WEIGHT_STRUCT");
	return 0;
}

static struct sampler_config make_config(const struct prec_sampler_options *o)
{
	struct sampler_config config = { .attachable = true, .without_sideband = true, .starts_later = true };

	config.interval.period = o->period;
	config.interval.freq = o->period ? 0 : o->freq ? o->freq : FREQ_DEFAULT;
	config.interval.freq_of_traces = o->freq;
	config.fields.wants_cpu = true;
	config.fields.period = SAMPLE_PERIOD_NEVER;
	config.fields.more = o->fields & ~(FIELDS_DEFAULT | PREC_CALLCHAIN);
	if (o->fields & PREC_CALLCHAIN)
		config.fields.callgraph = (struct callgraph_spec){ .mode = CALLGRAPH_FP, .max_stack = o->max_stack };
	if (o->fields & PREC_BRANCH_STACK)
		config.fields.branches = PERF_SAMPLE_BRANCH_ANY;
	if (o->fields & PREC_REGS_USER)
		config.fields.regs_user = host_regs_mask();
	if (o->fields & PREC_REGS_INTR)
		config.fields.regs_intr = host_regs_mask();
	config.clock.is_given = o->use_clock;
	config.clock.id = o->clock;
	return config;
}

/* True for tracepoints whose hits count nanoseconds; a hit of another counts 1. */
static bool counts_time(const struct event_spec *spec)
{
	return !strcmp(spec->system, "sched") && !strncmp(spec->tracepoint, "sched_stat_", strlen("sched_stat_"));
}

/*
 * Removes fields that were not asked for. With PERIOD the kernel makes a sample for each hit, whatever the period, if
 * there is no frequency; without it, a hit that counts n makes n samples (perf_swevent_event in kernel/events/core.c).
 * RAW takes room in the rings, and needs a privilege.
 */
static void complete_tracepoint(struct event_attr *attr, const struct event_spec *spec, uint64_t fields)
{
	const uint64_t asked = fields | spec->extra.sample_type;

	if (!(asked & PERF_SAMPLE_RAW))
		attr->sample_type &= ~PERF_SAMPLE_RAW;
	if (!(asked & PERF_SAMPLE_PERIOD) && !counts_time(spec))
		attr->sample_type &= ~PERF_SAMPLE_PERIOD;
}

/* Completes the attrs. Threads inherit events, forked processes do not; older kernels do not know ATTR_INHERIT_THREAD.
 */
static void complete_attrs(struct prec_sampler *s)
{
	for (uint32_t i = 0; i < s->n_events; i++) {
		const struct event_spec *spec = s->set.events[i].spec;
		struct event_attr *attr = &s->set.events[i].attr;

		if (spec->is_tracepoint)
			complete_tracepoint(attr, spec, s->options.fields);
		if (attr->flags & ATTR_INHERIT)
			attr->flags |= ATTR_INHERIT_THREAD;
		if (attr->sample_type & PERF_SAMPLE_STACK_USER)
			attr->sample_stack_user = STACK_DEFAULT;
	}
}

static int make_events(struct prec_sampler *s, struct error *err)
{
	const struct target_config target = {
		.kind = s->options.by_thread ? TARGET_THREADS : TARGET_PROCESSES,
		.inherit = !s->options.by_thread,
		.attachable = true,
	};
	const struct sampler_config config = make_config(&s->options);
	int result = target_init(&s->target, &target, err);

	if (!result)
		result = event_set_init(&s->set, &s->list, &config, &s->target, err);
	if (!result)
		result = inheritance_prepare(&s->set, false, err);
	if (result)
		return result;
	s->n_events = (uint32_t)s->list.n;
	complete_attrs(s);
	open_walk_init(&s->walk, &s->set, &s->target, &sink, s, NULL);
	s->walk.inherits = !s->options.by_thread;
	s->walk.command_runs = true;
	s->events = calloc(s->n_events, sizeof(*s->events));
	s->bounce = malloc(RING_RECORD_MAX);
	return s->events && s->bounce ? 0 : error_nomem(err);
}

int sampler_set_init(struct prec_sampler *s, const struct prec_sampler_options *options, struct error *err)
{
	int result;

	fork_guard_init(&s->process);
	s->options = *options;
	s->by_freq = !options->period && options->freq;
	s->rate = options->period ? options->period : options->freq;
	result = check_list(s, err);
	if (!result)
		result = check_options(options, err);
	if (!result)
		result = make_events(s, err);
	return result ? result : sampler_rings_open(s, err);
}

void sampler_set_fini(struct prec_sampler *s)
{
	const bool is_own = fork_guard_is(&s->process);

	for (uint32_t i = 0; is_own && i < s->tasks.n; i++)
		sampler_set_disable(&s->tasks.list[i], 0, s->tasks.list[i].n);
	sampler_tasks_fini(&s->tasks);
	sampler_rings_close(s, is_own);
	sampler_throttles_fini(&s->throttles);
	free(s->events);
	free(s->bounce);
	fork_guard_fini(&s->process);
	event_set_fini(&s->set);
	target_fini(&s->target);
	target_fini(&s->on);
	event_list_fini(&s->list);
}
