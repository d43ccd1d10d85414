/*
 * stat_topology: the topology of the recorded machine's CPUs, by the features of the file: where counts belong.
 *
 * Without a feature, or if it is damaged, all CPUs have one location.
 *
 * Ownership: _init/_fini. Threads: any, while nothing changes.
 */
#ifndef PREC_REPORT_STAT_STAT_TOPOLOGY_H
#define PREC_REPORT_STAT_STAT_TOPOLOGY_H

#include "common/cpulist.h"
#include "counts/stat_aggrs.h"
#include "formats/file/perf_file.h"

#define STAT_CACHE_LEVELS 9 /* levels 1 to 9: machines have up to 4, --per-cache takes one digit */

/* The node and caches of a CPU. */
struct stat_beside {
	int node;
	int caches[STAT_CACHE_LEVELS]; /* by level: the first CPU that the cache serves + 1; 0: none */
};

struct stat_topology {
	struct feature_cpu *cpus;
	uint32_t n_cpus;
	struct stat_beside *beside; /* of each CPU, up to the last one in a list of nodes or caches */
	uint32_t n_beside;
	uint64_t n_named; /* CPUs in the lists of the current feature so far */
};

/*
 * Limit of the CPUs in all lists of a feature: each CPU in a data cache and a unified one at every level. Lists beyond
 * it are ignored, so that short texts ("0-65535") do not add up.
 */
#define STAT_NAMED_MAX (2ull * STAT_CACHE_LEVELS * (CPULIST_MAX_CPU + 1))

/* Reads the features of a file. 0 or -ENOMEM. */
int stat_topology_init(struct stat_topology *t, const struct perf_file *file);
void stat_topology_fini(struct stat_topology *t);

/* Returns the location of a CPU. cache_level: of the wanted cache; 0: the highest. */
struct cpu_loc stat_topology_loc(const struct stat_topology *t, int cpu, int cache_level);

#endif
