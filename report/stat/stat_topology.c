#include "report/stat/stat_topology.h"

#include "common/list.h"
#include "formats/feature/feature_topology.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reads a feature, up to damage. 0 or -ENOMEM. */
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

/* Counts the CPUs of a list, with repetitions; 0: unreadable. *ret_end: the last CPU + 1. */
static uint64_t count_named(const char *text, uint32_t *ret_end)
{
	uint64_t n = 0;
	int first, last, result;

	*ret_end = 0;
	while ((result = cpulist_next(&text, &first, &last)) > 0) {
		n += (uint64_t)(last - first) + 1;
		if ((uint32_t)last >= *ret_end)
			*ret_end = (uint32_t)last + 1;
	}
	return result ? 0 : n;
}

/* Returns the lowest CPU of a list that is not empty. */
static int first_of(const char *text)
{
	int lowest = CPULIST_MAX_CPU;
	int first, last;

	while (cpulist_next(&text, &first, &last) > 0)
		if (first < lowest)
			lowest = first;
	return lowest;
}

/* Makes room for the CPUs of a list. 1; 0: unreadable, or over STAT_NAMED_MAX; -ENOMEM. */
static int make_room(struct stat_topology *t, const char *text)
{
	uint32_t end;
	const uint64_t n = count_named(text, &end);

	if (!n || n > STAT_NAMED_MAX - t->n_named)
		return 0;
	t->n_named += n;
	if (end <= t->n_beside)
		return 1;
	if (end < 2 * t->n_beside)
		end = 2 * t->n_beside;
	if (!list_extend(&t->beside, t->n_beside, end, sizeof(*t->beside)))
		return -ENOMEM;
	t->n_beside = end;
	return 1;
}

static void set_node(struct stat_topology *t, const char *cpus, int node)
{
	int first, last;

	while (cpulist_next(&cpus, &first, &last) > 0)
		for (int cpu = first; cpu <= last; cpu++)
			t->beside[cpu].node = node;
}

static void set_cache(struct stat_topology *t, const char *cpus, uint32_t level)
{
	const int number = first_of(cpus);
	int first, last;

	while (cpulist_next(&cpus, &first, &last) > 0)
		for (int cpu = first; cpu <= last; cpu++)
			t->beside[cpu].caches[level - 1] = number + 1;
}

static int take_nodes(struct stat_topology *t, struct cursor *c, const struct perf_file *file)
{
	struct feature_numa_node node;
	struct feature_items items;
	int result = 0;

	(void)file;
	if (feature_items_begin(&items, c))
		return 0;
	while (result >= 0 && feature_next_numa_node(&items, &node) > 0) {
		if (node.node > INT32_MAX)
			continue;
		result = make_room(t, node.cpus);
		if (result > 0)
			set_node(t, node.cpus, (int)node.node);
	}
	return result < 0 ? result : 0;
}

/* Caches that hold data. */
static int take_caches(struct stat_topology *t, struct cursor *c, const struct perf_file *file)
{
	struct feature_cache cache;
	struct feature_items items;
	int result = 0;

	(void)file;
	if (feature_caches_begin(&items, c))
		return 0;
	while (result >= 0 && feature_next_cache(&items, &cache) > 0) {
		if (!strcmp(cache.type, "Instruction") || !cache.level || cache.level > STAT_CACHE_LEVELS)
			continue;
		result = make_room(t, cache.cpus);
		if (result > 0)
			set_cache(t, cache.cpus, cache.level);
	}
	return result < 0 ? result : 0;
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
	t->n_named = 0;
	return result ? result : with_feature(t, file, FEATURE_CACHE, take_caches);
}

void stat_topology_fini(struct stat_topology *t)
{
	free(t->cpus);
	free(t->beside);
	memset(t, 0, sizeof(*t));
}

/* Returns the level of the highest cache of a CPU; 0: it has none. */
static int highest_level(const struct stat_beside *beside)
{
	int level = STAT_CACHE_LEVELS;

	while (level && !beside->caches[level - 1])
		level--;
	return level;
}

struct cpu_loc stat_topology_loc(const struct stat_topology *t, int cpu, int cache_level)
{
	struct cpu_loc loc = { 0 };
	const struct stat_beside *beside;
	int level;

	if (t->cpus && cpu >= 0 && (uint32_t)cpu < t->n_cpus) {
		loc.socket = (int)t->cpus[cpu].socket_id;
		loc.die = (int)t->cpus[cpu].die_id;
		loc.core = (int)t->cpus[cpu].core_id;
	}
	if (cpu < 0 || (uint32_t)cpu >= t->n_beside)
		return loc;
	beside = &t->beside[cpu];
	loc.node = beside->node;
	level = cache_level ? cache_level : highest_level(beside);
	if (level <= 0 || level > STAT_CACHE_LEVELS || !beside->caches[level - 1])
		return loc;
	loc.cache_level = level;
	loc.cache = beside->caches[level - 1] - 1;
	return loc;
}
