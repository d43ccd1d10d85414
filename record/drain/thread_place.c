#include "record/drain/thread_place.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define ANYWHERE (-1)

int thread_place_init(struct thread_place *place, enum thread_affinity affinity, const struct host_roots *roots)
{
	*place = (struct thread_place){ .affinity = affinity, .at = ANYWHERE };
	return affinity == AFFINITY_NODE ? host_nodes_read(&place->nodes, roots) : 0;
}

void thread_place_fini(struct thread_place *place)
{
	host_nodes_fini(&place->nodes);
	CPU_FREE(place->before);
	*place = (struct thread_place){ .at = ANYWHERE };
}

/* NULL without memory. */
static cpu_set_t *make_set(const struct cpulist *cpus, size_t *ret_size)
{
	int n = cpus->cpus[cpus->n - 1] + 1;
	cpu_set_t *set = CPU_ALLOC((size_t)n);

	if (!set)
		return NULL;
	*ret_size = CPU_ALLOC_SIZE((size_t)n);
	CPU_ZERO_S(*ret_size, set);
	for (int i = 0; i < cpus->n; i++)
		CPU_SET_S((size_t)cpus->cpus[i], *ret_size, set);
	return set;
}

/* Where the thread may run, for thread_place_return. The kernel refuses a set that is smaller than its own. */
static void note_before(struct thread_place *place)
{
	for (int n = CPU_SETSIZE; !place->before && n <= 2 * CPULIST_MAX_CPU; n *= 2) {
		place->before_size = CPU_ALLOC_SIZE((size_t)n);
		place->before = CPU_ALLOC((size_t)n);
		if (!place->before || !sched_getaffinity(0, place->before_size, place->before))
			return;
		CPU_FREE(place->before);
		place->before = NULL;
	}
}

static void go(struct thread_place *place, int at, const struct cpulist *cpus)
{
	cpu_set_t *set;
	size_t size;

	if (place->at == at)
		return;
	if (!place->before)
		note_before(place);
	set = make_set(cpus, &size);
	if (!set)
		return;
	if (!sched_setaffinity(0, size, set))
		place->at = at;
	CPU_FREE(set);
}

void thread_place_follow(struct thread_place *place, int cpu)
{
	const struct cpulist one = { &cpu, 1 };
	int node;

	if (cpu < 0 || place->affinity == AFFINITY_SYS)
		return;
	node = host_nodes_find(&place->nodes, cpu);
	if (place->affinity == AFFINITY_CPU)
		go(place, cpu, &one);
	else if (node >= 0)
		go(place, node, &place->nodes.list[node]);
}

void thread_place_return(struct thread_place *place)
{
	if (place->before && !sched_setaffinity(0, place->before_size, place->before))
		place->at = ANYWHERE;
}

int thread_place_set(pthread_attr_t *attr, const struct cpulist *cpus)
{
	size_t size;
	cpu_set_t *set = make_set(cpus, &size);
	int result;

	if (!set)
		return ENOMEM;
	result = pthread_attr_setaffinity_np(attr, size, set);
	CPU_FREE(set);
	return result;
}
