#include "record/live/control_targets.h"

#include "record/drain/losses.h"
#include "record/sampler/live_events.h"
#include "record/session/prior_state.h"

#include <errno.h>

static bool reads_groups(const struct event_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->events[i].attr.sample_type & PERF_SAMPLE_READ)
			return true;
	return false;
}

/* The threads that were asked for would be sampled twice. */
static int check_threads(const struct sampler *sampler, pid_t pid, struct error *err)
{
	const struct target *target = sampler->target;

	for (size_t i = 0; i < target->n_tids && target->kind == TARGET_THREADS; i++)
		if (live_events_have(&sampler->rings, target->tids[i]) && target_has_thread(pid, target->tids[i]))
			return error_set(err, -EEXIST, "thread %d of process %d is recorded already", target->tids[i],
					 pid);
	return 0;
}

/* The kernel keeps a trace for as long as its area is mapped, which is by the descriptor of a thread's event. */
static int refuse_traces(struct error *err)
{
	return error_set(err, -EOPNOTSUPP,
			 "hardware traces are recorded of the processes that were given at the start, until they end");
}

static int check(const struct session *s, pid_t pid, struct error *err)
{
	const struct sampler *sampler = s->setup.sampler;

	if (sampler->target->kind == TARGET_SYSTEM)
		return error_set(err, -EINVAL, "whole CPUs are recorded, with every process");
	if (sampler->target->per_thread)
		return error_set(err, -EINVAL, "--per-thread records the threads that it was given, and no others");
	if (reads_groups(&sampler->set))
		return error_set(err, -EOPNOTSUPP,
				 "events with modifier S are recorded only for processes that were there at the start");
	if (event_set_trace(&sampler->set))
		return refuse_traces(err);
	if (live_events_have(&sampler->rings, pid))
		return error_set(err, -EEXIST, "process %d is recorded already", pid);
	if (!target_exists(pid))
		return error_set(err, -ESRCH, "there is no process %d", pid);
	return check_threads(sampler, pid, err);
}

/* What it has inherited cannot be closed, and would sample it twice. */
static int check_inherited(struct session *s, pid_t pid, bool *ret_fatal, struct error *err)
{
	pid_t owner;
	int result = drain_sideband(&s->drain, err);

	*ret_fatal = result;
	owner = result ? 0 : process_tree_owner(&s->process_tree, pid);
	if (owner && owner != pid)
		return error_set(err, -EEXIST, "process %d is recorded already, by %d, which it descends from", pid,
				 owner);
	return result;
}

void control_actions_close_event(struct session *s, uint32_t number)
{
	struct ring_set *rings = &s->setup.sampler->rings;
	struct event_fd *event = &rings->events[number];

	descriptor_disable(event->fd);
	losses_count(&s->drain, event);
	watch_forget(&s->watch, number);
	ring_set_close(rings, event);
}

int control_actions_drain_closed(struct session *s, struct error *err)
{
	struct ring_set *rings = &s->setup.sampler->rings;
	int result = drain_all(&s->drain, err);

	/* Once they are forgotten the ids of their records mean nothing. */
	if (!result)
		result = drain_snapshot(&s->drain, err);
	if (!result)
		result = streams_take(&s->streams.samples, err);
	ring_set_forget(rings);
	if (!result && duplicate_filter_follow(&s->drain.suspects, rings))
		result = error_nomem(err);
	return result;
}

/* Closed before the drain, so that nothing comes after it. */
int control_actions_close(struct session *s, pid_t owner, uint32_t only, uint64_t opened, bool *ret_fatal,
			  struct error *err)
{
	const struct ring_set *rings = &s->setup.sampler->rings;
	int result;

	for (uint32_t i = 0; i < rings->n_events; i++) {
		const struct event_fd *event = &rings->events[i];

		if (event->fd < 0 || event->owner != owner || event->opened >= opened ||
		    (only != EVERY_EVENT && event->event != only))
			continue;
		control_actions_close_event(s, i);
	}
	result = control_actions_drain_closed(s, err);
	*ret_fatal = result;
	return result;
}

static int follow_rings(struct session *s, uint32_t before, struct error *err)
{
	int result = drain_add_rings(&s->drain, err);

	for (uint32_t i = before; i < s->setup.sampler->rings.n_rings && !result; i++)
		result = watch_ring(&s->watch, i);
	return result;
}

/* Everything that was recorded before is drained, so that what is read from /proc now comes after it. */
static int describe_process(struct session *s, pid_t pid, struct error *err)
{
	int result = drain_all(&s->drain, err);

	return result ? result : prior_state_write_process(&s->drain, &s->setup.config, pid, err);
}

static int begin(struct session *s, pid_t pid, bool *ret_fatal, struct error *err)
{
	struct ring_set *rings = &s->setup.sampler->rings;
	int result = 0;

	/* Before the first record of what it starts. */
	if (s->streams.sideband.process_tree && process_tree_add(&s->process_tree, pid))
		return error_nomem(err);
	result = live_events_enable(rings, pid, true, err);
	if (result)
		return result;
	result = describe_process(s, pid, err);
	/* It may have been recorded before, by itself or by inheritance. */
	if (!result)
		result = drain_sampling_off(&s->drain, pid, err);
	*ret_fatal = result;
	if (result || !s->cpus.sampling)
		return result;
	result = live_events_enable(rings, pid, false, err);
	return result ? result : drain_sampling_on(&s->drain, pid, 0, err);
}

static int close_events(struct session *s, pid_t pid, bool *ret_fatal, struct error *err)
{
	int result = control_actions_close(s, pid, EVERY_EVENT, UINT64_MAX, ret_fatal, err);

	process_tree_forget(&s->process_tree, pid);
	return result;
}

int control_actions_attach(struct session *s, pid_t pid, bool *ret_fatal, struct error *err)
{
	struct sampler *sampler = s->setup.sampler;
	uint32_t before = sampler->rings.n_rings;
	struct error second = ERROR_INIT;
	int result = check(s, pid, err);

	if (!result)
		result = check_inherited(s, pid, ret_fatal, err);
	if (result)
		return result;
	result = sampler_add_process(sampler, pid, err);
	*ret_fatal = follow_rings(s, before, *ret_fatal || result ? &second : err);
	if (!result && !*ret_fatal && !live_events_have(&sampler->rings, pid))
		return error_set(err, -ESRCH, "process %d has ended", pid);
	if (!result && !*ret_fatal)
		result = begin(s, pid, ret_fatal, err);
	if (result && !*ret_fatal && close_events(s, pid, ret_fatal, &second))
		*err = second;
	s->outlasts_targets = true;
	return *ret_fatal && !result ? err->code : result;
}

int control_actions_detach(struct session *s, pid_t pid, bool *ret_fatal, struct error *err)
{
	int result;

	if (event_set_trace(&s->setup.sampler->set))
		return refuse_traces(err);
	if (!live_events_have(&s->setup.sampler->rings, pid))
		return error_set(err, -ESRCH, "process %d is not recorded", pid);
	s->outlasts_targets = true;
	result = close_events(s, pid, ret_fatal, err);
	if (!result)
		result = *ret_fatal = drain_sampling_off(&s->drain, pid, err);
	return result;
}
