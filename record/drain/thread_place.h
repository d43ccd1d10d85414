/*
 * thread_place: on which CPUs a thread runs.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_THREAD_PLACE_H
#define PREC_RECORD_DRAIN_THREAD_PLACE_H

#include "common/cpulist.h"
#include "record/host/host_nodes.h"

#include <pthread.h>
#include <sched.h>

/* Where the thread that drains a ring runs meanwhile: --affinity. */
enum thread_affinity {
	AFFINITY_SYS = 0, /* wherever the system has it run */
	AFFINITY_NODE,    /* on the NUMA node of the ring's CPU */
	AFFINITY_CPU,     /* on the ring's CPU */
};

struct thread_place {
	enum thread_affinity affinity;
	struct host_nodes nodes; /* without AFFINITY_NODE none */
	int at;                  /* the CPU or node where it runs; -1: anywhere */
	cpu_set_t *before;       /* where it might run before; NULL: it was not moved */
	size_t before_size;
};

/* 0 or -ENOMEM. A machine that says nothing of nodes has one. */
int thread_place_init(struct thread_place *place, enum thread_affinity affinity, const struct host_roots *roots);
void thread_place_fini(struct thread_place *place);

/* The calling thread goes where a ring of that CPU is to be drained; -1: of no CPU. It stays where it cannot go. */
void thread_place_follow(struct thread_place *place, int cpu);

/* The calling thread may run again where it might before it followed rings, until it follows one more. */
void thread_place_return(struct thread_place *place);

/* The CPUs of a thread that is to be made. 0 or an errno of pthread_attr_setaffinity_np(3). */
int thread_place_set(pthread_attr_t *attr, const struct cpulist *cpus);

#endif
