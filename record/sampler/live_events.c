#include "record/sampler/live_events.h"

#include "common/hash_table.h"
#include "common/sorting.h"
#include "record/open/descriptor.h"
#include "record/open/event_attr.h"
#include "record/sampler/sample_rate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_of(const struct event_fd *event, pid_t owner)
{
	return event->fd >= 0 && event->owner == owner;
}

bool live_events_have(const struct ring_set *o, pid_t owner)
{
	for (size_t i = 0; i < o->n_events; i++)
		if (is_of(&o->events[i], owner))
			return true;
	return false;
}

/* Unless it is switched off. */
static int enable(const struct ring_set *o, const struct event_fd *event, struct error *err)
{
	const struct set_event *of = &o->set->events[event->event];
	int result = of->is_off ? 0 : descriptor_enable(event->fd);

	return result ? error_set(err, result, "cannot enable event '%s': %s", of->name, strerror(-result)) : 0;
}

int live_events_enable(struct ring_set *o, pid_t owner, bool sideband, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < o->n_events && !result; i++)
		if (is_of(&o->events[i], owner) && !o->set->events[o->events[i].event].spec == sideband)
			result = enable(o, &o->events[i], err);
	return result;
}

int live_events_enable_since(const struct ring_set *o, uint64_t first, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < o->n_events && !result; i++)
		if (o->events[i].fd >= 0 && o->events[i].opened >= first && o->set->events[o->events[i].event].spec)
			result = enable(o, &o->events[i], err);
	return result;
}

/* The first old event of each thread, those of which lie together. 0 or -ENOMEM. */
static int find_old(const struct ring_set *o, uint32_t event, pid_t owner, uint64_t first, struct u32map *ret_by_tid)
{
	int result = 0;

	for (size_t i = 0; i < o->n_events && !result; i++) {
		const struct event_fd *have = &o->events[i];

		if (is_of(have, owner) && have->event == event && have->opened < first &&
		    u32map_get(ret_by_tid, (uint32_t)have->tid) == U32MAP_NONE)
			result = u32map_set(ret_by_tid, (uint32_t)have->tid, (uint32_t)i);
	}
	return result;
}

/* That of the same thread on the same CPU; NULL: it has none of its own. */
static const struct event_fd *old_of(const struct ring_set *o, const struct event_fd *have, uint64_t first,
				     const struct u32map *by_tid)
{
	for (size_t i = u32map_get(by_tid, (uint32_t)have->tid); i < o->n_events && o->events[i].tid == have->tid;
	     i++) {
		const struct event_fd *old = &o->events[i];

		if (is_of(old, have->owner) && old->event == have->event && old->cpu == have->cpu &&
		    old->opened < first)
			return old;
	}
	return NULL;
}

/* One after the other: each thread that has an old event of its own is without one for a moment only. */
static int exchange(const struct ring_set *o, uint32_t event, pid_t owner, uint64_t first, struct error *err)
{
	struct u32map by_tid = { 0 };
	int result = find_old(o, event, owner, first, &by_tid) ? error_nomem(err) : 0;

	for (size_t i = 0; i < o->n_events && !result; i++) {
		const struct event_fd *have = &o->events[i], *old = NULL;

		if (is_of(have, owner) && have->event == event && have->opened >= first && !have->suspect)
			old = old_of(o, have, first, &by_tid);
		if (!old)
			continue;
		descriptor_disable(old->fd);
		result = enable(o, have, err);
	}
	u32map_fini(&by_tid);
	return result;
}

/* What is enabled already stays so. */
static int enable_new(const struct ring_set *o, uint32_t event, pid_t owner, uint64_t first, bool doubtful,
		      struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < o->n_events && !result; i++) {
		const struct event_fd *have = &o->events[i];

		if (is_of(have, owner) && have->event == event && have->opened >= first && !have->suspect != doubtful)
			result = enable(o, have, err);
	}
	return result;
}

int live_events_replace(struct ring_set *o, uint32_t event, pid_t owner, uint64_t first, bool on, struct error *err)
{
	int result = on ? exchange(o, event, owner, first, err) : 0;

	for (size_t i = 0; i < o->n_events; i++)
		if (is_of(&o->events[i], owner) && o->events[i].event == event && o->events[i].opened < first)
			descriptor_disable(o->events[i].fd);
	if (on && !result)
		result = enable_new(o, event, owner, first, false, err);
	if (on && !result)
		result = enable_new(o, event, owner, first, true, err);
	return result;
}

static bool is_meant(const struct set_event *event, const char *name)
{
	return event->spec && (!name || !strcmp(event->name, name) || !strcmp(event->spec->name, name));
}

static int error_no_event(struct error *err, const char *name)
{
	return error_set(err, -ENOENT, "can't find '%s' event", name);
}

/* What is to be off afterwards. False: no event has the name. */
static bool mark(struct event_set *set, const char *name, bool on, bool is_on)
{
	bool found = false;

	for (size_t i = 0; i < set->n; i++)
		found |= is_meant(&set->events[i], name);
	for (size_t i = 0; i < set->n && found; i++) {
		struct set_event *event = &set->events[i];

		if (is_meant(event, name))
			event->is_off = name && !on;
		else if (event->spec && on && !is_on)
			event->is_off = true;
	}
	return found;
}

int live_events_switch(struct ring_set *o, const char *name, bool on, bool is_on, struct error *err)
{
	if (!mark(o->set, name, on, is_on))
		return error_no_event(err, name ? name : "");
	if (on || !name)
		o->is_stopped = !on;
	for (size_t i = 0; i < o->n_events; i++) {
		const struct event_fd *event = &o->events[i];
		const struct set_event *of = &o->set->events[event->event];
		int result;

		if (event->fd < 0 || !is_meant(of, name))
			continue;
		result = on ? descriptor_enable(event->fd) : descriptor_disable(event->fd);
		if (result)
			return error_set(err, result, "cannot %s event '%s': %s", on ? "enable" : "disable", of->name,
					 strerror(-result));
	}
	return 0;
}

static int check_max(uint64_t freq, struct error *err)
{
	uint64_t max = 0;

	if (sample_rate_max(&max, NULL) || freq <= max)
		return 0;
	return sample_rate_refuse("freq", freq, max, err);
}

/* Readers count with the period of the samples: without it they would take that of the file. */
static int check_rate(const struct set_event *event, bool freq, struct error *err)
{
	if (!event->attr.sample_period)
		return error_set(err, -EINVAL, "event '%s' takes no samples", event->name);
	if (event->spec->group)
		return error_set(err, -EINVAL, "event '%s' is in a group, which is opened as a whole", event->name);
	if (event->spec->is_off_cpu)
		return error_set(err, -EINVAL, "event '%s' has every time off the CPU, whatever the rate", event->name);
	if (event->attr.sample_type & PERF_SAMPLE_READ)
		return error_set(err, -EINVAL, "event '%s' is read with its samples (modifier S), and stays as it is",
				 event->name);
	if (event_spec_is_trace(event->spec))
		return error_set(err, -EINVAL, "event '%s' is a trace, which has no rate", event->name);
	if (!event_attr_can_change(&event->attr, event->spec) && !(freq && event->attr.flags & ATTR_FREQ))
		return error_set(err, -EINVAL,
				 "event '%s' is counted by the kernel's software, and its period cannot change",
				 event->name);
	if (!(event->attr.sample_type & PERF_SAMPLE_PERIOD))
		return error_set(err, -EINVAL, "event '%s' is recorded without its periods", event->name);
	return 0;
}

static void set_rate(struct event_attr *attr, uint64_t rate, bool freq)
{
	attr->sample_period = rate;
	attr->flags = freq ? attr->flags | ATTR_FREQ : attr->flags & ~ATTR_FREQ;
}

int live_events_set_rate(struct event_set *set, const char *name, uint64_t rate, bool freq, bool *ret_changed,
			 struct error *err)
{
	int result = freq ? check_max(rate, err) : 0;
	bool found = false, changed = false;

	for (size_t i = 0; i < set->n && !result; i++) {
		ret_changed[i] = is_meant(&set->events[i], name) && !check_rate(&set->events[i], freq, err);
		found |= is_meant(&set->events[i], name);
		changed |= ret_changed[i];
	}
	if (result)
		return result;
	if (!found)
		return error_no_event(err, name ? name : "");
	if (!changed)
		return -EINVAL; /* why, the check of the last one has said */
	for (size_t i = 0; i < set->n; i++)
		if (ret_changed[i])
			set_rate(&set->events[i].attr, rate, freq);
	return 0;
}

int live_events_owners(const struct ring_set *o, pid_t **ret_owners, size_t *ret_n)
{
	pid_t *owners = calloc(o->n_events + 1, sizeof(*owners));
	size_t n = 0;

	if (!owners)
		return -ENOMEM;
	for (size_t i = 0; i < o->n_events; i++)
		if (o->events[i].fd >= 0)
			owners[n++] = o->events[i].owner;
	*ret_owners = owners;
	*ret_n = pids_sort(owners, n);
	return 0;
}

/* Where the event is open, it is opened once more. What is added takes the place of something closed, or comes last. */
static int open_where_open(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, struct error *err)
{
	const uint32_t n = s->rings.n_events;

	for (uint32_t i = 0; i < n; i++) {
		const struct event_fd old = s->rings.events[i];
		const struct open_task task = { old.tid, owner, event, 0 };
		int result;

		if (old.fd < 0 || old.owner != owner || old.event != event || old.opened >= first)
			continue;
		result = open_walk_cpu(&s->walk, &task, old.cpu, err);
		if (result < 0)
			return result;
	}
	return 0;
}

/* The threads that an event is open for, for whichever owner. 0 or -ENOMEM. */
static int find_open_threads(const struct ring_set *o, uint32_t event, struct u32map *ret_tids)
{
	for (uint32_t i = 0; i < o->n_events; i++) {
		const struct event_fd *have = &o->events[i];

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
static int inheritors_init(struct inheritors *in, const struct ring_set *o, uint32_t event, const pid_t *pids, size_t n,
			   struct error *err)
{
	int result;

	*in = (struct inheritors){ .all.kind = TARGET_PROCESSES };
	result = find_open_threads(o, event, &in->open);
	for (size_t i = 0; i < n && !result; i++)
		result = target_add_process(&in->all, pids[i]);
	return result ? error_nomem(err) : 0;
}

/* Lists again until there are no new ones. What comes later may have been started by one that was opened. */
static int open_inheritors(struct sampler *s, struct inheritors *in, const struct open_task *as, struct error *err)
{
	size_t done = 0;

	for (;;) {
		int result = target_list_threads(&in->all, err);

		if (result < 0 || done == in->all.n_tids)
			return result < 0 ? result : 0;
		for (result = 0; done < in->all.n_tids && result >= 0; done++) {
			const struct open_task task = { in->all.tids[done], as->owner, as->only,
							done < in->n_certain ? 0 : as->suspect };

			if (u32map_get(&in->open, (uint32_t)task.tid) == U32MAP_NONE)
				result = open_walk_task(&s->walk, &task, err);
		}
		if (result < 0)
			return result;
	}
}

int reopen_inherited(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, pid_t pid, struct error *err)
{
	const struct open_task as = { .owner = owner, .only = event, .suspect = first };
	struct inheritors in;
	int result = inheritors_init(&in, &s->rings, event, &pid, 1, err);

	if (!result)
		result = open_inheritors(s, &in, &as, err);
	inheritors_fini(&in);
	return result;
}

/* Threads that are listed before anything is opened have not inherited it. */
int reopen_event(struct sampler *s, const struct reopening *r, struct error *err)
{
	const struct open_task as = { .owner = r->owner, .only = r->event, .suspect = r->first };
	struct inheritors in;
	int result = inheritors_init(&in, &s->rings, r->event, r->pids, r->n_pids, err);

	s->set.events[r->event].attr.flags &= ~ATTR_ENABLE_ON_EXEC; /* the command has started */
	if (!result && r->n_pids) {
		result = target_list_threads(&in.all, err);
		result = result < 0 ? result : 0;
	}
	in.n_certain = in.all.n_tids;
	if (!result)
		result = open_where_open(s, r->event, r->owner, r->first, err);
	if (!result && r->n_pids)
		result = open_inheritors(s, &in, &as, err);
	inheritors_fini(&in);
	return result;
}
