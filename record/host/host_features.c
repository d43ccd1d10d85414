#include "record/host/host_features.h"

#include "common/buffer.h"
#include "formats/feature/features_encode.h"
#include "record/host/host_read.h"
#include "record/pmu/pmu.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/*
 * host_topology: writes the sections about CPUs, caches and memory. Each function appends one to b. 1: written; 0: the
 * machine has no such facts.
 */

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

static int host_encode_cpu_topology(struct host_read *r, struct buffer *b)
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

static int host_encode_numa_topology(struct host_read *r, struct buffer *b)
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

static int host_encode_cache(struct host_read *r, struct buffer *b)
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

static int host_encode_mem_topology(struct host_read *r, struct buffer *b)
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

/*
 * host_pmus: the sections about PMUs. Each appends its section to b: 1 written, 0 the machine does not say.
 */

#define CAPS_MAX      64
#define CORE_PMU      "cpu"
#define PMU_CAPS_PATH "bus/event_source/devices/%s/caps"

/* The names of the machine's PMUs, and zeroed room for as many items of a size; NULL, with no names, without. */
static void *pmus_begin(struct host_read *r, size_t size, char ***ret_names, size_t *ret_n)
{
	void *room;

	*ret_names = NULL;
	*ret_n = 0;
	if (pmu_names(ret_names, ret_n, r->sys_root, true, NULL))
		return NULL;
	room = host_read_alloc(r, *ret_n, size);
	if (!room) {
		pmu_names_free(*ret_names, *ret_n);
		*ret_names = NULL;
		*ret_n = 0;
	}
	return room;
}

static int host_encode_pmu_mappings(struct host_read *r, struct buffer *b)
{
	size_t n_names, n = 0;
	char **names;
	struct feature_pmu *pmus = pmus_begin(r, sizeof(*pmus), &names, &n_names);

	for (size_t i = 0; i < n_names; i++) {
		pmus[n].name = names[i];
		if (!pmu_read_type(&pmus[n].type, r->sys_root, names[i]))
			n++;
	}
	if (n)
		feature_encode_pmu_mappings(b, pmus, n);
	pmu_names_free(names, n_names);
	return n > 0;
}

/* The capabilities of a PMU: one file each in its "caps" folder. The number read. */
static size_t caps_read(struct host_read *r, struct feature_cap *caps, const char *pmu)
{
	char path[512];
	struct dirent **entries;
	size_t n_caps = 0;
	int n;

	snprintf(path, sizeof(path), "%s/" PMU_CAPS_PATH, r->sys_root, pmu);
	n = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		const char *value = NULL;

		if (name[0] != '.' && n_caps < CAPS_MAX)
			value = host_read_sys(r, PMU_CAPS_PATH "/%s", pmu, name);
		if (value) {
			caps[n_caps].name = arena_strndup(&r->strings, name, strlen(name));
			caps[n_caps].value = value;
			r->nomem |= !caps[n_caps++].name;
		}
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return n_caps;
}

static int host_encode_cpu_pmu_caps(struct host_read *r, struct buffer *b)
{
	struct feature_cap caps[CAPS_MAX];
	size_t n = caps_read(r, caps, CORE_PMU);

	if (!n || r->nomem)
		return 0;
	feature_encode_cpu_pmu_caps(b, caps, n);
	return 1;
}

static int host_encode_pmu_caps(struct host_read *r, struct buffer *b)
{
	size_t n_names, n = 0;
	char **names;
	struct feature_pmu_caps *pmus = pmus_begin(r, sizeof(*pmus), &names, &n_names);

	for (size_t i = 0; i < n_names && !r->nomem; i++) {
		struct feature_cap *caps = host_read_alloc(r, CAPS_MAX, sizeof(*caps));

		if (!caps || !strcmp(names[i], CORE_PMU))
			continue;
		pmus[n] = (struct feature_pmu_caps){ names[i], caps, caps_read(r, caps, names[i]) };
		n += pmus[n].n_caps > 0;
	}
	if (n && !r->nomem)
		feature_encode_pmu_caps(b, pmus, n);
	pmu_names_free(names, n_names);
	return n && !r->nomem;
}

static int encode_text(struct buffer *b, const char *text)
{
	if (!text || !*text)
		return 0;
	feature_encode_string(b, text);
	return 1;
}

static int encode_uname(struct buffer *b, unsigned feature)
{
	struct utsname name;

	if (uname(&name))
		return 0;
	return encode_text(b, feature == FEATURE_HOSTNAME    ? name.nodename
			      : feature == FEATURE_OSRELEASE ? name.release
							     : name.machine);
}

static int encode_nrcpus(struct buffer *b)
{
	feature_encode_nrcpus(b, (uint32_t)sysconf(_SC_NPROCESSORS_CONF), (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
	return 1;
}

/* Each architecture has a key of its own for the name of the CPU. */
static int encode_cpudesc(struct host_read *r, struct buffer *b)
{
	static const char *const keys[] = { "model name", "cpu model", "Model Name", "cpu", "Processor", "vendor_id" };
	const char *cpuinfo = host_read_proc(r, "cpuinfo");

	for (size_t i = 0; cpuinfo && i < ARRAY_SIZE(keys); i++) {
		const char *value = host_read_value(r, cpuinfo, keys[i]);

		if (value)
			return encode_text(b, value);
	}
	return 0;
}

/* x86: "VENDOR,FAMILY,MODEL,STEPPING"; arm64: the MIDR. */
static int encode_cpuid(struct host_read *r, struct buffer *b)
{
	const char *midr = host_read_sys(r, "devices/system/cpu/cpu0/regs/identification/midr_el1");
	const char *cpuinfo = midr ? NULL : host_read_proc(r, "cpuinfo");
	const char *vendor = host_read_value(r, cpuinfo, "vendor_id");
	const char *family = host_read_value(r, cpuinfo, "cpu family");
	const char *model = host_read_value(r, cpuinfo, "model");
	const char *stepping = host_read_value(r, cpuinfo, "stepping");
	char text[128];

	if (midr)
		return encode_text(b, midr);
	if (!vendor || !family || !model || !stepping)
		return 0;
	snprintf(text, sizeof(text), "%s,%s,%s,%s", vendor, family, model, stepping);
	return encode_text(b, text);
}

static int encode_total_mem(struct host_read *r, struct buffer *b)
{
	const char *total = host_read_value(r, host_read_proc(r, "meminfo"), "MemTotal");

	if (!total)
		return 0;
	feature_encode_total_mem(b, strtoull(total, NULL, 10));
	return 1;
}

static int encode_machine(struct host_read *r, struct buffer *b, unsigned feature)
{
	switch (feature) {
	case FEATURE_HOSTNAME:
	case FEATURE_OSRELEASE:
	case FEATURE_ARCH: return encode_uname(b, feature);
	case FEATURE_VERSION: return encode_text(b, PACKAGE_NAME " " PACKAGE_VERSION);
	case FEATURE_NRCPUS: return encode_nrcpus(b);
	case FEATURE_CPUDESC: return encode_cpudesc(r, b);
	case FEATURE_CPUID: return encode_cpuid(r, b);
	case FEATURE_TOTAL_MEM: return encode_total_mem(r, b);
	case FEATURE_CPU_TOPOLOGY: return host_encode_cpu_topology(r, b);
	case FEATURE_NUMA_TOPOLOGY: return host_encode_numa_topology(r, b);
	case FEATURE_CACHE: return host_encode_cache(r, b);
	case FEATURE_MEM_TOPOLOGY: return host_encode_mem_topology(r, b);
	case FEATURE_PMU_MAPPINGS: return host_encode_pmu_mappings(r, b);
	case FEATURE_CPU_PMU_CAPS: return host_encode_cpu_pmu_caps(r, b);
	case FEATURE_PMU_CAPS: return host_encode_pmu_caps(r, b);
	default: return 0;
	}
}

int host_feature_encode(struct buffer *b, unsigned feature, const struct host_roots *roots, struct error *err)
{
	size_t start = b->size;
	struct host_read r;
	int result;

	host_read_init(&r, roots);
	result = encode_machine(&r, b, feature);
	if (r.nomem || !buffer_ok(b)) {
		b->size = start;
		result = error_nomem(err);
	}
	host_read_fini(&r);
	return result;
}
