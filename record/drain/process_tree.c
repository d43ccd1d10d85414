#include "record/drain/process_tree.h"

#include "common/list.h"
#include "formats/record/record.h"
#include "record/open/target.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ENOUGH_AT_LEAST 1024

void process_tree_fini(struct process_tree *l)
{
	free(l->list);
	free(l->forks);
	u32map_fini(&l->by_pid);
	memset(l, 0, sizeof(*l));
}

static struct process_tree_process *find(const struct process_tree *l, pid_t pid)
{
	uint32_t number = u32map_get(&l->by_pid, (uint32_t)pid);

	return number == U32MAP_NONE ? NULL : &l->list[number];
}

static int set(struct process_tree *l, struct process_tree_process process)
{
	struct process_tree_process *p =
		list_element(&l->by_pid, (uint32_t)process.pid, &l->list, &l->n, &l->capacity, sizeof(*p));

	if (!p)
		return -ENOMEM;
	*p = process;
	return 0;
}

int process_tree_add(struct process_tree *l, pid_t pid)
{
	return set(l, (struct process_tree_process){ pid, pid, 0 });
}

void process_tree_note_forks(struct process_tree *l, bool on)
{
	free(l->forks);
	l->forks = NULL;
	l->n_forks = l->forks_capacity = 0;
	l->notes_forks = on;
}

pid_t process_tree_owner(const struct process_tree *l, pid_t pid)
{
	const struct process_tree_process *p = find(l, pid);

	return p ? p->owner : 0;
}

pid_t process_tree_parent(const struct process_tree *l, pid_t pid)
{
	const struct process_tree_process *p = find(l, pid);

	return p ? p->parent : 0;
}

void process_tree_resolve(struct process_tree *l)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < l->n; i++) {
			struct process_tree_process *p = &l->list[i];
			const pid_t owner = process_tree_owner(l, p->parent);

			if (!p->owner || !owner || owner == p->owner || process_tree_owner(l, p->owner) == p->owner)
				continue;
			p->owner = owner;
			changed |= process_tree_owner(l, owner) == owner;
		}
	}
}

static int prune(struct process_tree *l)
{
	struct process_tree still = { 0 };
	int result = 0;

	for (uint32_t i = 0; i < l->n && !result; i++)
		if (l->list[i].owner && target_exists(l->list[i].pid))
			result = set(&still, l->list[i]);
	if (result) {
		process_tree_fini(&still);
		return result;
	}
	still.enough = still.n < ENOUGH_AT_LEAST / 2 ? ENOUGH_AT_LEAST : 2 * still.n;
	free(l->list);
	u32map_fini(&l->by_pid);
	l->list = still.list;
	l->n = still.n;
	l->capacity = still.capacity;
	l->by_pid = still.by_pid;
	l->enough = still.enough;
	return 0;
}

static int note_fork(struct process_tree *l, const struct record_task *task)
{
	if (!l->notes_forks)
		return 0;
	if (!list_reserve(&l->forks, l->n_forks, &l->forks_capacity, sizeof(*l->forks)))
		return -ENOMEM;
	l->forks[l->n_forks++] =
		(struct process_tree_fork){ (pid_t)task->pid, (pid_t)task->tid, (pid_t)task->ptid, task->time };
	return 0;
}

/* Of another pid namespace: 0 or -1. */
static int take_fork(struct process_tree *l, const struct record_task *task)
{
	pid_t owner = process_tree_owner(l, (pid_t)task->ppid);
	int result;

	if ((pid_t)task->pid <= 0 || (pid_t)task->ptid <= 0)
		return 0;
	result = note_fork(l, task);
	if (result || task->pid == task->ppid)
		return result;
	result = set(l, (struct process_tree_process){ (pid_t)task->pid, owner ? owner : (pid_t)task->ptid,
						       (pid_t)task->ppid });
	return result || l->n < l->enough || l->n < ENOUGH_AT_LEAST ? result : prune(l);
}

/* Other threads may outlive the first; what it has started keeps its owner. */
static void take_end(struct process_tree *l, const struct record_task *task)
{
	struct process_tree_process *p = task->pid == task->tid ? find(l, (pid_t)task->pid) : NULL;

	if (p && !target_exists(p->pid))
		p->owner = 0;
}

int process_tree_take(struct process_tree *l, const void *record, size_t size)
{
	struct record_task task;
	struct record r;

	if (record_at(&r, record, size, 0, false, NULL) || (r.type != PERF_RECORD_FORK && r.type != PERF_RECORD_EXIT) ||
	    record_decode_task(&r, &task, NULL))
		return 0;
	if (r.type == PERF_RECORD_FORK)
		return take_fork(l, &task);
	take_end(l, &task);
	return 0;
}

int process_tree_of(const struct process_tree *l, pid_t owner, pid_t **ret_pids, size_t *ret_n)
{
	pid_t *pids = calloc(l->n + 1, sizeof(*pids));
	size_t n = 0;

	if (!pids)
		return -ENOMEM;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->list[i].owner == owner)
			pids[n++] = l->list[i].pid;
	*ret_pids = pids;
	*ret_n = n;
	return 0;
}

void process_tree_forget(struct process_tree *l, pid_t owner)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->list[i].owner == owner)
			l->list[i].owner = 0;
}
