/*
 * thread_masks: which thread of --threads drains the rings of which CPUs, and on which CPUs it runs.
 *
 *	--threads=N        N threads, the CPUs dealt out in runs of neighbours; each runs anywhere
 *	--threads=cpu      a thread for each CPU, which runs there; core, package, numa: for each of these
 *	--threads=A/B:C/D  a thread for the CPUs A, which runs on the CPUs B, and one for C that runs on D
 *
 * Words and lists are those of perf record. As there, CPUs that are not recorded are left out of what a thread drains,
 * but it may run on them, and no CPU belongs to two threads. Rings of CPUs that belong to none are drained by the
 * session's thread.
 *
 * Ownership: _fini; an empty one is all zero. Threads: any, while nothing changes.
 */
#ifndef PREC_RECORD_DRAIN_THREAD_MASKS_H
#define PREC_RECORD_DRAIN_THREAD_MASKS_H

#include "common/cpulist.h"
#include "record/host/host_nodes.h"

#include <pthread.h>
#include <sched.h>

/*
 * cpu_affinity: on which CPUs a thread runs.
 *
 * Ownership: _init/_fini. One thread at a time.
 */

/* Where the thread that drains a ring runs meanwhile: --affinity. */
enum thread_affinity {
	AFFINITY_SYS = 0, /* wherever the system has it run */
	AFFINITY_NODE,    /* on the NUMA node of the ring's CPU */
	AFFINITY_CPU,     /* on the ring's CPU */
};

struct cpu_affinity {
	enum thread_affinity affinity;
	struct host_nodes nodes; /* without AFFINITY_NODE none */
	int at;                  /* the CPU or node where it runs; -1: anywhere */
	cpu_set_t *before;       /* where it might run before; NULL: it was not moved */
	size_t before_size;
};

/* 0 or -ENOMEM. A machine that says nothing of nodes has one. */
int cpu_affinity_init(struct cpu_affinity *a, enum thread_affinity affinity, const struct host_roots *roots);
void cpu_affinity_fini(struct cpu_affinity *a);

/* The calling thread goes where a ring of that CPU is to be drained; -1: of no CPU. It stays where it cannot go. */
void cpu_affinity_follow(struct cpu_affinity *a, int cpu);

/* The calling thread may run again where it might before it followed rings, until it follows one more. */
void cpu_affinity_return(struct cpu_affinity *a);

/* The CPUs of a thread that is to be made. 0 or an errno of pthread_attr_setaffinity_np(3). */
int cpu_affinity_set(pthread_attr_t *attr, const struct cpulist *cpus);

#define THREADS_MAX 1024

enum thread_kind {
	THREAD_NONE = 0,
	THREAD_NUMBER,
	THREAD_CPU,
	THREAD_CORE,
	THREAD_PACKAGE,
	THREAD_NUMA,
	THREAD_LISTS,
};

struct thread_spec {
	enum thread_kind kind;
	unsigned n;       /* of THREAD_NUMBER */
	const char *text; /* of THREAD_LISTS, borrowed */
};

struct thread_mask {
	struct cpulist rings; /* of these CPUs; of THREAD_NUMBER without CPUs: empty */
	struct cpulist run;   /* empty: anywhere */
};

struct thread_masks {
	struct thread_mask *list;
	unsigned n;
};

/* The value of --threads; NULL: as "cpu". 0 or -EINVAL. */
int thread_spec_parse(struct thread_spec *ret_spec, const char *text, struct error *err);

/*
 * cpus: that are recorded; per_thread: there are no rings of CPUs, but of threads, which THREAD_NUMBER alone can deal
 * out. 0 or a negative errno.
 */
int thread_masks_make(struct thread_masks *m, const struct thread_spec *spec, const struct cpulist *cpus,
		      bool per_thread, const struct host_roots *roots, struct error *err);
void thread_masks_fini(struct thread_masks *m);

#endif
