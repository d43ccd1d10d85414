/* sampler_tasks: keeps the processes of a sampler and the descriptors of each (libprec/sampler_set.h). */
#include "libprec/sampler_set.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void sampler_tasks_fini(struct sampler_tasks *t)
{
	for (uint32_t i = 0; i < t->n; i++) {
		if (t->list[i].pid)
			sampler_tasks_drop(t, &t->list[i]);
		free(t->list[i].events);
		free(t->list[i].since);
	}
	free(t->list);
	u32map_fini(&t->by_pid);
	memset(t, 0, sizeof(*t));
}

struct sampler_task *sampler_tasks_find(const struct sampler_tasks *t, pid_t pid)
{
	const uint32_t slot = u32map_get(&t->by_pid, (uint32_t)pid);

	return slot < t->n && t->list[slot].pid == pid ? &t->list[slot] : NULL;
}

static struct sampler_task *find_free(struct sampler_tasks *t)
{
	for (uint32_t i = t->free_hint; i < t->n; i++)
		if (!t->list[i].pid) {
			t->free_hint = i + 1;
			return &t->list[i];
		}
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)))
		return NULL;
	t->list[t->n] = (struct sampler_task){ .pidfd = -1 };
	t->free_hint = t->n + 1;
	return &t->list[t->n++];
}

/* Maps a pid to an index. Pids of removed tasks stay in the map until most of it are such. */
static int map_pid(struct sampler_tasks *t, pid_t pid, uint32_t slot)
{
	if (t->by_pid.table.n > 2 * t->n_used + 1024) {
		hash_table_clear(&t->by_pid.table);
		for (uint32_t i = 0; i < t->n; i++)
			if (t->list[i].pid && u32map_set(&t->by_pid, (uint32_t)t->list[i].pid, i))
				return -ENOMEM;
	}
	return u32map_set(&t->by_pid, (uint32_t)pid, slot);
}

struct sampler_task *sampler_tasks_take(struct sampler_tasks *t, pid_t pid, uint32_t n_rings)
{
	struct sampler_task *task = find_free(t);

	if (task && !task->since)
		task->since = calloc(n_rings, sizeof(*task->since));
	if (!task || !task->since || map_pid(t, pid, (uint32_t)(task - t->list)))
		return NULL;
	task->pid = pid;
	task->pidfd = -1;
	task->serial++;
	t->n_used++;
	return task;
}

void sampler_tasks_drop(struct sampler_tasks *t, struct sampler_task *task)
{
	const uint32_t slot = (uint32_t)(task - t->list);

	sampler_task_close(task, 0, task->n);
	if (task->pidfd >= 0)
		close(task->pidfd);
	task->pidfd = -1;
	task->pid = 0;
	t->n_used--;
	if (slot < t->free_hint)
		t->free_hint = slot;
}

int sampler_task_add(struct sampler_task *task, const struct task_event *event)
{
	if (!list_reserve(&task->events, task->n, &task->capacity, sizeof(*task->events)))
		return -ENOMEM;
	task->events[task->n++] = *event;
	return 0;
}

void sampler_task_close(struct sampler_task *task, uint32_t from, uint32_t to)
{
	if (from == to)
		return;
	for (uint32_t i = from; i < to; i++)
		close(task->events[i].fd);
	memmove(task->events + from, task->events + to, (task->n - to) * sizeof(*task->events));
	task->n -= to - from;
}
