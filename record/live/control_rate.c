#include "record/live/control_rate.h"

#include "record/live/control_targets.h"
#include "record/sampler/live_events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS_MAX 100

/* What inherits the events has them from the owner, and gets the new ones by itself. */
static int open_owner(struct session *s, uint32_t event, pid_t owner, uint64_t first, struct error *err)
{
	struct sampler *sampler = s->setup.sampler;
	struct reopening again = { .event = event, .owner = owner, .first = first };
	pid_t *pids = NULL;
	int result;

	if (sampler->set.events[event].attr.flags & ATTR_INHERIT &&
	    process_tree_of(&s->process_tree, owner, &pids, &again.n_pids))
		return error_nomem(err);
	again.pids = pids;
	result = reopen_event(sampler, &again, err);
	free(pids);
	return result;
}

static int replace_owner(struct session *s, uint32_t event, pid_t owner, uint64_t first, bool *ret_fatal,
			 struct error *err)
{
	int result = live_events_replace(&s->setup.sampler->rings, event, owner, first, s->cpus.sampling, err);

	return result ? result : control_actions_close(s, owner, event, first, ret_fatal, err);
}

/* Where it may be without what was changed. */
static int open_process(struct session *s, pid_t owner, pid_t pid, struct error *err)
{
	const struct event_set *set = &s->setup.sampler->set;
	int result = 0;

	for (uint32_t i = 0; i < set->n && !result; i++)
		if (s->change.since[i] && set->events[i].attr.flags & ATTR_INHERIT)
			result = reopen_inherited(s->setup.sampler, i, owner, s->change.since[i], pid, err);
	return result;
}

/* What was forked in this round and may lack what a change has opened. *ret_opened: there was some. */
static int open_reported(struct session *s, bool *ret_opened, struct error *err)
{
	struct process_tree *process_tree = &s->process_tree;
	int result = 0;

	s->change.forks.round++;
	process_tree_resolve(process_tree);
	for (uint32_t k = 0; k < process_tree->n_forks && result >= 0; k++) {
		const struct process_tree_fork *fork = &process_tree->forks[k];
		const pid_t owner = process_tree_owner(process_tree, fork->pid);

		result = fork_race_take(&s->change.forks, fork);
		if (result < 0)
			return error_nomem(err);
		if (!result || !owner)
			continue;
		*ret_opened = true;
		result = open_process(s, owner, fork->pid, err);
	}
	process_tree->n_forks = 0;
	return result < 0 ? result : 0;
}

static void stop_waiting(struct session *s)
{
	rate_change_fini(&s->change);
	process_tree_note_forks(&s->process_tree, false);
}

/* Of forks that were under way at the last change. What they cannot get is theirs alone. */
static int open_late(struct session *s, struct error *err)
{
	struct ring_set *rings = &s->setup.sampler->rings;
	const uint64_t first = ring_set_mark(rings).next_id;
	struct error cause = ERROR_INIT;
	bool opened = false;
	int result;

	if (!s->change.until_ns)
		return 0;
	result = open_reported(s, &opened, &cause);
	if (!result && opened && s->cpus.sampling)
		result = live_events_enable_since(rings, first, &cause);
	if (result)
		diagnostics_add(s->setup.diagnostics, NOTICE_WARNING,
				"what was started while the rate changed may lack samples: %s", cause.message);
	if (result || clock_now() >= s->change.until_ns)
		stop_waiting(s);
	return duplicate_filter_follow(&s->drain.suspects, rings) ? error_nomem(err) : 0;
}

/* What is to be changed: these events, of all owners. */
struct change {
	struct event_attr *before; /* of each event of the set */
	uint64_t *since_before;    /* likewise, of the session's change */
	bool *events;
	pid_t *owners;
	size_t n_owners;
	uint64_t first; /* the new ones have this id of the kernel, or higher ones */
};

static void change_fini(struct change *c)
{
	free(c->before);
	free(c->since_before);
	free(c->events);
	free(c->owners);
}

static int change_reserve(struct change *c, struct session *s)
{
	const size_t n = s->setup.sampler->set.n;

	c->before = calloc(n, sizeof(*c->before));
	c->since_before = calloc(n, sizeof(*c->since_before));
	c->events = calloc(n, sizeof(*c->events));
	if (!s->change.since)
		s->change.since = calloc(n, sizeof(*s->change.since));
	return c->before && c->since_before && c->events && s->change.since ? 0 : -ENOMEM;
}

/* The sideband is drained, so that it is known who was started before. */
static int change_init(struct change *c, struct session *s, bool *ret_fatal, struct error *err)
{
	const struct event_set *set = &s->setup.sampler->set;
	int result = drain_sideband(&s->drain, err);

	if (!result)
		result = open_late(s, err);
	*ret_fatal = result;
	if (result)
		return result;
	if (change_reserve(c, s) || live_events_owners(&s->setup.sampler->rings, &c->owners, &c->n_owners))
		return error_nomem(err);
	c->first = ring_set_mark(&s->setup.sampler->rings).next_id;
	for (size_t i = 0; i < set->n; i++)
		c->before[i] = set->events[i].attr;
	memcpy(c->since_before, s->change.since, set->n * sizeof(*c->since_before));
	process_tree_resolve(&s->process_tree);
	return 0;
}

/* From here on it is noted who is forked. */
static void begin_rounds(struct session *s, const struct change *c)
{
	fork_race_fini(&s->change.forks);
	process_tree_note_forks(&s->process_tree, s->streams.sideband.process_tree);
	for (size_t i = 0; i < s->setup.sampler->set.n; i++)
		if (c->events[i])
			s->change.since[i] = c->first;
}

/* Until a round reports nothing that may lack the events. What goes on after so many is done after the change. */
static int open_forked(struct session *s, bool *ret_fatal, struct error *err)
{
	bool opened = true;
	int result = 0;

	for (int round = 0; round < ROUNDS_MAX && opened && !result; round++) {
		opened = false;
		result = drain_sideband(&s->drain, err);
		*ret_fatal = result;
		if (!result)
			result = open_reported(s, &opened, err);
	}
	return result;
}

/* As before the change. */
static void close_new(struct session *s, const struct change *c)
{
	struct event_set *set = &s->setup.sampler->set;

	ring_set_close_since(&s->setup.sampler->rings, c->first);
	for (size_t i = 0; i < set->n; i++)
		set->events[i].attr = c->before[i];
	memcpy(s->change.since, c->since_before, set->n * sizeof(*c->since_before));
}

/* All of them, or none. */
static int open_all(struct session *s, const struct change *c, bool *ret_fatal, struct error *err)
{
	const struct event_set *set = &s->setup.sampler->set;
	int result = 0;

	begin_rounds(s, c);
	for (uint32_t i = 0; i < set->n && !result; i++)
		for (size_t k = 0; k < c->n_owners && c->events[i] && !result; k++)
			result = open_owner(s, i, c->owners[k], c->first, err);
	if (!result)
		result = open_forked(s, ret_fatal, err);
	if (result)
		close_new(s, c);
	else
		s->change.until_ns = clock_now() + FORK_RACE_WAIT_NS;
	if (!s->change.until_ns)
		stop_waiting(s);
	return result;
}

/* Of events that were changed shortly before, and for which forks are still waited for. */
static int enable_others(struct session *s, const struct change *c, struct error *err)
{
	return s->cpus.sampling ? live_events_enable_since(&s->setup.sampler->rings, c->first, err) : 0;
}

static int replace_all(struct session *s, const struct change *c, bool *ret_fatal, struct error *err)
{
	struct drain *drain = &s->drain;
	int result = duplicate_filter_follow(&drain->suspects, &s->setup.sampler->rings) ? error_nomem(err) : 0;

	*ret_fatal = result;
	for (uint32_t i = 0; i < s->setup.sampler->set.n && !result; i++)
		for (size_t k = 0; k < c->n_owners && c->events[i] && !result; k++)
			result = replace_owner(s, i, c->owners[k], c->first, ret_fatal, err);
	return result ? result : enable_others(s, c, err);
}

/* What threads of -t have started is known to the kernel alone. */
static int check_target(const struct target *target, struct error *err)
{
	if (target->per_thread)
		return error_set(err, -EINVAL, "--per-thread: the rate stays as it is");
	if (target->kind == TARGET_THREADS)
		return error_set(err, -EINVAL, "-t: the rate stays as it is, or what the threads have started is lost");
	return 0;
}

int control_actions_set_rate(struct session *s, const char *name, uint64_t rate, bool freq, bool *ret_fatal,
			     struct error *err)
{
	struct event_set *set = &s->setup.sampler->set;
	struct change change = { 0 };
	int result = check_target(s->setup.sampler->target, err);

	if (!result)
		result = change_init(&change, s, ret_fatal, err);
	if (!result)
		result = live_events_set_rate(set, name, rate, freq, change.events, err);
	if (!result)
		result = open_all(s, &change, ret_fatal, err);
	if (!result)
		result = replace_all(s, &change, ret_fatal, err);
	change_fini(&change);
	return result;
}

/*
 * The own events of threads that have them twice are closed. A thread that has ended is in doubt no more once all is
 * drained; its events stay open like those of others, since it may go on under its process's number (execve(2)).
 */
static int close_suspects(struct session *s, struct error *err)
{
	const struct duplicate_filter *suspects = &s->drain.suspects;
	const struct ring_set *rings = &s->setup.sampler->rings;
	bool changed = false;

	for (uint32_t i = 0; i < rings->n_events && suspects->n; i++) {
		struct event_fd *event = &rings->events[i];

		if (event->fd < 0 || !event->suspect)
			continue;
		if (duplicate_filter_is_double(suspects, event))
			control_actions_close_event(s, i);
		else if (!target_exists(event->tid))
			event->suspect = 0;
		else
			continue;
		changed = true;
	}
	return changed ? control_actions_drain_closed(s, err) : 0;
}

int control_rate_finish(struct session *s, struct error *err)
{
	int result = open_late(s, err);

	return result ? result : close_suspects(s, err);
}
