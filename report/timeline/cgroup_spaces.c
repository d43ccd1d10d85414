#include "report/timeline/cgroup_spaces.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

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
	uint32_t low = 0, high = i == U32MAP_NONE ? 0 : s->threads[i].n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (s->list[s->threads[i].spaces[middle]].time <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? s->threads[i].spaces[low - 1] + 1 : 0;
}
