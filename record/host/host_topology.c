#include "record/host/host_topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/feature/features_encode.h"

#define CACHES_PER_CPU_MAX 10
#define MEMORY_BLOCKS_MAX  (1u << 24)

/* Distinct strings, in the order of first sight. */
struct string_set {
	const char **strings;
	size_t n;
};

static void set_add(struct string_set *set, const char *s)
{
	for (size_t i = 0; i < set->n; i++)
		if (!strcmp(set->strings[i], s))
			return;
	set->strings[set->n++] = s;
}

/* The kernel renamed these files in 5.2; old kernels have the second name only. */
static void set_add_file(struct host_read *r, struct string_set *set, int cpu, const char *name, const char *old_name)
{
	const char *list = host_read_sys(r, "devices/system/cpu/cpu%d/topology/%s", cpu, name);

	if (!list && old_name)
		list = host_read_sys(r, "devices/system/cpu/cpu%d/topology/%s", cpu, old_name);
	if (list)
		set_add(set, list);
}

int host_encode_cpu_topology(struct host_read *r, struct buffer *b)
{
	size_t n = (size_t)sysconf(_SC_NPROCESSORS_CONF);
	struct string_set cores = { host_read_alloc(r, n, sizeof(char *)), 0 };
	struct string_set threads = { host_read_alloc(r, n, sizeof(char *)), 0 };
	struct string_set dies = { host_read_alloc(r, n, sizeof(char *)), 0 };
	struct feature_cpu *cpus = host_read_alloc(r, n, sizeof(*cpus));
	struct feature_topology topology;

	if (r->nomem)
		return 0;
	for (size_t cpu = 0; cpu < n; cpu++) {
		set_add_file(r, &cores, cpu, "package_cpus_list", "core_siblings_list");
		set_add_file(r, &threads, cpu, "core_cpus_list", "thread_siblings_list");
		set_add_file(r, &dies, cpu, "die_cpus_list", NULL);
		/* An offline CPU has no topology; its ids are written as -1, as Linux perf does. */
		cpus[cpu].core_id =
			host_read_sys_number(r, UINT32_MAX, "devices/system/cpu/cpu%zu/topology/core_id", cpu);
		cpus[cpu].socket_id = host_read_sys_number(
			r, UINT32_MAX, "devices/system/cpu/cpu%zu/topology/physical_package_id", cpu);
		cpus[cpu].die_id =
			host_read_sys_number(r, UINT32_MAX, "devices/system/cpu/cpu%zu/topology/die_id", cpu);
	}
	if (r->nomem || !cores.n)
		return 0;
	topology = (struct feature_topology){ cores.strings, cores.n, threads.strings, threads.n, dies.strings, dies.n,
					      cpus,          n };
	feature_encode_cpu_topology(b, &topology);
	return 1;
}

/* "Node 0 MemTotal:  4286680 kB" */
static uint64_t meminfo_kib(const char *meminfo, const char *key)
{
	const char *found = strstr(meminfo, key);

	return found ? strtoull(found + strlen(key), NULL, 10) : 0;
}

static bool numa_node_read(struct host_read *r, struct feature_numa_node *node, int number)
{
	const char *meminfo = host_read_sys_text(r, "devices/system/node/node%d/meminfo", number);

	node->node = (uint32_t)number;
	node->cpus = host_read_sys(r, "devices/system/node/node%d/cpulist", number);
	if (!meminfo || !node->cpus)
		return false;
	node->total_kib = meminfo_kib(meminfo, "MemTotal:");
	node->free_kib = meminfo_kib(meminfo, "MemFree:");
	return true;
}

int host_encode_numa_topology(struct host_read *r, struct buffer *b)
{
	const char *online = host_read_sys(r, "devices/system/node/online");
	struct feature_numa_node *nodes;
	struct cpulist numbers;
	size_t n = 0;

	if (!online || cpulist_parse(&numbers, online, NULL))
		return 0;
	nodes = host_read_alloc(r, numbers.n, sizeof(*nodes));
	for (int i = 0; nodes && i < numbers.n; i++)
		n += numa_node_read(r, &nodes[n], numbers.cpus[i]);
	cpulist_fini(&numbers);
	if (r->nomem || !n)
		return 0;
	feature_encode_numa_topology(b, nodes, n);
	return 1;
}

static bool cache_read(struct host_read *r, struct feature_cache *cache, int cpu, int index)
{
	char folder[64];

	snprintf(folder, sizeof(folder), "devices/system/cpu/cpu%d/cache/index%d", cpu, index);
	cache->type = host_read_sys(r, "%s/type", folder);
	if (!cache->type)
		return false;
	cache->level = host_read_sys_number(r, 0, "%s/level", folder);
	cache->line_size = host_read_sys_number(r, 0, "%s/coherency_line_size", folder);
	cache->sets = host_read_sys_number(r, 0, "%s/number_of_sets", folder);
	cache->ways = host_read_sys_number(r, 0, "%s/ways_of_associativity", folder);
	cache->size = host_read_sys(r, "%s/size", folder);
	cache->cpus = host_read_sys(r, "%s/shared_cpu_list", folder);
	return cache->size && cache->cpus;
}

static bool cache_same(const struct feature_cache *a, const struct feature_cache *b)
{
	return a->level == b->level && a->line_size == b->line_size && a->sets == b->sets && a->ways == b->ways &&
	       !strcmp(a->type, b->type) && !strcmp(a->size, b->size) && !strcmp(a->cpus, b->cpus);
}

/* Adds a cache, unless it is there already, after the last of its level. So they are ordered by level, then by CPU. */
static void cache_add(struct feature_cache *caches, size_t *n, const struct feature_cache *cache)
{
	size_t at = *n;

	for (size_t i = 0; i < *n; i++)
		if (cache_same(&caches[i], cache))
			return;
	while (at && caches[at - 1].level > cache->level)
		at--;
	memmove(caches + at + 1, caches + at, (*n - at) * sizeof(*caches));
	caches[at] = *cache;
	(*n)++;
}

int host_encode_cache(struct host_read *r, struct buffer *b)
{
	size_t n_cpus = (size_t)sysconf(_SC_NPROCESSORS_CONF);
	struct feature_cache *caches = host_read_alloc(r, n_cpus * CACHES_PER_CPU_MAX, sizeof(*caches));
	size_t n = 0;

	for (size_t cpu = 0; cpu < n_cpus && !r->nomem; cpu++)
		for (int index = 0; index < CACHES_PER_CPU_MAX; index++) {
			struct feature_cache cache;

			if (!cache_read(r, &cache, (int)cpu, index))
				break;
			cache_add(caches, &n, &cache);
		}
	if (r->nomem || !n)
		return 0;
	feature_encode_cache(b, caches, n);
	return 1;
}

static bool memory_node_read(struct host_read *r, struct feature_memory_node *node, int number)
{
	struct cpulist blocks;
	char folder[64];
	uint64_t *words;

	snprintf(folder, sizeof(folder), "devices/system/node/node%d", number);
	if (host_read_numbers(r, &blocks, folder, "memory"))
		return false;
	if (!blocks.n || (unsigned)blocks.cpus[blocks.n - 1] >= MEMORY_BLOCKS_MAX) {
		cpulist_fini(&blocks);
		return false;
	}
	node->node = (uint64_t)number;
	node->n_bits = (uint64_t)blocks.cpus[blocks.n - 1] + 1;
	words = host_read_alloc(r, (node->n_bits + 63) / 64, sizeof(*words));
	for (int i = 0; words && i < blocks.n; i++)
		words[blocks.cpus[i] / 64] |= 1ull << blocks.cpus[i] % 64;
	node->blocks = words;
	cpulist_fini(&blocks);
	return words != NULL;
}

int host_encode_mem_topology(struct host_read *r, struct buffer *b)
{
	const char *block_size = host_read_sys(r, "devices/system/memory/block_size_bytes");
	struct feature_memory_node *nodes;
	struct cpulist numbers;
	size_t n = 0;

	if (!block_size || host_read_numbers(r, &numbers, "devices/system/node", "node"))
		return 0;
	nodes = host_read_alloc(r, numbers.n, sizeof(*nodes));
	for (int i = 0; nodes && i < numbers.n; i++)
		n += memory_node_read(r, &nodes[n], numbers.cpus[i]);
	cpulist_fini(&numbers);
	if (r->nomem || !n)
		return 0;
	feature_encode_mem_topology(b, strtoull(block_size, NULL, 16), nodes, n);
	return 1;
}
