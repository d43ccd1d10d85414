/*
 * cpu_loc: where on a machine a CPU is.
 */
#ifndef PREC_COUNTS_CPU_LOC_H
#define PREC_COUNTS_CPU_LOC_H

/* What the machine does not say is 0. */
struct cpu_place {
	int socket, die, cluster, core, node;
	int cache_level, cache; /* the level, and which of its caches serves the CPU */
};

#endif
