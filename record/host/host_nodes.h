/*
 * host_nodes: reads the NUMA nodes of a machine and their CPUs.
 *
 * Ownership: _fini; an empty one is all zero. Threads: any, while nothing changes.
 */
#ifndef PREC_RECORD_HOST_HOST_NODES_H
#define PREC_RECORD_HOST_HOST_NODES_H

#include "counts/stat_aggrs.h"
#include "record/host/host_read.h"

struct host_nodes {
	struct cpulist *list;
	int *numbers; /* the kernel's number of each node in the list */
	int n;
};

/* Reads the online nodes; none if sysfs shows no nodes. 0 or -ENOMEM. */
int host_nodes_read(struct host_nodes *nodes, const struct host_roots *roots);
void host_nodes_fini(struct host_nodes *nodes);

/* Returns the index of the node that has the CPU, or -1. */
int host_nodes_find(const struct host_nodes *nodes, int cpu);

/*
 * host_cpu: reads the node, package, die, cluster, core and cache of a CPU. Source:
 * Documentation/admin-guide/cputopology.rst of the kernel.
 *
 * Threads: no state, any thread.
 */

/* Reads them. nodes: by host_nodes_read. cache_level: 0: the highest that the CPU has. */
struct cpu_loc cpu_loc_read(const struct host_nodes *nodes, const struct host_roots *roots, int cpu, int cache_level);

#endif
