#include "record/session/thread_place.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define ANYWHERE (-1)

static int read_nodes(struct thread_place *place, struct host_read *r, const struct cpulist *numbers)
{
	place->nodes = calloc(numbers->n ? (size_t)numbers->n : 1, sizeof(*place->nodes));
	if (!place->nodes)
		return -ENOMEM;
	for (int i = 0; i < numbers->n; i++) {
		const char *list = host_read_sys(r, "devices/system/node/node%d/cpulist", numbers->cpus[i]);

		if (list && !cpulist_parse(&place->nodes[place->n_nodes], list, NULL))
			place->n_nodes++;
	}
	return r->nomem ? -ENOMEM : 0;
}

int thread_place_init(struct thread_place *place, enum thread_affinity affinity, const struct host_roots *roots)
{
	struct cpulist numbers;
	struct host_read r;
	const char *online;
	int result = 0;

	*place = (struct thread_place){ .affinity = affinity, .at = ANYWHERE };
	if (affinity != AFFINITY_NODE)
		return 0;
	host_read_init(&r, roots);
	online = host_read_sys(&r, "devices/system/node/online");
	if (online && !cpulist_parse(&numbers, online, NULL)) {
		result = read_nodes(place, &r, &numbers);
		cpulist_fini(&numbers);
	}
	host_read_fini(&r);
	return result;
}

void thread_place_fini(struct thread_place *place)
{
	for (int i = 0; i < place->n_nodes; i++)
		cpulist_fini(&place->nodes[i]);
	free(place->nodes);
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

static void go(struct thread_place *place, int at, const struct cpulist *cpus)
{
	cpu_set_t *set;
	size_t size;

	if (place->at == at)
		return;
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

	if (cpu < 0 || place->affinity == AFFINITY_SYS)
		return;
	if (place->affinity == AFFINITY_CPU)
		go(place, cpu, &one);
	for (int i = 0; i < place->n_nodes; i++)
		if (cpulist_has(&place->nodes[i], cpu))
			go(place, i, &place->nodes[i]);
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
