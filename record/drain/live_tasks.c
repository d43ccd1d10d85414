#include "record/drain/live_tasks.h"

#include "common/list.h"
#include "formats/record/record.h"
#include "record/open/target.h"

#include <errno.h>
#include <stdlib.h>

#define ENOUGH_AT_LEAST 1024

void live_tasks_fini(struct live_tasks *t)
{
	free(t->pids);
	u32map_fini(&t->by_pid);
	memset(t, 0, sizeof(*t));
}

static int add(struct live_tasks *t, uint32_t pid)
{
	if (u32map_get(&t->by_pid, pid) != U32MAP_NONE)
		return 0;
	if (!list_reserve(&t->pids, t->n, &t->capacity, sizeof(*t->pids)) || u32map_set(&t->by_pid, pid, t->n))
		return -ENOMEM;
	t->pids[t->n++] = (pid_t)pid;
	return 0;
}

int live_tasks_prune(struct live_tasks *t)
{
	struct live_tasks still = { 0 };
	int result = 0;

	for (uint32_t i = 0; i < t->n && !result; i++)
		if (target_exists(t->pids[i]))
			result = add(&still, (uint32_t)t->pids[i]);
	if (result) {
		live_tasks_fini(&still);
		return result;
	}
	still.enough = still.n < ENOUGH_AT_LEAST / 2 ? ENOUGH_AT_LEAST : 2 * still.n;
	live_tasks_fini(t);
	*t = still;
	return 0;
}

/* The process of a record of either type; 0: none, or one of another pid namespace. */
static pid_t process_of(const struct record *r)
{
	struct record_task task;
	struct record_comm comm;

	if (r->type == PERF_RECORD_FORK && !record_decode_task(r, &task, NULL))
		return (pid_t)task.pid > 0 ? (pid_t)task.pid : 0;
	if (r->type == PERF_RECORD_COMM && !record_decode_comm(r, &comm, NULL))
		return (pid_t)comm.pid > 0 ? (pid_t)comm.pid : 0;
	return 0;
}

int live_tasks_take(struct live_tasks *t, const void *record, size_t size)
{
	struct record r;
	pid_t pid = record_at(&r, record, size, 0, false, NULL) ? 0 : process_of(&r);
	int result = pid ? add(t, (uint32_t)pid) : 0;

	return result || t->n < t->enough || t->n < ENOUGH_AT_LEAST ? result : live_tasks_prune(t);
}
