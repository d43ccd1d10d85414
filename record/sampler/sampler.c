#include "record/sampler/sampler.h"

#include "record/events/event_traces.h"
#include "record/sampler/diagnose.h"
#include "record/sampler/file_limit.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define EVERY_EVENT UINT32_MAX
#define TRIES_MAX   8 /* at a process that starts threads meanwhile */

/* A thread, and the process or thread that was asked for. -1: whole CPUs. */
struct task {
	pid_t tid, owner;
	uint32_t only;  /* this event of the set, or EVERY_EVENT */
	uint64_t doubt; /* as that of an open_event */
};

/* Where the group of an event has its leader, for one thread on one CPU. */
struct open_groups {
	int group;
	int leader; /* descriptor, or the place in the set of what is planned only; -1: none */
};

static int group_leader(struct open_groups *groups, const struct event_spec *spec)
{
	if (!spec || !spec->group || spec->group != groups->group) {
		groups->group = spec ? spec->group : 0;
		groups->leader = -1;
	}
	return groups->leader;
}

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
		notices_add(s->opener.notices, NOTICE_WARNING,
			    "CPU %d came online: its trace (event '%s') is not recorded, since the file describes the "
			    "traces of CPUs that were online at the start",
			    cpu, trace->name);
}

static bool counts_on(const struct set_event *event, int cpu)
{
	return !event->spec || !event->spec->pmu_cpus.n || cpu < 0 || cpulist_has(&event->spec->pmu_cpus, cpu);
}

static int set_filter(int fd, const struct set_event *event, struct error *err)
{
	const struct event_spec *spec = event->spec;
	int result = spec && spec->filter ? descriptor_filter(fd, spec->filter) : 0;

	if (!result)
		return 0;
	if (spec->is_tracepoint)
		error_set(err, result,
			  "event '%s': the kernel refuses the filter '%s' (%s); the event's fields are in "
			  "/sys/kernel/tracing/events/%s/%s/format",
			  event->name, spec->filter, strerror(-result), spec->system, spec->tracepoint);
	else
		error_set(err, result, "event '%s': the kernel refuses the filter '%s' (%s)", event->name, spec->filter,
			  strerror(-result));
	close(fd);
	return result;
}

/* What would be opened goes to the plan. */
static int plan_one(const struct sampler *s, uint32_t index, pid_t tid, int cpu, struct open_groups *groups)
{
	const struct set_event *event = &s->set.events[index];
	const struct planned_open planned = { .event = event,
					      .leader = groups->leader < 0 ? NULL : &s->set.events[groups->leader],
					      .tid = tid,
					      .cpu = cpu };

	if (event->spec && event->spec->group && groups->leader < 0)
		groups->leader = (int)index;
	s->plan->open(s->plan->context, &planned);
	return 0;
}

/* 1: not there (any more), leave it out. */
static int open_one(struct sampler *s, uint32_t index, const struct task *task, int cpu, struct open_groups *groups,
		    struct error *err)
{
	struct set_event *event = &s->set.events[index];
	const pid_t tid = task->tid;
	const struct diagnose_open what = { .event = event, .system_wide = tid < 0, .tid = tid };
	int leader = group_leader(groups, event->spec);
	int fd, result;

	if ((!event->spec && s->without_sideband) || !counts_on(event, cpu) || is_undescribed(s, event->spec, cpu))
		return 0;
	if (event->spec && event->spec->pmu_is_system && tid >= 0)
		return error_set(err, -EINVAL, "event '%s' counts on CPUs, not for a process: use -a", event->name);
	if (s->plan)
		return plan_one(s, index, tid, cpu, groups);
	fd = descriptor_open(&s->opener, event, tid, cpu, leader);
	if (fd == -EINVAL && leader >= 0 && event->spec->weak)
		fd = descriptor_open(&s->opener, event, tid, cpu, -1);
	if (fd == -ESRCH && tid >= 0 && (s->rings.complete || s->target->kind != TARGET_COMMAND))
		return 1;
	if (fd == -ENODEV && cpu >= 0 && event->is_open)
		return 1;
	if (fd < 0)
		return diagnose_open(err, fd, &what);
	result = set_filter(fd, event, err);
	if (result)
		return result;
	if (event->spec && event->spec->group && leader < 0)
		groups->leader = fd;
	return open_rings_add(
		&s->rings,
		(struct open_event){
			.fd = fd, .event = index, .cpu = cpu, .tid = tid, .owner = task->owner, .doubt = task->doubt },
		err);
}

static int open_on_cpu(struct sampler *s, const struct task *task, int cpu, bool *ret_missing, struct error *err)
{
	struct open_groups groups = { .leader = -1 };

	for (uint32_t i = 0; i < s->set.n; i++) {
		int result = task->only == i || task->only == EVERY_EVENT ? open_one(s, i, task, cpu, &groups, err) : 0;

		if (result < 0)
			*ret_missing = i == 0 && !s->rings.n_events &&
				       (result == -ENOENT || result == -EOPNOTSUPP || result == -ENODEV);
		if (result)
			return result < 0 ? result : 0;
	}
	return 0;
}

static int open_task(struct sampler *s, const struct task *task, bool *ret_missing, struct error *err)
{
	if (s->target->per_thread)
		return open_on_cpu(s, task, -1, ret_missing, err);
	for (int i = 0; i < s->target->cpus.n; i++) {
		int result = open_on_cpu(s, task, s->target->cpus.cpus[i], ret_missing, err);

		if (result)
			return result;
	}
	return 0;
}

/* All threads of a process that are listed. */
static int open_listed(struct sampler *s, const struct target *t, pid_t pid, bool *ret_missing, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < t->n_tids && !result; i++) {
		const struct task task = { t->tids[i], pid, EVERY_EVENT, 0 };

		if (t->owners[i] == pid)
			result = open_task(s, &task, ret_missing, err);
	}
	return result;
}

/*
 * A thread that starts while its process is opened has the events of its creator if that had been opened: the kernel
 * does not say whether. So the process is opened again with it, until none starts meanwhile. Where they always do, the
 * last ones have most likely been started by a thread that was opened, since the main thread comes first. A thread that
 * is being started before its creator is opened, and is in no list until after that, is missed.
 */
static int open_process(struct sampler *s, struct target *t, pid_t pid, bool *ret_missing, struct error *err)
{
	for (int tries = 1;; tries++) {
		const struct open_mark mark = open_rings_mark(&s->rings);
		int result = open_listed(s, t, pid, ret_missing, err);

		if (!result)
			result = target_list_process(t, pid, err);
		if (result <= 0)
			return result;
		if (tries == TRIES_MAX) {
			notices_add(s->opener.notices, NOTICE_VERBOSE,
				    "process %d starts threads all the time: one may be missing", pid);
			return 0;
		}
		open_rings_undo(&s->rings, &mark);
	}
}

static int open_processes(struct sampler *s, struct target *t, bool *ret_missing, struct error *err)
{
	int result = target_list_threads(t, err);

	if (result > 0)
		result = 0;
	for (size_t i = 0; i < t->n_pids && !result; i++)
		result = open_process(s, t, t->pids[i], ret_missing, err);
	return result;
}

/* Where nothing is inherited it is listed again until there are no new threads. */
static int open_threads(struct sampler *s, struct target *t, bool *ret_missing, struct error *err)
{
	size_t done = 0;

	if (t->kind == TARGET_PROCESSES && s->target->inherit && !s->target->per_thread && !s->plan)
		return open_processes(s, t, ret_missing, err);

	for (;;) {
		int added = target_list_threads(t, err);

		if (added < 0)
			return added;
		if (done == t->n_tids)
			return 0;
		for (; done < t->n_tids; done++) {
			const struct task task = { t->tids[done], t->owners[done], EVERY_EVENT, 0 };
			int result = open_task(s, &task, ret_missing, err);

			if (result)
				return result;
		}
	}
}

/* A quarter, as Linux perf has it. */
static uint32_t area_watermark(size_t size)
{
	return size / 4 < UINT32_MAX ? (uint32_t)(size / 4) : UINT32_MAX;
}

static int open_all(struct sampler *s, bool *ret_missing, struct error *err)
{
	const struct ring_sizes *sizes = &s->rings.sizes;
	const struct event_watermarks watermarks = { s->wakes_each ? 1 : ring_sizes_watermark(sizes->samples),
						     ring_sizes_watermark(sizes->sideband),
						     s->rings.area_overwritten ? 0 : area_watermark(sizes->areas) };
	const struct task whole_cpus = { -1, -1, EVERY_EVENT, 0 };
	int result;

	event_set_reset(&s->set, &watermarks);
	*ret_missing = false;
	if (s->target->kind == TARGET_SYSTEM)
		return open_task(s, &whole_cpus, ret_missing, err);
	result = open_threads(s, s->target, ret_missing, err);
	if (!result && !s->rings.n_events && !s->plan)
		return error_set(err, -ESRCH, "the processes or threads to record have ended");
	return result;
}

/* With smaller rings where the limit of locked memory asks for them. */
static int open_within_limits(struct sampler *s, bool *ret_missing, struct error *err)
{
	for (;;) {
		int result = open_all(s, ret_missing, err);

		if (!result)
			return 0;
		open_rings_close_all(&s->rings);
		if ((result != -EPERM && result != -ENOMEM) || !s->set.events[0].is_open ||
		    !ring_sizes_shrink(&s->rings.sizes))
			return result;
		notices_add(s->opener.notices, NOTICE_VERBOSE, "buffers of %zu and %zu bytes", s->rings.sizes.samples,
			    s->rings.sizes.sideband);
	}
}

/* How large rings and areas are at first, and how areas are used. */
static void plan_rings(struct sampler *s, const struct event_list *list, const struct sampler_config *config)
{
	open_rings_init(&s->rings, &s->set,
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

int sampler_open(struct sampler *s, const struct event_list *list, const struct sampler_config *config,
		 struct target *target, struct notices *notices, bool *ret_missing, struct error *err)
{
	int result;

	memset(s, 0, sizeof(*s));
	*ret_missing = false;
	s->target = target;
	s->list = list;
	descriptor_opener_init(&s->opener, target, notices);
	result = event_set_init(&s->set, list, config, target, err);
	plan_rings(s, list, config);
	s->rings.anchored = config->attachable;
	if (!result)
		result = open_within_limits(s, ret_missing, err);
	if (result) {
		sampler_close(s);
		return result;
	}
	file_limit_keep_spare(s->rings.n_events);
	s->rings.complete = true;
	return 0;
}

int sampler_plan(struct sampler *s, const struct event_list *list, const struct sampler_config *config,
		 struct target *target, const struct sampler_plan *plan, struct error *err)
{
	bool missing;
	int result;

	memset(s, 0, sizeof(*s));
	s->target = target;
	s->list = list;
	s->plan = plan;
	result = event_set_init(&s->set, list, config, target, err);
	plan_rings(s, list, config);
	return result ? result : open_all(s, &missing, err);
}

void sampler_close(struct sampler *s)
{
	open_rings_fini(&s->rings);
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
	bool missing;
	int result = target_add_process(&process, pid);

	if (result)
		return error_nomem(err);

	for (size_t i = 0; i < s->set.n; i++)
		s->set.events[i].attr.flags &= ~ATTR_ENABLE_ON_EXEC; /* it is no command that has yet to start */
	result = open_threads(s, &process, &missing, err);
	target_fini(&process);
	return result;
}

/* Where the event is open, it is opened once more. What is added takes the place of something closed, or comes last. */
static int open_where_open(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, struct error *err)
{
	const uint32_t n = s->rings.n_events;

	for (uint32_t i = 0; i < n; i++) {
		const struct open_event old = s->rings.events[i];
		const struct task task = { old.tid, owner, event, 0 };
		struct open_groups groups = { .leader = -1 };
		int result;

		if (old.fd < 0 || old.owner != owner || old.event != event || old.opened >= first)
			continue;
		result = open_one(s, event, &task, old.cpu, &groups, err);
		if (result < 0)
			return result;
	}
	return 0;
}

/* The threads that an event is open for, for whichever owner. 0 or -ENOMEM. */
static int find_open_threads(const struct open_rings *o, uint32_t event, struct u32map *ret_tids)
{
	for (uint32_t i = 0; i < o->n_events; i++) {
		const struct open_event *have = &o->events[i];

		if (have->fd >= 0 && have->event == event && u32map_set(ret_tids, (uint32_t)have->tid, 0))
			return -ENOMEM;
	}
	return 0;
}

/* Who is to have one event, and whom it had been opened for before. */
struct inheritors {
	struct target all;
	struct u32map open;
	size_t n_certain; /* of the threads of `all`: they have inherited nothing of what is opened now */
};

static void inheritors_fini(struct inheritors *in)
{
	u32map_fini(&in->open);
	target_fini(&in->all);
}

/* Lists no threads yet. 0 or a negative errno; then, too, _fini. */
static int inheritors_init(struct inheritors *in, const struct open_rings *o, uint32_t event, const pid_t *pids,
			   size_t n, struct error *err)
{
	int result;

	*in = (struct inheritors){ .all.kind = TARGET_PROCESSES };
	result = find_open_threads(o, event, &in->open);
	for (size_t i = 0; i < n && !result; i++)
		result = target_add_process(&in->all, pids[i]);
	return result ? error_nomem(err) : 0;
}

/* Lists again until there are no new ones. What comes later may have been started by one that was opened. */
static int open_inheritors(struct sampler *s, struct inheritors *in, const struct task *as, struct error *err)
{
	size_t done = 0;
	bool missing;

	for (;;) {
		int result = target_list_threads(&in->all, err);

		if (result < 0 || done == in->all.n_tids)
			return result < 0 ? result : 0;
		for (result = 0; done < in->all.n_tids && result >= 0; done++) {
			const struct task task = { in->all.tids[done], as->owner, as->only,
						   done < in->n_certain ? 0 : as->doubt };

			if (u32map_get(&in->open, (uint32_t)task.tid) == U32MAP_NONE)
				result = open_task(s, &task, &missing, err);
		}
		if (result < 0)
			return result;
	}
}

int sampler_open_inherited(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, pid_t pid, struct error *err)
{
	const struct task as = { .owner = owner, .only = event, .doubt = first };
	struct inheritors in;
	int result = inheritors_init(&in, &s->rings, event, &pid, 1, err);

	if (!result)
		result = open_inheritors(s, &in, &as, err);
	inheritors_fini(&in);
	return result;
}

/* Threads that are listed before anything is opened have not inherited it. */
int sampler_open_again(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, const pid_t *pids, size_t n,
		       struct error *err)
{
	const struct task as = { .owner = owner, .only = event, .doubt = first };
	struct inheritors in;
	int result = inheritors_init(&in, &s->rings, event, pids, n, err);

	s->set.events[event].attr.flags &= ~ATTR_ENABLE_ON_EXEC; /* the command has started */
	if (!result && n) {
		result = target_list_threads(&in.all, err);
		result = result < 0 ? result : 0;
	}
	in.n_certain = in.all.n_tids;
	if (!result)
		result = open_where_open(s, event, owner, first, err);
	if (!result && n)
		result = open_inheritors(s, &in, &as, err);
	inheritors_fini(&in);
	return result;
}

int sampler_add_cpu(struct sampler *s, int cpu, struct error *err)
{
	const struct task whole_cpus = { -1, -1, EVERY_EVENT, 0 };
	bool missing;
	int result;

	if (needs_own_ids(s, cpu))
		return error_set(err, -EOPNOTSUPP,
				 "events with modifier S are recorded only on CPUs that were online "
				 "at the start");
	note_undescribed(s, cpu);
	open_rings_close_cpu(&s->rings, cpu);
	result = open_on_cpu(s, &whole_cpus, cpu, &missing, err);
	if (result)
		open_rings_close_cpu(&s->rings, cpu);
	return result ? result : open_rings_have_cpu(&s->rings, cpu);
}
