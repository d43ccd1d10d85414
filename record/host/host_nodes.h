/*
 * host_nodes: the NUMA nodes of a machine, and the CPUs of each.
 *
 * Ownership: _fini; an empty one is all zero. Threads: any, while nothing changes.
 */
#ifndef PREC_RECORD_HOST_HOST_NODES_H
#define PREC_RECORD_HOST_HOST_NODES_H

#include "record/host/host_read.h"

struct host_nodes {
	struct cpulist *list;
	int *numbers; /* of each in the list: what the kernel calls it */
	int n;
};

/* Those that are online; a machine that says nothing of nodes has none here. 0 or -ENOMEM. */
int host_nodes_read(struct host_nodes *nodes, const struct host_roots *roots);
void host_nodes_fini(struct host_nodes *nodes);

/* The number of the node in the list that the CPU belongs to, or -1. */
int host_nodes_find(const struct host_nodes *nodes, int cpu);

#endif
