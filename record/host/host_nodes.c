#include "record/host/host_nodes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int read_nodes(struct host_nodes *nodes, struct host_read *r, const struct cpulist *numbers)
{
	nodes->list = calloc(numbers->n ? (size_t)numbers->n : 1, sizeof(*nodes->list));
	nodes->numbers = calloc(numbers->n ? (size_t)numbers->n : 1, sizeof(*nodes->numbers));
	if (!nodes->list || !nodes->numbers)
		return -ENOMEM;
	for (int i = 0; i < numbers->n; i++) {
		const char *cpus = host_read_sys(r, "devices/system/node/node%d/cpulist", numbers->cpus[i]);

		if (cpus && !cpulist_parse(&nodes->list[nodes->n], cpus, NULL))
			nodes->numbers[nodes->n++] = numbers->cpus[i];
	}
	return r->nomem ? -ENOMEM : 0;
}

int host_nodes_read(struct host_nodes *nodes, const struct host_roots *roots)
{
	struct cpulist numbers;
	struct host_read r;
	const char *online;
	int result = 0;

	*nodes = (struct host_nodes){ 0 };
	host_read_init(&r, roots);
	online = host_read_sys(&r, "devices/system/node/online");
	if (online && !cpulist_parse(&numbers, online, NULL)) {
		result = read_nodes(nodes, &r, &numbers);
		cpulist_fini(&numbers);
	}
	host_read_fini(&r);
	if (result)
		host_nodes_fini(nodes);
	return result;
}

void host_nodes_fini(struct host_nodes *nodes)
{
	for (int i = 0; i < nodes->n; i++)
		cpulist_fini(&nodes->list[i]);
	free(nodes->list);
	free(nodes->numbers);
	*nodes = (struct host_nodes){ 0 };
}

int host_nodes_find(const struct host_nodes *nodes, int cpu)
{
	for (int i = 0; i < nodes->n; i++)
		if (cpulist_has(&nodes->list[i], cpu))
			return i;
	return -1;
}

static int topology(struct host_read *r, int cpu, const char *file)
{
	uint64_t number = host_read_sys_number(r, 0, "devices/system/cpu/cpu%d/topology/%s", cpu, file);

	return number <= INT32_MAX ? (int)number : 0;
}

/* The first CPU that the cache serves, by which Linux perf calls it; the CPU itself where that is not said. */
static int first_served(struct host_read *r, int cpu, int index)
{
	const char *list = host_read_sys(r, "devices/system/cpu/cpu%d/cache/index%d/shared_cpu_list", cpu, index);

	return list && *list >= '0' && *list <= '9' ? (int)strtoul(list, NULL, 10) : cpu;
}

/* Of those that hold data. */
static void find_cache(struct host_read *r, struct cpu_loc *loc, int cpu, int level)
{
	const char *type;

	for (int i = 0; (type = host_read_sys(r, "devices/system/cpu/cpu%d/cache/index%d/type", cpu, i)); i++) {
		const int of = (int)host_read_sys_number(r, 0, "devices/system/cpu/cpu%d/cache/index%d/level", cpu, i);

		if (!strcmp(type, "Instruction") || (level ? of != level : of < loc->cache_level))
			continue;
		loc->cache_level = of;
		loc->cache = first_served(r, cpu, i);
	}
}

struct cpu_loc cpu_loc_read(const struct host_nodes *nodes, const struct host_roots *roots, int cpu, int cache_level)
{
	const int node = host_nodes_find(nodes, cpu);
	struct cpu_loc loc = { 0 };
	struct host_read r;

	host_read_init(&r, roots);
	loc.socket = topology(&r, cpu, "physical_package_id");
	loc.die = topology(&r, cpu, "die_id");
	loc.cluster = topology(&r, cpu, "cluster_id");
	loc.core = topology(&r, cpu, "core_id");
	loc.node = node < 0 ? 0 : nodes->numbers[node];
	find_cache(&r, &loc, cpu, cache_level);
	host_read_fini(&r);
	return loc;
}
