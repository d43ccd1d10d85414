#include "record/open/open_walk.h"

#include "record/open/diagnose.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define TRIES_MAX 8 /* at a process that starts threads meanwhile */

/* Where the group of an event has its leader, for one thread on one CPU. */
struct open_groups {
	int group;
	int leader; /* descriptor, or the index in the set of what is planned only; -1: none */
};

static int group_leader(struct open_groups *groups, const struct event_spec *spec)
{
	if (!spec || !spec->group || spec->group != groups->group) {
		groups->group = spec ? spec->group : 0;
		groups->leader = -1;
	}
	return groups->leader;
}

static bool counts_on(const struct set_event *event, int cpu)
{
	return !event->spec || !event->spec->pmu_cpus.n || cpu < 0 || cpulist_has(&event->spec->pmu_cpus, cpu);
}

static bool is_system(const struct set_event *event)
{
	return event->spec && event->spec->pmu_is_system;
}

/* Whether a word stands for itself after an operator, and not a number or a string. */
static bool compares_word(const char *filter)
{
	for (const char *p = filter; (p = strpbrk(p, "=~")); p++) {
		const char *value = p + 1 + strspn(p + 1, "= ");

		if (isalpha((unsigned char)*value) || *value == '_' || *value == '*' || *value == '/')
			return true;
	}
	return false;
}

static const char *quotes_advice(const char *filter)
{
	if (!compares_word(filter))
		return "";
	return "; text stands in double quotes, which the shell takes away where nothing is around them: --filter "
	       "'comm == \"bash\"'";
}

/* The fd is closed on failure. */
static int set_filter(int fd, const struct set_event *event, struct error *err)
{
	const struct event_spec *spec = event->spec;
	int result = spec && spec->filter ? descriptor_filter(fd, spec->filter) : 0;

	if (!result)
		return 0;
	if (spec->is_tracepoint)
		error_set(err, result,
			  "event '%s': the kernel refuses the filter '%s' (%s); the event's fields are in "
			  "/sys/kernel/tracing/events/%s/%s/format%s",
			  event->name, spec->filter, strerror(-result), spec->system, spec->tracepoint,
			  quotes_advice(spec->filter));
	else
		error_set(err, result, "event '%s': the kernel refuses the filter '%s' (%s)", event->name, spec->filter,
			  strerror(-result));
	close(fd);
	return result;
}

static int plan_one(const struct open_walk *w, uint32_t index, pid_t tid, int cpu, struct open_groups *groups)
{
	const struct set_event *event = &w->set->events[index];
	const struct planned_open planned = { .event = event,
					      .leader = groups->leader < 0 ? NULL : &w->set->events[groups->leader],
					      .tid = tid,
					      .cpu = cpu };

	if (event->spec && event->spec->group && groups->leader < 0)
		groups->leader = (int)index;
	w->sink->plan(w->context, &planned);
	return 0;
}

static bool is_wanted(const struct open_walk *w, uint32_t index, const struct open_task *task, int cpu)
{
	const struct set_event *event = &w->set->events[index];

	if ((task->only != index && task->only != OPEN_EVERY_EVENT) || !counts_on(event, cpu) ||
	    (w->systems_too && task->tid >= 0 && is_system(event)) ||
	    (event->spec && cpu >= 0 && !target_wants_cpu(w->target, cpu)))
		return false;
	return !w->sink->wants || w->sink->wants(w->context, index, cpu);
}

/* Without its group's first event it is not enabled by that. */
static void leave_first(const struct event_set *set, struct set_event *event)
{
	const struct set_event *first = set->events;

	while (!first->spec || first->spec->group != event->spec->group)
		first++;
	event->attr.flags |= first->attr.flags & (ATTR_DISABLED | ATTR_ENABLE_ON_EXEC);
}

/* Its leader becomes -1 where the event leaves its group. A descriptor or a negative errno. */
static int open_in_group(struct open_walk *w, struct opened_event *opened)
{
	struct set_event *event = &w->set->events[opened->event];
	const pid_t tid = opened->task->tid;
	int fd = descriptor_open(&w->opener, event, tid, opened->cpu, opened->leader);

	if (fd != -EINVAL || opened->leader < 0 || !event->spec->weak)
		return fd;
	leave_first(w->set, event);
	opened->leader = -1;
	return descriptor_open(&w->opener, event, tid, opened->cpu, -1);
}

/* 1: not there (any more), leave out what else there is. */
static int refused(struct open_walk *w, uint32_t index, const struct open_task *task, int cpu, int code,
		   struct error *err)
{
	const struct set_event *event = &w->set->events[index];
	const struct diagnose_open what = { .event = event, .system_wide = task->tid < 0, .tid = task->tid };

	if (code == -ESRCH && task->tid >= 0 && (w->command_runs || w->target->kind != TARGET_COMMAND))
		return 1;
	if (code == -ENODEV && cpu >= 0 && event->is_open)
		return 1;
	if (w->sink->may_skip && w->sink->may_skip(w->context, index, code))
		return 0;
	return diagnose_open(err, code, &what);
}

/* As refused. */
static int open_one(struct open_walk *w, uint32_t index, const struct open_task *task, int cpu,
		    struct open_groups *groups, struct error *err)
{
	struct set_event *event = &w->set->events[index];
	const int leader = group_leader(groups, event->spec);
	struct opened_event opened = { .leader = leader, .event = index, .cpu = cpu, .task = task };
	int result;

	if (!is_wanted(w, index, task, cpu))
		return 0;
	if (is_system(event) && task->tid >= 0)
		return error_set(err, -EINVAL, "event '%s' counts on whole CPUs, not for a process", event->name);
	if (w->sink->plan)
		return plan_one(w, index, task->tid, cpu, groups);
	if (event->spec && event->spec->group && leader < 0)
		leave_first(w->set, event);
	opened.fd = open_in_group(w, &opened);
	if (opened.fd < 0)
		return refused(w, index, task, cpu, opened.fd, err);
	result = set_filter(opened.fd, event, err);
	if (result)
		return result;
	if (event->spec && event->spec->group && leader < 0)
		groups->leader = opened.fd;
	w->n_opened++;
	return w->sink->add(w->context, &opened, err);
}

int open_walk_cpu(struct open_walk *w, const struct open_task *task, int cpu, struct error *err)
{
	struct open_groups groups = { .leader = -1 };

	for (uint32_t i = 0; i < w->set->n; i++) {
		int result = open_one(w, i, task, cpu, &groups, err);

		if (result < 0)
			w->is_missing = i == 0 && !w->n_opened &&
					(result == -ENOENT || result == -EOPNOTSUPP || result == -ENODEV);
		if (result)
			return result < 0 ? result : 0;
	}
	return 0;
}

static int walk_list(struct open_walk *w, const struct open_task *task, const struct cpulist *cpus, struct error *err)
{
	int result = 0;

	for (int i = 0; i < cpus->n && !result; i++)
		result = open_walk_cpu(w, task, cpus->cpus[i], err);
	return result;
}

/* A thread that is sampled on some CPUs may have mapped its files on others: the sideband event is on all. */
static int walk_cpus(struct open_walk *w, const struct open_task *task, struct error *err)
{
	int result = walk_list(w, task, &w->target->cpus, err);

	return result ? result : walk_list(w, task, &w->target->others, err);
}

int open_walk_task(struct open_walk *w, const struct open_task *task, struct error *err)
{
	return w->target->per_thread ? open_walk_cpu(w, task, -1, err) : walk_cpus(w, task, err);
}

/* All threads of a process that are listed. */
static int open_listed(struct open_walk *w, const struct target *t, pid_t pid, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < t->n_tids && !result; i++) {
		const struct open_task task = { t->tids[i], pid, OPEN_EVERY_EVENT, 0 };

		if (t->owners[i] == pid)
			result = open_walk_task(w, &task, err);
	}
	return result;
}

/*
 * A thread that starts while its process is opened has the events of its creator if that had been opened: the kernel
 * does not say whether. So the process is opened again with it, until none starts meanwhile. Where they always do, the
 * last ones have most likely been started by a thread that was opened, since the main thread comes first. A thread that
 * is being started before its creator is opened, and is in no list until after that, is missed.
 */
static int open_process(struct open_walk *w, struct target *t, pid_t pid, struct error *err)
{
	for (int tries = 1;; tries++) {
		int result;

		w->sink->mark(w->context);
		result = open_listed(w, t, pid, err);
		if (!result)
			result = target_list_process(t, pid, err);
		if (result <= 0)
			return result;
		if (tries == TRIES_MAX) {
			diagnostics_add(w->opener.diagnostics, NOTICE_VERBOSE,
					"process %d starts threads all the time: one may be missing", pid);
			return 0;
		}
		w->sink->undo(w->context);
	}
}

static int open_inherited(struct open_walk *w, struct target *t, struct error *err)
{
	int result = target_list_threads(t, err);

	if (result > 0)
		result = 0;
	for (size_t i = 0; i < t->n_pids && !result; i++)
		result = open_process(w, t, t->pids[i], err);
	return result;
}

/* Where nothing is inherited it is listed again until there are no new threads. */
int open_walk_processes(struct open_walk *w, struct target *t, struct error *err)
{
	size_t done = 0;

	if (t->kind == TARGET_PROCESSES && w->inherits && w->sink->undo)
		return open_inherited(w, t, err);

	for (;;) {
		int added = target_list_threads(t, err);

		if (added < 0)
			return added;
		if (done == t->n_tids)
			return 0;
		for (; done < t->n_tids; done++) {
			const struct open_task task = { t->tids[done], t->owners[done], OPEN_EVERY_EVENT, 0 };
			int result = open_walk_task(w, &task, err);

			if (result)
				return result;
		}
	}
}

/* Of the CPUs of their PMUs, whichever of them the target has. */
static int open_systems(struct open_walk *w, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < w->set->n && !result; i++) {
		const struct open_task whole_cpus = { -1, -1, i, 0 };

		if (is_system(&w->set->events[i]))
			result = walk_cpus(w, &whole_cpus, err);
	}
	return result;
}

int open_walk_target(struct open_walk *w, struct error *err)
{
	const struct open_task whole_cpus = { -1, -1, OPEN_EVERY_EVENT, 0 };
	int result;

	w->is_missing = false;
	w->n_opened = 0;
	if (w->target->kind == TARGET_SYSTEM)
		return walk_cpus(w, &whole_cpus, err);
	result = open_walk_processes(w, w->target, err);
	return !result && w->systems_too ? open_systems(w, err) : result;
}

void open_walk_init(struct open_walk *w, struct event_set *set, struct target *target, const struct open_sink *sink,
		    void *context, struct diagnostics *diagnostics)
{
	*w = (struct open_walk){ .set = set, .target = target, .sink = sink, .context = context };
	descriptor_opener_init(&w->opener, target, diagnostics);
}
