#include "record/session/live_rate.h"

#include "record/sampler/live_events.h"
#include "record/session/live_targets.h"

#include "common/u32map.h"

#include <errno.h>
#include <stdlib.h>

#define ROUNDS_MAX 100

/* What inherits the events has them from the owner, and gets the new ones by itself. */
static int open_owner(struct session *s, uint32_t event, pid_t owner, uint64_t first, struct error *err)
{
	struct sampler *sampler = s->setup.sampler;
	pid_t *pids = NULL;
	size_t n = 0;
	int result = 0;

	if (sampler->set.events[event].attr.flags & ATTR_INHERIT && lineage_of(&s->lineage, owner, &pids, &n))
		return error_nomem(err);
	result = sampler_open_again(sampler, event, owner, first, pids, n, err);
	free(pids);
	return result;
}

static int replace_owner(struct session *s, uint32_t event, pid_t owner, uint64_t first, bool *ret_fatal,
			 struct error *err)
{
	int result = live_events_replace(&s->setup.sampler->rings, event, owner, first, s->cpus.sampling, err);

	return result ? result : live_close(s, owner, event, first, ret_fatal, err);
}

/* What is to be changed: these events, of all owners. */
struct change {
	struct event_attr *before; /* of each event of the set */
	bool *events;
	pid_t *owners;
	size_t n_owners;
	uint64_t first;       /* the new ones have this id of the kernel, or higher ones */
	struct u32map rounds; /* by pid: the round of open_forked in which it has got the new ones */
};

static void change_fini(struct change *c)
{
	free(c->before);
	free(c->events);
	free(c->owners);
	u32map_fini(&c->rounds);
}

/* The sideband is drained, so that it is known who was started: those get the new events in round 0. */
static int change_init(struct change *c, struct session *s, bool *ret_fatal, struct error *err)
{
	const struct event_set *set = &s->setup.sampler->set;
	int result;

	*c = (struct change){ .before = calloc(set->n, sizeof(*c->before)),
			      .events = calloc(set->n, sizeof(*c->events)),
			      .first = open_rings_mark(&s->setup.sampler->rings).next_id };
	if (!c->before || !c->events || live_events_owners(&s->setup.sampler->rings, &c->owners, &c->n_owners))
		return error_nomem(err);
	for (size_t i = 0; i < set->n; i++)
		c->before[i] = set->events[i].attr;
	result = drain_sideband(&s->drain, err);
	*ret_fatal = result;
	lineage_settle(&s->lineage);
	for (uint32_t i = 0; i < s->lineage.n && !result; i++)
		if (u32map_set(&c->rounds, (uint32_t)s->lineage.list[i].pid, 0))
			result = error_nomem(err);
	return result;
}

static int open_process(struct session *s, const struct change *c, pid_t owner, pid_t pid, struct error *err)
{
	const struct event_set *set = &s->setup.sampler->set;
	int result = 0;

	for (uint32_t i = 0; i < set->n && !result; i++)
		if (c->events[i] && set->events[i].attr.flags & ATTR_INHERIT)
			result = sampler_open_inherited(s->setup.sampler, i, owner, &pid, 1, err);
	return result;
}

/*
 * A parent that had the new events before the last drain but one has passed them on, and those that are opened twice
 * are sampled twice. Where it got them since, that is not known: opened twice is better than not at all.
 *
 * The kernel has a child inherit (perf_event_init_task) long before it reports the fork (perf_event_fork, at the end of
 * copy_process in kernel/fork.c), and says of no task which events it has. So a fork that is under way at its parent's
 * opening, and is reported two drains later or after the last one, is missed: of 750 that three processes forked about
 * one, where 6 to 100 were opened twice. To look again later does not help: what is reported then may have inherited,
 * and would be opened twice.
 */
static int open_new(struct session *s, struct change *c, uint32_t round, bool *ret_opened, struct error *err)
{
	int result = 0;

	*ret_opened = false;
	lineage_settle(&s->lineage);
	for (uint32_t i = 0; i < s->lineage.n && !result; i++) {
		const struct lineage_process p = s->lineage.list[i];
		const uint32_t parents = u32map_get(&c->rounds, (uint32_t)p.parent);
		const bool inherited = parents != U32MAP_NONE && parents + 1 < round;

		if (!p.owner || u32map_get(&c->rounds, (uint32_t)p.pid) != U32MAP_NONE)
			continue;
		if (u32map_set(&c->rounds, (uint32_t)p.pid, inherited ? parents : round))
			return error_nomem(err);
		if (inherited)
			continue;
		*ret_opened = true;
		result = open_process(s, c, p.owner, p.pid, err);
	}
	return result;
}

/* What was forked before its parent had the new events has only the old ones, which are about to be closed. */
static int open_forked(struct session *s, struct change *c, bool *ret_fatal, struct error *err)
{
	for (uint32_t round = 1; round <= ROUNDS_MAX; round++) {
		bool opened = false;
		int result = drain_sideband(&s->drain, err);

		*ret_fatal = result;
		if (!result)
			result = open_new(s, c, round, &opened, err);
		if (result || !opened)
			return result;
	}
	return error_set(err, -EAGAIN, "processes start faster than their events are opened: the rate stays as it is");
}

/* As before the change. */
static void close_new(struct session *s, const struct change *c)
{
	struct event_set *set = &s->setup.sampler->set;

	open_rings_close_since(&s->setup.sampler->rings, c->first);
	for (size_t i = 0; i < set->n; i++)
		set->events[i].attr = c->before[i];
}

/* All of them, or none. */
static int open_all(struct session *s, struct change *c, bool *ret_fatal, struct error *err)
{
	const struct event_set *set = &s->setup.sampler->set;
	int result = 0;

	for (uint32_t i = 0; i < set->n && !result; i++)
		for (size_t k = 0; k < c->n_owners && c->events[i] && !result; k++)
			result = open_owner(s, i, c->owners[k], c->first, err);
	if (!result)
		result = open_forked(s, c, ret_fatal, err);
	if (result)
		close_new(s, c);
	return result;
}

static int replace_all(struct session *s, const struct change *c, bool *ret_fatal, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < s->setup.sampler->set.n && !result; i++)
		for (size_t k = 0; k < c->n_owners && c->events[i] && !result; k++)
			result = replace_owner(s, i, c->owners[k], c->first, ret_fatal, err);
	return result;
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

int live_set_rate(struct session *s, const char *name, uint64_t rate, bool freq, bool *ret_fatal, struct error *err)
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
