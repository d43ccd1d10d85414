#include "report/profile/tasks.h"

#include "common/list.h"
#include "report/stream/ordered.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#define TYPE_BIT(type) (1ull << PERF_RECORD_##type)
#define TYPES_TASKS    (TYPE_BIT(COMM) | TYPE_BIT(FORK))
#define TYPES_MAPS     (TYPE_BIT(MMAP) | TYPE_BIT(MMAP2))

const struct task *tasks_find(const struct tasks *t, uint32_t tid)
{
	uint32_t i = u32map_get(&t->by_tid, tid);

	return i == U32MAP_NONE ? NULL : &t->list[i];
}

address_space_root tasks_space(const struct tasks *t, uint32_t pid)
{
	uint32_t i = u32map_get(&t->by_pid, pid);

	return i == U32MAP_NONE ? SPACE_EMPTY : t->processes[i].root;
}

static struct task_process *tasks_process(struct tasks *t, uint32_t pid)
{
	struct task_process *p = list_element(&t->by_pid, pid, &t->processes, &t->n_processes, &t->processes_capacity,
					      sizeof(*t->processes));

	if (p)
		p->pid = pid;
	return p;
}

static struct task *task_add(struct tasks *t, uint32_t pid, uint32_t tid)
{
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)) || u32map_set(&t->by_tid, tid, t->n))
		return NULL;
	t->list[t->n] = (struct task){ .pid = pid, .tid = tid, .ppid = TASK_NO_PARENT, .comm = STRTAB_NONE };
	return &t->list[t->n++];
}

/* The thread, made with its process's first thread when it is new. */
static struct task *task_get(struct tasks *t, uint32_t pid, uint32_t tid)
{
	uint32_t i = u32map_get(&t->by_tid, tid);

	if (i != U32MAP_NONE)
		return &t->list[i];
	if (pid != tid && !tasks_find(t, pid) && !task_add(t, pid, pid))
		return NULL;
	return task_add(t, pid, tid);
}

static int tasks_comm(struct tasks *t, const struct record_comm *c)
{
	struct task *task = task_get(t, c->pid, c->tid);
	struct task_process *p = c->exec ? tasks_process(t, c->pid) : NULL;

	if (!task || (c->exec && !p))
		return -ENOMEM;
	task->comm = strtab_add(t->analysis->strings, c->comm, c->comm_size);
	if (p)
		p->root = SPACE_EMPTY;
	return task->comm == STRTAB_NONE ? -ENOMEM : 0;
}

/* synthesized: the mappings of the new process follow in records of their own. */
static int tasks_fork(struct tasks *t, const struct record_task *fork, bool synthesized)
{
	struct task *parent = task_get(t, fork->ppid, fork->ptid);
	uint32_t comm = parent ? parent->comm : STRTAB_NONE;
	struct task *task = parent ? task_get(t, fork->pid, fork->tid) : NULL;
	struct task_process *p;

	if (!task)
		return -ENOMEM;
	*task = (struct task){ .pid = fork->pid, .tid = fork->tid, .ppid = fork->ptid, .comm = comm };
	if (fork->pid == fork->ppid)
		return 0;
	p = tasks_process(t, fork->pid);
	if (!p)
		return -ENOMEM;
	address_space_seal(&t->spaces);
	p->root = synthesized ? SPACE_EMPTY : tasks_space(t, fork->ppid);
	return 0;
}

/* What is shown of a mapping. The dso has been added to those of the timeline by the first pass. */
static int task_map_make(struct tasks *t, const struct record *r, const struct record_mmap *m, struct task_map *ret_map)
{
	struct task_map map = { .start = m->addr, .pgoff = m->pgoff, .ino = m->ino, .prot = m->prot };
	struct dsos *dsos = &t->analysis->timeline.dsos;
	const struct dso *dso;

	map.dso = dsos_mapping(dsos, m);
	if (map.dso == DSO_NONE)
		return -ENOMEM;
	dso = &dsos->list[map.dso];
	if (dso->kind == DSO_VDSO)
		map.pgoff = 0;
	map.is_shared = m->flags & MAP_SHARED;
	map.has_ino = r->type == PERF_RECORD_MMAP2 && !m->build_id.size && dso->kind != DSO_VDSO;
	if (r->type == PERF_RECORD_MMAP && !(r->misc & RECORD_MISC_MMAP_DATA))
		map.prot = PROT_EXEC;
	/* Only code in anonymous memory has a map of its names. */
	map.name = dso->path;
	if (dso->kind == DSO_ANON && !(map.prot & PROT_EXEC))
		map.name = strtab_add(t->analysis->strings, m->filename, m->filename_size);
	*ret_map = map;
	return map.name == STRTAB_NONE ? -ENOMEM : 0;
}

static int tasks_map(struct tasks *t, const struct record *r, const struct record_mmap *m)
{
	struct task_process *p = task_get(t, m->pid, m->tid) ? tasks_process(t, m->pid) : NULL;
	uint64_t end = m->addr + m->len < m->addr ? UINT64_MAX : m->addr + m->len;

	if (!p || !list_reserve(&t->maps, t->n_maps, &t->maps_capacity, sizeof(*t->maps)) ||
	    task_map_make(t, r, m, &t->maps[t->n_maps]))
		return -ENOMEM;
	p->root = address_space_insert(&t->spaces, p->root, m->addr, end, t->n_maps++);
	return t->spaces.failed ? -ENOMEM : 0;
}

/* Records that cannot be decoded were counted and reported in the first pass. */
static int tasks_record(struct tasks *t, const struct record *r)
{
	union {
		struct record_comm comm;
		struct record_task task;
		struct record_mmap map;
	} u;

	switch (r->type) {
	case PERF_RECORD_COMM: return record_decode_comm(r, &u.comm, NULL) ? 0 : tasks_comm(t, &u.comm);
	case PERF_RECORD_FORK:
		return record_decode_task(r, &u.task, NULL) ? 0
							    : tasks_fork(t, &u.task, r->misc & RECORD_MISC_FORK_EXEC);
	default:
		/* What the kernel has mapped is no thread's. */
		if ((r->misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_USER || record_decode_mmap(r, &u.map, NULL))
			return 0;
		return tasks_map(t, r, &u.map);
	}
}

static int tasks_take(struct tasks *t, struct ordered *ordered, struct ordered_batch *batch, struct error *err)
{
	int result;

	while ((result = ordered_next(ordered, batch, err)) > 0) {
		for (uint32_t i = 0; i < batch->n && result >= 0; i++) {
			struct record r;

			ordered_record(ordered, &batch->refs[i], &r);
			if (tasks_record(t, &r))
				result = error_nomem(err);
		}
		ordered_release(ordered, batch);
		if (result < 0)
			break;
	}
	return result;
}

int tasks_read(struct tasks *t, struct analysis *a, bool maps, struct error *err)
{
	struct ordered_batch *batch = malloc(sizeof(*batch));
	struct ordered *ordered = NULL;
	struct task *idle;
	int result;

	*t = (struct tasks){ .analysis = a };
	if (!batch || address_space_store_init(&t->spaces)) {
		free(batch);
		return error_nomem(err);
	}
	ordered_batch_init(batch);
	result = ordered_new(&ordered, a->file, a->spans, a->n_spans, TYPES_TASKS | (maps ? TYPES_MAPS : 0), err);
	idle = result ? NULL : task_get(t, 0, 0);
	if (idle)
		idle->comm = strtab_add_string(a->strings, "swapper");
	else if (!result)
		result = error_nomem(err);
	if (!result)
		result = tasks_take(t, ordered, batch, err);
	ordered_batch_fini(batch);
	ordered_free(ordered);
	free(batch);
	return result;
}

void tasks_fini(struct tasks *t)
{
	free(t->list);
	free(t->processes);
	free(t->maps);
	u32map_fini(&t->by_tid);
	u32map_fini(&t->by_pid);
	address_space_store_fini(&t->spaces);
	*t = (struct tasks){ 0 };
}
