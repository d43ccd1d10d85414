/*
 * stat_host: what this machine's CPUs are, and how its threads are called, for the places of counts.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_STAT_STAT_HOST_H
#define PREC_RECORD_STAT_STAT_HOST_H

#include "record/host/host_cpu.h"

#include "counts/stat_places.h"

struct stat_host {
	struct host_roots roots;
	struct host_nodes nodes;
};

/* by: what counts are summed by, which says what is asked for. roots: borrowed strings. 0 or -ENOMEM. */
int stat_host_init(struct stat_host *h, enum stat_by by, const struct host_roots *roots);
void stat_host_fini(struct stat_host *h);

/* It is there as long as the host. */
struct stat_machine stat_host_machine(const struct stat_host *h);

#endif
