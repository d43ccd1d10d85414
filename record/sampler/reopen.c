#include "record/sampler/reopen.h"

#include <errno.h>

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
int reopen_event(struct sampler *s, uint32_t event, pid_t owner, uint64_t first, const pid_t *pids, size_t n,
		 struct error *err)
{
	const struct open_task as = { .owner = owner, .only = event, .suspect = first };
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
