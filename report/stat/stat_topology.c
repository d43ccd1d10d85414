#include "report/stat/stat_topology.h"

#include "common/cpulist.h"
#include "common/list.h"
#include "formats/feature/feature_topology.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Takes what a feature says, as far as it can be read. 0 or -ENOMEM. */
typedef int take_feature(struct stat_topology *t, struct cursor *c, const struct perf_file *file);

static int with_feature(struct stat_topology *t, const struct perf_file *file, unsigned feature, take_feature *take)
{
	struct buffer b;
	int result = 0;

	buffer_init(&b);
	if (perf_file_has_feature(file, feature) && !perf_file_read_feature(file, feature, &b, NULL)) {
		struct cursor c = cursor_make(b.data, b.size, file->swap);

		result = take(t, &c, file);
	}
	buffer_fini(&b);
	return result;
}

static int take_available(struct stat_topology *t, struct cursor *c, const struct perf_file *file)
{
	uint32_t available, online;

	(void)file;
	if (!feature_decode_nrcpus(c, &available, &online) && available <= CPULIST_MAX_CPU)
		t->n_cpus = available;
	return 0;
}

static int take_cpus(struct stat_topology *t, struct cursor *c, const struct perf_file *file)
{
	struct feature_topology_view view;

	(void)file;
	t->cpus = calloc((size_t)t->n_cpus + 1, sizeof(*t->cpus));
	if (!t->cpus)
		return -ENOMEM;
	(void)feature_decode_cpu_topology(c, t->n_cpus, &view);
	t->n_cpus = view.n_cpus < t->n_cpus ? view.n_cpus : t->n_cpus;
	for (uint32_t i = 0; i < t->n_cpus; i++)
		if (feature_next_cpu(&view, &t->cpus[i]) <= 0)
			break;
	return 0;
}

/* A list that cannot be read is left out. */
static int add_siblings(struct stat_siblings **list, uint32_t *n, uint32_t *capacity, const char *text, int level,
			int number)
{
	struct cpulist cpus = { 0 };

	if (cpulist_parse(&cpus, text, NULL))
		return 0;
	if (!cpus.n || !list_reserve(list, *n, capacity, sizeof(**list))) {
		const int result = cpus.n ? -ENOMEM : 0;

		cpulist_fini(&cpus);
		return result;
	}
	(*list)[(*n)++] = (struct stat_siblings){ cpus.cpus, cpus.n, level, number < 0 ? cpus.cpus[0] : number };
	return 0;
}

static int take_nodes(struct stat_topology *t, struct cursor *c, const struct perf_file *file)
{
	struct feature_numa_node node;
	struct feature_items items;
	int result = 0;

	(void)file;
	if (feature_items_begin(&items, c))
		return 0;
	while (!result && feature_next_numa_node(&items, &node) > 0)
		if (node.node <= INT32_MAX)
			result = add_siblings(&t->nodes, &t->n_nodes, &t->nodes_capacity, node.cpus, 0, (int)node.node);
	return result;
}

/* Those that hold data. */
static int take_caches(struct stat_topology *t, struct cursor *c, const struct perf_file *file)
{
	struct feature_cache cache;
	struct feature_items items;
	int result = 0;

	(void)file;
	if (feature_caches_begin(&items, c))
		return 0;
	while (!result && feature_next_cache(&items, &cache) > 0)
		if (strcmp(cache.type, "Instruction") != 0 && cache.level <= INT32_MAX)
			result = add_siblings(&t->caches, &t->n_caches, &t->caches_capacity, cache.cpus,
					      (int)cache.level, -1);
	return result;
}

int stat_topology_init(struct stat_topology *t, const struct perf_file *file)
{
	int result;

	memset(t, 0, sizeof(*t));
	result = with_feature(t, file, FEATURE_NRCPUS, take_available);
	if (!result)
		result = with_feature(t, file, FEATURE_CPU_TOPOLOGY, take_cpus);
	if (!result)
		result = with_feature(t, file, FEATURE_NUMA_TOPOLOGY, take_nodes);
	return result ? result : with_feature(t, file, FEATURE_CACHE, take_caches);
}

static void free_siblings(struct stat_siblings *list, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		free(list[i].cpus);
	free(list);
}

void stat_topology_fini(struct stat_topology *t)
{
	free(t->cpus);
	free_siblings(t->nodes, t->n_nodes);
	free_siblings(t->caches, t->n_caches);
	memset(t, 0, sizeof(*t));
}

static bool is_among(const struct stat_siblings *s, int cpu)
{
	return cpulist_has(&(struct cpulist){ s->cpus, s->n }, cpu);
}

struct cpu_place stat_topology_place(const struct stat_topology *t, int cpu, int cache_level)
{
	struct cpu_place place = { 0 };

	if (t->cpus && cpu >= 0 && (uint32_t)cpu < t->n_cpus) {
		place.socket = (int)t->cpus[cpu].socket_id;
		place.die = (int)t->cpus[cpu].die_id;
		place.core = (int)t->cpus[cpu].core_id;
	}
	for (uint32_t i = 0; i < t->n_nodes; i++)
		if (is_among(&t->nodes[i], cpu))
			place.node = t->nodes[i].number;
	for (uint32_t i = 0; i < t->n_caches; i++) {
		const struct stat_siblings *cache = &t->caches[i];

		if (!is_among(cache, cpu) ||
		    (cache_level ? cache->level != cache_level : cache->level < place.cache_level))
			continue;
		place.cache_level = cache->level;
		place.cache = cache->number;
	}
	return place;
}
