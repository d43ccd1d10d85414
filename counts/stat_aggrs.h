/*
 * stat_aggrs: what counts are summed by: all of the target, each of its CPUs, cores, dies, sockets or NUMA nodes, or
 * each of its threads.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_COUNTS_STAT_AGGRS_H
#define PREC_COUNTS_STAT_AGGRS_H

#include "common/list.h"
#include "counts/stat_input.h"

/*
 * cpu_loc: where on a machine a CPU is.
 */

/* What the machine does not say is 0. */
struct cpu_loc {
	int socket, die, cluster, core, node;
	int cache_level, cache; /* the level, and which of its caches serves the CPU */
};

enum stat_by {
	STAT_BY_ALL = 0,
	STAT_BY_NODE,
	STAT_BY_SOCKET,
	STAT_BY_DIE,
	STAT_BY_CLUSTER,
	STAT_BY_CACHE,
	STAT_BY_CORE,
	STAT_BY_CPU,
	STAT_BY_THREAD,
};

#define STAT_COMM_MAX 64 /* the kernel shows more of its workers than TASK_COMM_LEN */

/* What it is not summed by is 0, cpu and tid -1. */
struct stat_aggr {
	struct cpu_loc on;
	int cpu;
	pid_t tid;
	char comm[STAT_COMM_MAX]; /* of the thread, as it is called when it is first seen */
	uint32_t n_cpus;          /* how many CPUs of the target are there */
};

/* Where it is known what a machine's CPUs are, and how threads are called. Functions may be NULL: it is not known. */
struct stat_machine {
	/* cache_level: of the cache that is asked for; 0: the highest. */
	struct cpu_loc (*loc_of_cpu)(const void *context, int cpu, int cache_level);
	/* ret_comm is empty. */
	void (*comm_of)(const void *context, pid_t tid, char ret_comm[STAT_COMM_MAX]);
	const void *context;
};

struct stat_aggrs {
	enum stat_by by;
	int cache_level; /* of STAT_BY_CACHE; 0: the highest of each CPU */
	struct stat_machine machine;
	struct stat_aggr *list; /* in the order they were first seen in */
	uint32_t n, capacity;
	struct hash_table table; /* those in the list */
	uint32_t *of_counter;    /* of each of the counters they were made for last */
	struct u32map seen;      /* the CPUs in `cpus`, which has where they are */
	struct cpu_loc *cpus;
	uint32_t n_cpus, cpus_capacity;
};

/* machine: its context is borrowed. */
void stat_aggrs_init(struct stat_aggrs *s, enum stat_by by, const struct stat_machine *machine);
void stat_aggrs_fini(struct stat_aggrs *s);

/*
 * Finds the aggregations of these counters, and adds those that are new. There is always one for all of the target. 0
 * or -ENOMEM.
 */
int stat_aggrs_take(struct stat_aggrs *s, const struct stat_input *counters);

/* Where a CPU is. Without memory nowhere. */
struct cpu_loc stat_aggrs_loc_of_cpu(struct stat_aggrs *s, int cpu);

#define STAT_AGGR_NAME_MAX 64

/* "S0-D0-C1", an aggregation of CPUs as Linux perf calls it. Returns ret_name. */
const char *stat_aggr_name(enum stat_by by, const struct stat_aggr *aggr, char ret_name[STAT_AGGR_NAME_MAX]);

/* "core": what such aggregations are, as Linux perf calls them; "" for threads and for all as one. */
const char *stat_aggr_kind(enum stat_by by);

/* Compares two aggregations in the order that they are shown in, as for qsort(3): threads have none. */
int stat_aggr_compare(const struct stat_aggr *a, const struct stat_aggr *b);

#endif
