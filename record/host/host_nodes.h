/*
 * host_nodes: reads the NUMA nodes of a machine and their CPUs.
 *
 * Ownership: _fini; an empty one is all zero. Threads: any, while nothing changes.
 */
#ifndef PREC_RECORD_HOST_HOST_NODES_H
#define PREC_RECORD_HOST_HOST_NODES_H

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

#endif
