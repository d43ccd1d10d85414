#include "report/timeline/thread_states.h"

#include "common/list.h"
#include "common/sorting.h"

#include <errno.h>
#include <stdlib.h>

void running_fini(struct running *r)
{
	free(r->list);
}

int running_add(struct running *r, uint64_t time, bool out)
{
	int64_t n = (r->n ? r->list[r->n - 1].n : 1) + (out ? -1 : 1);

	if (r->n && r->list[r->n - 1].time == time) {
		r->list[r->n - 1].n = n;
		return 0;
	}
	if (!list_reserve(&r->list, r->n, &r->capacity, sizeof(*r->list)))
		return -ENOMEM;
	r->list[r->n++] = (struct running_change){ .time = time, .n = n };
	return 0;
}

uint32_t running_at(const struct running *r, uint64_t time)
{
	uint32_t n = BISECT(0, r->n, i, r->list[i].time <= time);

	return n && r->list[n - 1].n > 1 ? (uint32_t)r->list[n - 1].n : 1;
}

void cgroup_spaces_fini(struct cgroup_spaces *s)
{
	for (uint32_t i = 0; i < s->n_threads; i++)
		free(s->threads[i].spaces);
	free(s->threads);
	free(s->list);
	u32map_fini(&s->by_tid);
}

int cgroup_spaces_add(struct cgroup_spaces *s, uint64_t time, const struct record_namespaces *record)
{
	struct cgroup_thread *thread = list_element(&s->by_tid, record->tid, &s->threads, &s->n_threads,
						    &s->threads_capacity, sizeof(*s->threads));

	if (!thread || !list_reserve(&thread->spaces, thread->n, &thread->capacity, sizeof(*thread->spaces)) ||
	    !list_reserve(&s->list, s->n, &s->capacity, sizeof(*s->list)))
		return -ENOMEM;
	s->list[s->n] =
		(struct cgroup_space){ .time = time, .device = record->cgroup_device, .inode = record->cgroup_inode };
	thread->spaces[thread->n++] = s->n++;
	return 0;
}

uint32_t cgroup_spaces_at(const struct cgroup_spaces *s, uint32_t tid, uint64_t time)
{
	uint32_t i = u32map_get(&s->by_tid, tid);
	const struct cgroup_thread *thread = i == U32MAP_NONE ? NULL : &s->threads[i];
	uint32_t n = thread ? BISECT(0, thread->n, k, s->list[thread->spaces[k]].time <= time) : 0;

	return n ? thread->spaces[n - 1] + 1 : 0;
}
