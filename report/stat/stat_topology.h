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

#include "counts/cpu_place.h"
#include "formats/file/perf_file.h"

/* A list of CPUs, as the features have it, that have something in common. */
struct stat_siblings {
	int *cpus;
	int n;
	int level;  /* of a cache */
	int number; /* of a node; the first CPU that a cache serves */
};

struct stat_topology {
	struct feature_cpu *cpus;
	uint32_t n_cpus;
	struct stat_siblings *nodes, *caches;
	uint32_t n_nodes, n_caches, nodes_capacity, caches_capacity;
};

/* 0 or -ENOMEM. */
int stat_topology_init(struct stat_topology *t, const struct perf_file *file);
void stat_topology_fini(struct stat_topology *t);

/* cache_level: of the cache that is asked for; 0: the highest. */
struct cpu_place stat_topology_place(const struct stat_topology *t, int cpu, int cache_level);

#endif
