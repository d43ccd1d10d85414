/*
 * stat_topology: what the CPUs of the machine are that a file was recorded on, by its features, for the places of
 * counts.
 *
 * A feature that is not there or is damaged says nothing: CPUs are then all in one place.
 *
 * Ownership: _init/_fini. Threads: any, while nothing changes.
 */
#ifndef PREC_REPORT_STAT_STAT_TOPOLOGY_H
#define PREC_REPORT_STAT_STAT_TOPOLOGY_H

#include "counts/cpu_loc.h"
#include "common/cpulist.h"
#include "formats/file/perf_file.h"

#define STAT_CACHE_LEVELS 9 /* 1 to 9; machines have up to 4, --per-cache takes one digit */

/* What a CPU is said to be beside. */
struct stat_beside {
	int node;
	int caches[STAT_CACHE_LEVELS]; /* of each level, the first CPU that it serves + 1; 0: there is none */
};

struct stat_topology {
	struct feature_cpu *cpus;
	uint32_t n_cpus;
	struct stat_beside *beside; /* of each CPU up to the last that is in a list of nodes or caches */
	uint32_t n_beside;
	uint64_t n_named; /* CPUs in the lists of a feature so far */
};

/*
 * How many CPUs the lists of a feature may name in all: each one in a cache for data and one for all at every level.
 * Lists that go beyond it are left out, so that what a short text stands for ("0-65535") does not add up.
 */
#define STAT_NAMED_MAX (2ull * STAT_CACHE_LEVELS * (CPULIST_MAX_CPU + 1))

/* 0 or -ENOMEM. */
int stat_topology_init(struct stat_topology *t, const struct perf_file *file);
void stat_topology_fini(struct stat_topology *t);

/* cache_level: of the cache that is asked for; 0: the highest. */
struct cpu_place stat_topology_place(const struct stat_topology *t, int cpu, int cache_level);

#endif
