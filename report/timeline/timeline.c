#include "report/timeline/timeline.h"

#include "common/sorting.h"

/* Limit of the comm changes that timeline_comm_stable compares; beyond it comms are taken to differ. */
#define COMM_STABLE_LOOK 16

/* Returns the last epoch that began at or before the time, or NULL. */
static const struct mapping_epoch *process_epoch(const struct timeline *t, uint32_t pid, uint64_t time)
{
	uint32_t i = u32map_get(&t->processes.by_pid, pid);
	const struct process *p;
	uint32_t n;

	if (i == U32MAP_NONE)
		return NULL;
	p = &t->processes.list[i];
	n = BISECT(0, p->n, k, p->epochs[k].time <= time);
	return n ? &p->epochs[n - 1] : NULL;
}

/* Returns the number of comm changes up to the time. */
static uint32_t thread_changes(const struct thread *thread, uint64_t time)
{
	return BISECT(0, thread->n, i, thread->changes[i].time <= time);
}

/* Returns the number of the map at an address, or SPACE_NONE. v may be NULL. */
static uint32_t epoch_find(const struct timeline *t, const struct mapping_epoch *v, uint64_t addr)
{
	uint32_t map = v && v->code ? address_space_find(&t->spaces, v->code, addr) : SPACE_NONE;

	return v && map == SPACE_NONE ? address_space_find(&t->spaces, v->root, addr) : map;
}

const struct map *timeline_epoch_map(const struct timeline *t, const struct mapping_epoch *v, uint64_t addr)
{
	uint32_t map = epoch_find(t, v, addr);

	return map == SPACE_NONE ? NULL : &t->maps[map];
}

uint64_t timeline_epoch_extent(const struct timeline *t, const struct mapping_epoch *v, uint64_t addr)
{
	bool is_code = v && v->code && address_space_find(&t->spaces, v->code, addr) != SPACE_NONE;
	const struct address_space_node *node =
		v ? address_space_next(&t->spaces, is_code ? v->code : v->root, addr) : NULL;

	return node && node->start <= addr ? node->end - node->start : 0;
}

const struct map *timeline_epoch_caller(const struct timeline *t, const struct mapping_epoch *v, uint64_t addr)
{
	uint32_t map = epoch_find(t, v, addr);

	if (v && map == SPACE_NONE)
		map = address_space_find(&t->spaces, v->before, addr);
	return map == SPACE_NONE ? NULL : &t->maps[map];
}

bool timeline_map_stable(const struct timeline *t, uint32_t pid, uint64_t first, uint64_t last, uint64_t addr)
{
	const struct mapping_epoch *a = process_epoch(t, pid, first);
	const struct mapping_epoch *b = process_epoch(t, pid, last);

	if (a == b)
		return true;
	if (!a)
		return epoch_find(t, b, addr) == SPACE_NONE && b->generation == 0;
	/*
	 * Within a generation a mapping that was replaced never comes back, so a map at both ends was there all the
	 * time.
	 */
	return a->generation == b->generation && epoch_find(t, a, addr) == epoch_find(t, b, addr);
}

bool timeline_space_same(const struct timeline *t, uint32_t pid, uint64_t first, uint64_t last)
{
	return process_epoch(t, pid, first) == process_epoch(t, pid, last);
}

uint32_t timeline_comm(const struct timeline *t, uint32_t tid, uint64_t time)
{
	uint32_t i = u32map_get(&t->threads.by_tid, tid);
	uint32_t n = i == U32MAP_NONE ? 0 : thread_changes(&t->threads.list[i], time);

	return n ? t->threads.list[i].changes[n - 1].comm : STRTAB_NONE;
}

uint32_t timeline_comm_of_row(const struct timeline *t, uint32_t tid, uint64_t time)
{
	uint32_t i = u32map_get(&t->threads.by_tid, tid);
	const struct thread *thread = i == U32MAP_NONE ? NULL : &t->threads.list[i];
	uint32_t n = thread ? thread_changes(thread, time) : 0;

	if (n && thread->changes[n - 1].comm != STRTAB_NONE)
		return thread->changes[n - 1].comm;
	return thread && n < thread->n && !thread->changes[n].by_fork ? thread->changes[n].comm : STRTAB_NONE;
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

/* Returns the number of an epoch of a process, from 1; 0 for NULL. */
static uint32_t epoch_number(const struct timeline *t, uint32_t pid, const struct mapping_epoch *v)
{
	return v ? (uint32_t)(v - t->processes.list[u32map_get(&t->processes.by_pid, pid)].epochs) + 1 : 0;
}

static uint32_t process_epochs(const struct timeline *t, uint32_t pid, uint64_t time)
{
	return epoch_number(t, pid, process_epoch(t, pid, time));
}

uint32_t timeline_guest_pid(const struct timeline *t, uint32_t pid)
{
	return u32map_get(&t->processes.by_pid, timeline_guest_key(pid)) == U32MAP_NONE ? timeline_guest_key(0)
											: timeline_guest_key(pid);
}

/* Each number only grows with time, so equal sums mean equal numbers. */
struct timeline_snapshot timeline_snapshot(const struct timeline *t, uint32_t pid, uint64_t time)
{
	struct timeline_snapshot m = { .own = process_epoch(t, pid, time),
				       .kernel = process_epoch(t, TIMELINE_KERNEL_PID, time) };

	m.epoch = epoch_number(t, pid, m.own) + epoch_number(t, TIMELINE_KERNEL_PID, m.kernel);
	if (t->has_guests) {
		uint32_t guest = timeline_guest_pid(t, pid);

		m.guest = process_epoch(t, guest, time);
		m.epoch += epoch_number(t, guest, m.guest);
	}
	return m;
}

uint32_t timeline_mapping_epoch(const struct timeline *t, uint32_t pid, uint64_t time)
{
	return timeline_snapshot(t, pid, time).epoch;
}

uint32_t timeline_thread_epoch(const struct timeline *t, uint32_t pid, uint32_t tid, uint64_t time)
{
	uint32_t i = u32map_get(&t->threads.by_tid, tid);

	return timeline_mapping_epoch(t, pid, time) +
	       (i == U32MAP_NONE ? 0 : thread_changes(&t->threads.list[i], time));
}

/* Clips the range to that of the n-th epoch of the process, from 1; 0: before the first. */
static void range_cut(const struct timeline *t, uint32_t pid, uint32_t n, struct time_range *s)
{
	uint32_t i = u32map_get(&t->processes.by_pid, pid);
	const struct process *p = i == U32MAP_NONE ? NULL : &t->processes.list[i];

	if (n && p->epochs[n - 1].time > s->from)
		s->from = p->epochs[n - 1].time;
	if (p && n < p->n && p->epochs[n].time < s->until)
		s->until = p->epochs[n].time;
}

uint32_t timeline_mapping_range(const struct timeline *t, uint32_t pid, uint64_t time, struct time_range *ret_range)
{
	uint32_t own = process_epochs(t, pid, time);
	uint32_t kernel = process_epochs(t, TIMELINE_KERNEL_PID, time);

	*ret_range = (struct time_range){ .from = 0, .until = UINT64_MAX };
	range_cut(t, pid, own, ret_range);
	range_cut(t, TIMELINE_KERNEL_PID, kernel, ret_range);
	if (t->has_guests) {
		uint32_t guest = timeline_guest_pid(t, pid);
		uint32_t epoch = process_epochs(t, guest, time);

		range_cut(t, guest, epoch, ret_range);
		own += epoch;
	}
	return own + kernel;
}

uint32_t timeline_coarse_epoch(const struct timeline *t, uint32_t pid, uint32_t tid, bool comms, uint64_t time,
			       struct time_range *ret_range)
{
	const struct mapping_epoch *v = process_epoch(t, pid, time);
	uint32_t coarse = v ? v->coarse : 0;
	uint32_t i = comms ? u32map_get(&t->threads.by_tid, tid) : U32MAP_NONE;

	*ret_range = (struct time_range){ .from = 0, .until = UINT64_MAX };
	range_cut(t, pid, epoch_number(t, pid, v), ret_range);
	if (i != U32MAP_NONE) {
		const struct thread *thread = &t->threads.list[i];
		uint32_t n = thread_changes(thread, time);

		if (n && thread->changes[n - 1].time > ret_range->from)
			ret_range->from = thread->changes[n - 1].time;
		if (n < thread->n && thread->changes[n].time < ret_range->until)
			ret_range->until = thread->changes[n].time;
		n = n ? n - 1 : 0;
		coarse += n < TIMELINE_COARSE_MAX ? n : TIMELINE_COARSE_MAX;
	}
	return coarse;
}

uint32_t timeline_comm_range(const struct timeline *t, uint32_t tid, uint64_t time, struct time_range *ret_range)
{
	uint32_t i = u32map_get(&t->threads.by_tid, tid);
	const struct thread *thread = i == U32MAP_NONE ? NULL : &t->threads.list[i];
	uint32_t n = thread ? thread_changes(thread, time) : 0;

	ret_range->from = n ? thread->changes[n - 1].time : 0;
	ret_range->until = thread && n < thread->n ? thread->changes[n].time : UINT64_MAX;
	return n ? thread->changes[n - 1].comm : STRTAB_NONE;
}

uint32_t timeline_cgroup(const struct timeline *t, uint64_t id)
{
	for (uint32_t i = 0; i < t->cgroups.n; i++)
		if (t->cgroups.list[i].id == id)
			return t->cgroups.list[i].path;
	return STRTAB_NONE;
}
