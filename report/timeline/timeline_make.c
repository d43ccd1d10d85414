#include "report/timeline/timeline_make.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

static struct process *timeline_process(struct timeline *t, uint32_t pid)
{
	return list_element(&t->processes.by_pid, pid, &t->processes.list, &t->processes.n, &t->processes.capacity,
			    sizeof(*t->processes.list));
}

static struct thread *timeline_thread(struct timeline *t, uint32_t tid)
{
	return list_element(&t->threads.by_tid, tid, &t->threads.list, &t->threads.n, &t->threads.capacity,
			    sizeof(*t->threads.list));
}

static int thread_change(struct timeline *t, uint32_t tid, struct comm_change change)
{
	struct thread *thread = timeline_thread(t, tid);
	const struct comm_change *last;

	if (!thread || !list_reserve(&thread->changes, thread->n, &thread->capacity, sizeof(*thread->changes)))
		return -ENOMEM;
	last = thread->n ? &thread->changes[thread->n - 1] : NULL;
	if (last && last->comm == change.comm && (!change.by_fork || change.comm != STRTAB_NONE))
		return 0;
	if (last && last->time == change.time) {
		change.by_fork = change.by_fork || last->by_fork;
		thread->n--;
	}
	t->has_comm_changes = t->has_comm_changes || thread->n;
	thread->changes[thread->n++] = change;
	return 0;
}

static int thread_set_comm(struct timeline *t, uint32_t tid, uint64_t time, uint32_t comm)
{
	return thread_change(t, tid, (struct comm_change){ .time = time, .comm = comm });
}

int timeline_init(struct timeline *t, struct strtab *strings)
{
	uint32_t swapper = strtab_add_string(strings, "swapper");

	memset(t, 0, sizeof(*t));
	t->strings = strings;
	dsos_init(&t->dsos, strings);
	if (swapper == STRTAB_NONE || address_space_store_init(&t->spaces) || thread_set_comm(t, 0, 0, swapper)) {
		timeline_fini(t);
		return -ENOMEM;
	}
	return 0;
}

void timeline_fini(struct timeline *t)
{
	for (uint32_t i = 0; i < t->processes.n; i++)
		free(t->processes.list[i].epochs);
	for (uint32_t i = 0; i < t->threads.n; i++)
		free(t->threads.list[i].changes);
	free(t->processes.list);
	free(t->threads.list);
	free(t->maps);
	free(t->cgroups.list);
	cgroup_spaces_fini(&t->cgroup_spaces);
	running_fini(&t->running);
	u32map_fini(&t->processes.by_pid);
	u32map_fini(&t->threads.by_tid);
	address_space_store_fini(&t->spaces);
	dsos_fini(&t->dsos);
	memset(t, 0, sizeof(*t));
}

/* Begins an epoch. One of the same time is replaced. 0 or -ENOMEM. */
static int process_set_epoch(struct process *p, const struct mapping_epoch *v)
{
	if (p->n && p->epochs[p->n - 1].time == v->time) {
		p->epochs[p->n - 1] = *v;
		return 0;
	}
	if (!list_reserve(&p->epochs, p->n, &p->capacity, sizeof(*p->epochs)))
		return -ENOMEM;
	p->epochs[p->n++] = *v;
	return 0;
}

/* Returns the latest epoch of a process; without any, one in which nothing is mapped. */
static struct mapping_epoch process_now(const struct process *p)
{
	return p->n ? p->epochs[p->n - 1] : (struct mapping_epoch){ .root = SPACE_EMPTY, .before = SPACE_EMPTY };
}

/* Counts a replaced mapping: a coarse epoch begins. Those of guest kernels are not used. */
static void timeline_next_coarse(struct timeline *t, uint32_t pid, struct mapping_epoch *v)
{
	if (v->coarse < TIMELINE_COARSE_MAX)
		v->coarse++;
	t->has_coarse_epochs = t->has_coarse_epochs || !(pid & TIMELINE_GUEST_PIDS);
}

/* When time advances, older roots must stay as they are. */
static void timeline_advance(struct timeline *t, uint64_t time)
{
	if (time != t->last_time)
		address_space_seal(&t->spaces);
	t->last_time = time;
}

/* True if JIT code is in this range, or was until a mapping of a file replaced it. */
static bool code_was_there(const struct timeline *t, const struct mapping_epoch *v, uint64_t start, uint64_t end)
{
	const struct address_space_node *node = address_space_next(&t->spaces, v->code, start);

	return node && node->start < end;
}

/* Limit of the adjacent mappings that are compared; memory mapped at once has one. */
#define SAME_MAPS_LOOK 16

/* True if the whole range is mapped to the dso already. May be false although it is. */
static bool is_mapped_to(const struct timeline *t, address_space_root root, uint64_t start, uint64_t end, uint32_t dso)
{
	for (int i = 0; i < SAME_MAPS_LOOK; i++) {
		const struct address_space_node *node = address_space_next(&t->spaces, root, start);

		if (!node || node->start > start || t->maps[node->map].dso != dso)
			return false;
		if (node->end >= end)
			return true;
		start = node->end;
	}
	return false;
}

/* True if the map is memory that may hold JIT code, which stays in it when the memory is mapped again. */
static bool holds_code(const struct timeline *t, const struct map *map)
{
	const struct dso *dso = &t->dsos.list[map->dso];

	return dso->kind == DSO_ANON || !strncmp(strtab_get(t->strings, dso->path), "/memfd:", 7);
}

/*
 * True if a file is mapped in the range, whose code may run until JIT code replaces it. May be true although none is.
 */
static bool file_is_there(const struct timeline *t, address_space_root root, uint64_t start, uint64_t end)
{
	for (int i = 0; i < SAME_MAPS_LOOK; i++) {
		const struct address_space_node *node = address_space_next(&t->spaces, root, start);

		if (!node || node->start >= end)
			return false;
		if (!holds_code(t, &t->maps[node->map]))
			return true;
		start = node->end;
	}
	return true;
}

/*
 * True if each address of the new mapping was mapped before, to the same offset of the same file. Anonymous memory that
 * becomes executable is a new mapping; code that becomes writable for a moment is not.
 */
static bool map_goes_on(const struct timeline *t, const struct address_space_node *old, const struct map *map,
			uint64_t end)
{
	const struct map *m = &t->maps[old->map];

	return old->start <= map->start && end <= old->end && m->dso == map->dso &&
	       m->start - m->pgoff == map->start - map->pgoff && (!m->anon_data || map->anon_data);
}

/*
 * True if memory is mapped over a part of a file's code, and nothing else: programs do that to put their own code on
 * huge pages. Then *ret_copy is that part of the file.
 */
static bool is_over_code(struct timeline *t, uint32_t pid, const struct map *map, uint64_t end,
			 const struct address_space_node *old, struct map *ret_copy)
{
	const struct map *under = old ? &t->maps[old->map] : NULL;

	if (!map->is_code || !holds_code(t, map) || !under || !under->is_code || old->start > map->start ||
	    old->end < end || t->dsos.list[under->dso].kind != DSO_FILE || holds_code(t, under))
		return false;
	*ret_copy = *map;
	ret_copy->pgoff = map->start - under->start + under->pgoff;
	ret_copy->dso = dsos_copy(&t->dsos, under->dso, pid);
	return true;
}

static int timeline_map(struct timeline *t, uint32_t pid, uint64_t time, const struct map *map)
{
	const bool has_no_code = map->dso == DSO_NONE || !holds_code(t, map);
	struct map copy;
	struct process *p = timeline_process(t, pid);
	uint64_t end = map->start + map->size < map->start ? UINT64_MAX : map->start + map->size;
	const struct address_space_node *other;
	struct mapping_epoch v;

	if (!p || map->dso == DSO_NONE || !list_reserve(&t->maps, t->n_maps, &t->maps_capacity, sizeof(*t->maps)))
		return -ENOMEM;
	v = process_now(p);
	if (v.code && t->dsos.list[map->dso].kind == DSO_ANON && is_mapped_to(t, v.root, map->start, end, map->dso))
		return 0;
	other = address_space_next(&t->spaces, v.root, map->start);
	if (is_over_code(t, pid, map, end, other, &copy))
		map = &copy;
	if (map->dso == DSO_NONE)
		return -ENOMEM;
	/* A library that is loaded again and again is mapped at the same address. */
	if (other && map_goes_on(t, other, map, end) && !code_was_there(t, &v, map->start, end)) {
		t->maps[other->map].is_code |= map->is_code;
		return 0;
	}
	timeline_advance(t, time);
	t->maps[t->n_maps] = *map;
	v.time = time;
	v.by_code = false;
	if (other && other->start < end)
		timeline_next_coarse(t, pid, &v);
	v.root = address_space_insert(&t->spaces, v.root, map->start, end, t->n_maps++);
	if (code_was_there(t, &v, map->start, end) && has_no_code)
		v.code = address_space_insert(&t->spaces, v.code, map->start, end, SPACE_NONE);
	return t->spaces.failed ? -ENOMEM : process_set_epoch(p, &v);
}

int timeline_add_code(struct timeline *t, const struct code_map *code)
{
	struct process *p = timeline_process(t, code->pid);
	uint64_t end = code->start + code->size < code->start ? UINT64_MAX : code->start + code->size;
	struct mapping_epoch v;
	bool remade;

	if (!p || !list_reserve(&t->maps, t->n_maps, &t->maps_capacity, sizeof(*t->maps)))
		return -ENOMEM;
	v = process_now(p);
	remade = code_was_there(t, &v, code->start, end);
	/* A hundred thousand pieces with an epoch each would cost much and change little. */
	if (remade || !v.by_code || file_is_there(t, v.root, code->start, end)) {
		timeline_advance(t, code->time);
		v.time = code->time;
	}
	v.by_code = true;
	t->maps[t->n_maps] =
		(struct map){ .start = code->start, .pgoff = code->offset, .size = code->size, .dso = code->dso };
	v.code = address_space_insert(&t->spaces, v.code, code->start, end, t->n_maps++);
	return t->spaces.failed || process_set_epoch(p, &v) ? -ENOMEM : remade;
}

int timeline_add_mmap(struct timeline *t, uint64_t time, const struct record_mmap *m, uint16_t misc)
{
	uint32_t mode = misc & RECORD_MISC_CPUMODE_MASK;
	struct map map = { .start = m->addr, .pgoff = m->pgoff, .size = m->len };
	enum dso_kind kind;

	if (mode == RECORD_MISC_GUEST_USER)
		return 0;
	if (mode == RECORD_MISC_GUEST_KERNEL) {
		t->has_guests = true;
		map.dso = dsos_guest_kernel(&t->dsos, m->filename, m->filename_size);
		return timeline_map(t, timeline_guest_key(m->pid), time, &map);
	}
	if (mode == RECORD_MISC_KERNEL) {
		map.dso = dsos_kernel(&t->dsos, m->filename, m->filename_size, &m->build_id, m->addr, m->pgoff);
		return timeline_map(t, TIMELINE_KERNEL_PID, time, &map);
	}
	map.dso = dsos_mapping(&t->dsos, m);
	kind = map.dso == DSO_NONE ? DSO_FILE : t->dsos.list[map.dso].kind;
	/* JIT code is named by its address, not by an offset in a file. */
	if (kind == DSO_ANON)
		map.pgoff = map.start;
	if (kind == DSO_ANON || kind == DSO_NO_FILE)
		map.anon_data = misc & RECORD_MISC_MMAP_DATA && !(m->prot & PROT_EXEC);
	map.is_code = m->prot & PROT_EXEC || !(misc & RECORD_MISC_MMAP_DATA);
	map.shared_data =
		m->flags & MAP_SHARED && !(m->prot & PROT_EXEC) && (m->maj || m->min || m->ino || m->ino_generation);
	return timeline_map(t, m->pid, time, &map);
}

/* exec drops all mappings. */
static int timeline_exec(struct timeline *t, uint32_t pid, uint64_t time)
{
	struct process *p = timeline_process(t, pid);
	struct mapping_epoch v;

	if (!p)
		return -ENOMEM;
	timeline_advance(t, time);
	v = process_now(p);
	v = (struct mapping_epoch){
		.time = time, .before = v.root, .generation = v.generation + 1, .coarse = v.coarse
	};
	if (p->n)
		timeline_next_coarse(t, pid, &v);
	return process_set_epoch(p, &v);
}

int timeline_add_cgroup(struct timeline *t, const struct record_cgroup *c)
{
	uint32_t path = strtab_add_string(t->strings, c->path);

	if (path == STRTAB_NONE ||
	    !list_reserve(&t->cgroups.list, t->cgroups.n, &t->cgroups.capacity, sizeof(*t->cgroups.list)))
		return -ENOMEM;
	t->cgroups.list[t->cgroups.n++] = (struct cgroup_name){ .id = c->id, .path = path };
	return 0;
}

int timeline_add_comm(struct timeline *t, uint64_t time, const struct record_comm *c)
{
	uint32_t comm = strtab_add(t->strings, c->comm, c->comm_size);

	if (comm == STRTAB_NONE || (c->exec && timeline_exec(t, c->pid, time)))
		return -ENOMEM;
	return thread_set_comm(t, c->tid, time, comm);
}

int timeline_add_fork(struct timeline *t, uint64_t time, const struct record_task *task, bool synthesized)
{
	uint32_t parent_thread = u32map_get(&t->threads.by_tid, task->ptid);
	uint32_t parent_process = u32map_get(&t->processes.by_pid, task->ppid);
	uint32_t comm = STRTAB_NONE;
	struct mapping_epoch v = { .time = time };
	struct process *p;

	if (parent_thread != U32MAP_NONE && t->threads.list[parent_thread].n)
		comm = t->threads.list[parent_thread].changes[t->threads.list[parent_thread].n - 1].comm;
	if (thread_change(t, task->tid, (struct comm_change){ .time = time, .comm = comm, .by_fork = true }))
		return -ENOMEM;
	if (task->pid == task->ppid || synthesized)
		return 0;
	timeline_advance(t, time);
	if (parent_process != U32MAP_NONE)
		v = process_now(&t->processes.list[parent_process]);
	address_space_seal(&t->spaces);
	p = timeline_process(t, task->pid);
	if (!p)
		return -ENOMEM;
	v.time = time;
	v.by_code = false;
	v.generation = process_now(p).generation + 1;
	v.coarse = process_now(p).coarse;
	if (p->n)
		timeline_next_coarse(t, task->pid, &v);
	return process_set_epoch(p, &v);
}

int timeline_add_ksymbol(struct timeline *t, uint64_t time, const struct record_ksymbol *k)
{
	struct map map = { .start = k->addr, .pgoff = k->addr, .size = k->len };

	if (k->flags & 1) /* unregistered: the code keeps its name until other code is mapped there */
		return 0;
	map.dso = dsos_ksymbol(&t->dsos, k->name, k->name_size);
	return timeline_map(t, TIMELINE_KERNEL_PID, time, &map);
}
