/*
 * host_topology: writes the sections about CPUs, caches and memory. Each function appends one to b. 1: written; 0: the
 * machine has no such facts.
 */
#ifndef PREC_RECORD_HOST_HOST_TOPOLOGY_H
#define PREC_RECORD_HOST_HOST_TOPOLOGY_H

#include "common/buffer.h"
#include "record/host/host_read.h"

int host_encode_cpu_topology(struct host_read *r, struct buffer *b);
int host_encode_numa_topology(struct host_read *r, struct buffer *b);
int host_encode_cache(struct host_read *r, struct buffer *b);
int host_encode_mem_topology(struct host_read *r, struct buffer *b);

#endif
