#include "report/timeline/timeline.h"

#include "common/bisect.h"

/* Comm changes between two times beyond which they are taken to differ, without a look at each. */
#define COMM_STABLE_LOOK 16

/* The last version that began at or before the time, or NULL. */
static const struct address_space_version *process_version(const struct timeline *t, uint32_t pid, uint64_t time)
{
	uint32_t i = u32map_get(&t->processes.by_pid, pid);
	const struct process *p;
	uint32_t n;

	if (i == U32MAP_NONE)
		return NULL;
	p = &t->processes.list[i];
	n = BISECT(0, p->n, k, p->versions[k].time <= time);
	return n ? &p->versions[n - 1] : NULL;
}

/* How many comm changes there were up to the time. */
static uint32_t thread_changes(const struct thread *thread, uint64_t time)
{
	return BISECT(0, thread->n, i, thread->changes[i].time <= time);
}

/* The number of what is there in a state (NULL: none yet), or SPACE_NONE. */
static uint32_t version_find(const struct timeline *t, const struct address_space_version *v, uint64_t addr)
{
	uint32_t map = v && v->code ? address_space_find(&t->spaces, v->code, addr) : SPACE_NONE;

	return v && map == SPACE_NONE ? address_space_find(&t->spaces, v->root, addr) : map;
}

const struct map *timeline_version_map(const struct timeline *t, const struct address_space_version *v, uint64_t addr)
{
	uint32_t map = version_find(t, v, addr);

	return map == SPACE_NONE ? NULL : &t->maps[map];
}

uint64_t timeline_version_extent(const struct timeline *t, const struct address_space_version *v, uint64_t addr)
{
	bool is_code = v && v->code && address_space_find(&t->spaces, v->code, addr) != SPACE_NONE;
	const struct address_space_node *node =
		v ? address_space_next(&t->spaces, is_code ? v->code : v->root, addr) : NULL;

	return node && node->start <= addr ? node->end - node->start : 0;
}

const struct map *timeline_version_caller(const struct timeline *t, const struct address_space_version *v,
					  uint64_t addr)
{
	uint32_t map = version_find(t, v, addr);

	if (v && map == SPACE_NONE)
		map = address_space_find(&t->spaces, v->before, addr);
	return map == SPACE_NONE ? NULL : &t->maps[map];
}

bool timeline_map_stable(const struct timeline *t, uint32_t pid, uint64_t first, uint64_t last, uint64_t addr)
{
	const struct address_space_version *a = process_version(t, pid, first);
	const struct address_space_version *b = process_version(t, pid, last);

	if (a == b)
		return true;
	if (!a)
		return version_find(t, b, addr) == SPACE_NONE && b->generation == 0;
	/* Within a generation a mapping that went away never comes back, so what both ends have was always there. */
	return a->generation == b->generation && version_find(t, a, addr) == version_find(t, b, addr);
}

bool timeline_space_same(const struct timeline *t, uint32_t pid, uint64_t first, uint64_t last)
{
	return process_version(t, pid, first) == process_version(t, pid, last);
}

uint32_t timeline_comm(const struct timeline *t, uint32_t tid, uint64_t time)
{
	uint32_t i = u32map_get(&t->threads.by_tid, tid);
	uint32_t n = i == U32MAP_NONE ? 0 : thread_changes(&t->threads.list[i], time);

	return n ? t->threads.list[i].changes[n - 1].comm : STRTAB_NONE;
}

bool timeline_comm_stable(const struct timeline *t, uint32_t tid, uint64_t first, uint64_t last)
{
	uint32_t i = u32map_get(&t->threads.by_tid, tid);
	uint32_t a, b;

	if (i == U32MAP_NONE)
		return true;
	a = thread_changes(&t->threads.list[i], first);
	b = thread_changes(&t->threads.list[i], last);
	if (a == b)
		return true;
	if (!a || b - a > COMM_STABLE_LOOK)
		return false;
	for (uint32_t k = a; k < b; k++)
		if (t->threads.list[i].changes[k].comm != t->threads.list[i].changes[a - 1].comm)
			return false;
	return true;
}

/* How many versions a process had up to one of them; NULL: none. */
static uint32_t version_number(const struct timeline *t, uint32_t pid, const struct address_space_version *v)
{
	return v ? (uint32_t)(v - t->processes.list[u32map_get(&t->processes.by_pid, pid)].versions) + 1 : 0;
}

static uint32_t process_versions(const struct timeline *t, uint32_t pid, uint64_t time)
{
	return version_number(t, pid, process_version(t, pid, time));
}

uint32_t timeline_guest_pid(const struct timeline *t, uint32_t pid)
{
	return u32map_get(&t->processes.by_pid, timeline_guest_key(pid)) == U32MAP_NONE ? timeline_guest_key(0)
											: timeline_guest_key(pid);
}

/* Each count only grows with time, so equal sums mean equal counts. */
struct timeline_snapshot timeline_snapshot(const struct timeline *t, uint32_t pid, uint64_t time)
{
	struct timeline_snapshot m = { .own = process_version(t, pid, time),
				       .kernel = process_version(t, TIMELINE_KERNEL_PID, time) };

	m.epoch = version_number(t, pid, m.own) + version_number(t, TIMELINE_KERNEL_PID, m.kernel);
	if (t->has_guests) {
		uint32_t guest = timeline_guest_pid(t, pid);

		m.guest = process_version(t, guest, time);
		m.epoch += version_number(t, guest, m.guest);
	}
	return m;
}

uint32_t timeline_space_epoch(const struct timeline *t, uint32_t pid, uint64_t time)
{
	return timeline_snapshot(t, pid, time).epoch;
}

uint32_t timeline_epoch(const struct timeline *t, uint32_t pid, uint32_t tid, uint64_t time)
{
	uint32_t i = u32map_get(&t->threads.by_tid, tid);

	return timeline_space_epoch(t, pid, time) + (i == U32MAP_NONE ? 0 : thread_changes(&t->threads.list[i], time));
}

/* Cuts the stretch down to that of the n-th (from 1; 0: before the first) of the process's versions. */
static void stretch_cut(const struct timeline *t, uint32_t pid, uint32_t n, struct timeline_stretch *s)
{
	uint32_t i = u32map_get(&t->processes.by_pid, pid);
	const struct process *p = i == U32MAP_NONE ? NULL : &t->processes.list[i];

	if (n && p->versions[n - 1].time > s->from)
		s->from = p->versions[n - 1].time;
	if (p && n < p->n && p->versions[n].time < s->until)
		s->until = p->versions[n].time;
}

uint32_t timeline_space_stretch(const struct timeline *t, uint32_t pid, uint64_t time,
				struct timeline_stretch *ret_stretch)
{
	uint32_t own = process_versions(t, pid, time);
	uint32_t kernel = process_versions(t, TIMELINE_KERNEL_PID, time);

	*ret_stretch = (struct timeline_stretch){ .from = 0, .until = UINT64_MAX };
	stretch_cut(t, pid, own, ret_stretch);
	stretch_cut(t, TIMELINE_KERNEL_PID, kernel, ret_stretch);
	if (t->has_guests) {
		uint32_t guest = timeline_guest_pid(t, pid);
		uint32_t version = process_versions(t, guest, time);

		stretch_cut(t, guest, version, ret_stretch);
		own += version;
	}
	return own + kernel;
}

uint32_t timeline_phase(const struct timeline *t, uint32_t pid, uint32_t tid, bool comms, uint64_t time,
			struct timeline_stretch *ret_stretch)
{
	const struct address_space_version *v = process_version(t, pid, time);
	uint32_t phase = v ? v->phase : 0;
	uint32_t i = comms ? u32map_get(&t->threads.by_tid, tid) : U32MAP_NONE;

	*ret_stretch = (struct timeline_stretch){ .from = 0, .until = UINT64_MAX };
	stretch_cut(t, pid, version_number(t, pid, v), ret_stretch);
	if (i != U32MAP_NONE) {
		const struct thread *thread = &t->threads.list[i];
		uint32_t n = thread_changes(thread, time);

		if (n && thread->changes[n - 1].time > ret_stretch->from)
			ret_stretch->from = thread->changes[n - 1].time;
		if (n < thread->n && thread->changes[n].time < ret_stretch->until)
			ret_stretch->until = thread->changes[n].time;
		n = n ? n - 1 : 0;
		phase += n < TIMELINE_PHASES_MAX ? n : TIMELINE_PHASES_MAX;
	}
	return phase;
}

uint32_t timeline_comm_stretch(const struct timeline *t, uint32_t tid, uint64_t time,
			       struct timeline_stretch *ret_stretch)
{
	uint32_t i = u32map_get(&t->threads.by_tid, tid);
	const struct thread *thread = i == U32MAP_NONE ? NULL : &t->threads.list[i];
	uint32_t n = thread ? thread_changes(thread, time) : 0;

	ret_stretch->from = n ? thread->changes[n - 1].time : 0;
	ret_stretch->until = thread && n < thread->n ? thread->changes[n].time : UINT64_MAX;
	return n ? thread->changes[n - 1].comm : STRTAB_NONE;
}

uint32_t timeline_cgroup(const struct timeline *t, uint64_t id)
{
	for (uint32_t i = 0; i < t->cgroups.n; i++)
		if (t->cgroups.list[i].id == id)
			return t->cgroups.list[i].path;
	return STRTAB_NONE;
}
