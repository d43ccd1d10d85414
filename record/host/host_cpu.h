/*
 * host_cpu: reads the node, package, die, cluster, core and cache of a CPU. Source:
 * Documentation/admin-guide/cputopology.rst of the kernel.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_HOST_HOST_CPU_H
#define PREC_RECORD_HOST_HOST_CPU_H

#include "record/host/host_nodes.h"

#include "counts/cpu_loc.h"

/* Reads them. nodes: by host_nodes_read. cache_level: 0: the highest that the CPU has. */
struct cpu_place cpu_place_read(const struct host_nodes *nodes, const struct host_roots *roots, int cpu,
				int cache_level);

#endif
