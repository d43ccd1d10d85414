/*
 * stat_host: tells counts/ about this machine's CPUs and the names of its threads.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_STAT_STAT_HOST_H
#define PREC_RECORD_STAT_STAT_HOST_H

#include "counts/stat_aggrs.h"
#include "record/host/host_nodes.h"

struct stat_host {
	struct host_roots roots;
	struct host_nodes nodes;
};

/* Reads what is needed to sum counts by `by`. roots: borrowed. 0 or -ENOMEM. */
int stat_host_init(struct stat_host *h, enum stat_by by, const struct host_roots *roots);
void stat_host_fini(struct stat_host *h);

/* Returns the description; valid as long as the host. */
struct stat_machine stat_host_machine(const struct stat_host *h);

#endif
