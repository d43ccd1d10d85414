/*
 * stat_aggrs: lists the aggregations that counts are summed by: all of the target as one; each of its CPUs, cores,
 * caches, clusters, dies, sockets or NUMA nodes; or each of its threads.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_COUNTS_STAT_AGGRS_H
#define PREC_COUNTS_STAT_AGGRS_H

#include "common/list.h"
#include "counts/stat_input.h"

/* Where in a machine a CPU is. Numbers that the machine does not tell are 0. */
struct cpu_loc {
	int socket, die, cluster, core, node;
	int cache_level, cache; /* the level of a cache, and the number of the one that serves the CPU */
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

#define STAT_COMM_MAX 64 /* the kernel shows longer names of its workers than TASK_COMM_LEN */

/* An aggregation. Numbers that it is not defined by are 0; cpu and tid are -1 then. */
struct stat_aggr {
	struct cpu_loc on;
	int cpu;
	pid_t tid;
	char comm[STAT_COMM_MAX]; /* the thread's name when it was first seen */
	uint32_t n_cpus;          /* how many CPUs of the target are in it */
};

/* Tells where a machine's CPUs are, and the names of threads. A function may be NULL: unknown. */
struct stat_machine {
	/* cache_level: that of the cache to return; 0: the highest. */
	struct cpu_loc (*loc_of_cpu)(const void *context, int cpu, int cache_level);
	/* Writes the name of a thread. ret_comm is empty before; it stays empty if the name is unknown. */
	void (*comm_of)(const void *context, pid_t tid, char ret_comm[STAT_COMM_MAX]);
	const void *context;
};

struct stat_aggrs {
	enum stat_by by;
	int cache_level; /* with STAT_BY_CACHE; 0: the highest of each CPU */
	struct stat_machine machine;
	struct stat_aggr *list; /* in the order in which they were first seen */
	uint32_t n, capacity;
	struct hash_table table; /* indexes in `list` */
	uint32_t *of_counter;    /* by counter of the last stat_aggrs_take: index in `list` */
	struct u32map seen;      /* by CPU: index in `cpus` */
	struct cpu_loc *cpus;
	uint32_t n_cpus, cpus_capacity;
};

/* Starts without aggregations. Borrows machine->context. */
void stat_aggrs_init(struct stat_aggrs *s, enum stat_by by, const struct stat_machine *machine);
void stat_aggrs_fini(struct stat_aggrs *s);

/*
 * Finds the aggregations of counters, and adds new ones. With STAT_BY_ALL, or without counters, there is one all the
 * same. 0 or -ENOMEM.
 */
int stat_aggrs_take(struct stat_aggrs *s, const struct stat_input *counters);

/* Returns where a CPU is; all 0 without memory. */
struct cpu_loc stat_aggrs_loc_of_cpu(struct stat_aggrs *s, int cpu);

#define STAT_AGGR_NAME_MAX 64

/* Writes Linux perf's name of an aggregation of CPUs: "S0-D0-C1"; "" for others. Returns ret_name. */
const char *stat_aggr_name(enum stat_by by, const struct stat_aggr *aggr, char ret_name[STAT_AGGR_NAME_MAX]);

/* Returns Linux perf's word for such aggregations: "core"; "" for threads and for all as one. */
const char *stat_aggr_kind(enum stat_by by);

/* Compares two aggregations of CPUs in the order in which they are shown, as for qsort(3). Threads have no order. */
int stat_aggr_compare(const struct stat_aggr *a, const struct stat_aggr *b);

#endif
