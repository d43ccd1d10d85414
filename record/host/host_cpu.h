/*
 * host_cpu: where on this machine a CPU is. Source: Documentation/admin-guide/cputopology.rst of the kernel.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_HOST_HOST_CPU_H
#define PREC_RECORD_HOST_HOST_CPU_H

#include "record/host/host_nodes.h"

#include "counts/cpu_loc.h"

/* nodes: as host_nodes_read has read them. cache_level: 0: the highest that the CPU has. */
struct cpu_place cpu_place_read(const struct host_nodes *nodes, const struct host_roots *roots, int cpu,
				int cache_level);

#endif
