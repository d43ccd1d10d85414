/* Where a thread runs that drains rings: --affinity, and the CPUs of a thread of --threads. */
#include "record/drain/thread_masks.h"

#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>

/* The first and the last CPU that this process may use; the same where there is one. */
struct machine {
	cpu_set_t allowed;
	int first, last;
};

static void machine_init(struct machine *m)
{
	CHECK_EQ_I64(sched_getaffinity(0, sizeof(m->allowed), &m->allowed), 0);
	m->first = m->last = -1;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &m->allowed)) {
			m->first = m->first < 0 ? cpu : m->first;
			m->last = cpu;
		}
}

static void check_runs_on(const cpu_set_t *want)
{
	cpu_set_t have;

	CHECK_EQ_I64(sched_getaffinity(0, sizeof(have), &have), 0);
	CHECK(CPU_EQUAL(&have, want));
}

static cpu_set_t only(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return set;
}

TEST(follows_cpus)
{
	const struct host_roots roots = { 0 };
	struct cpu_affinity affinity;
	struct machine m;
	cpu_set_t set;

	machine_init(&m);
	CHECK_EQ_I64(cpu_affinity_init(&affinity, AFFINITY_CPU, &roots), 0);
	cpu_affinity_follow(&affinity, -1);
	check_runs_on(&m.allowed);
	cpu_affinity_follow(&affinity, m.first);
	set = only(m.first);
	check_runs_on(&set);
	cpu_affinity_follow(&affinity, m.last);
	set = only(m.last);
	check_runs_on(&set);
	/* There is none. */
	cpu_affinity_follow(&affinity, CPULIST_MAX_CPU);
	check_runs_on(&set);
	cpu_affinity_return(&affinity);
	check_runs_on(&m.allowed);
	cpu_affinity_follow(&affinity, m.last);
	check_runs_on(&set);
	cpu_affinity_return(&affinity);
	cpu_affinity_fini(&affinity);
	check_runs_on(&m.allowed);
}

TEST(follows_nodes)
{
	struct cpu_affinity affinity;
	struct machine m;
	struct tree tree;
	char text[32];
	cpu_set_t set;

	machine_init(&m);
	tree_init(&tree);
	tree_write(&tree, "devices/system/node/online", "0,3\n");
	snprintf(text, sizeof(text), "%d\n", m.first);
	tree_write(&tree, "devices/system/node/node0/cpulist", text);
	snprintf(text, sizeof(text), "%d,%d\n", m.last, CPULIST_MAX_CPU);
	tree_write(&tree, "devices/system/node/node3/cpulist", text);
	CHECK_EQ_I64(cpu_affinity_init(&affinity, AFFINITY_NODE, &(struct host_roots){ .sys_root = tree.root }), 0);
	cpu_affinity_follow(&affinity, m.first);
	set = only(m.first);
	check_runs_on(&set);
	/* Its other CPU is not there. */
	cpu_affinity_follow(&affinity, CPULIST_MAX_CPU);
	set = only(m.last);
	check_runs_on(&set);
	cpu_affinity_fini(&affinity);
	tree_fini(&tree);
	CHECK_EQ_I64(sched_setaffinity(0, sizeof(m.allowed), &m.allowed), 0);
}

TEST(stays_anywhere)
{
	struct cpu_affinity affinity;
	struct machine m;

	machine_init(&m);
	CHECK_EQ_I64(cpu_affinity_init(&affinity, AFFINITY_SYS, &(struct host_roots){ 0 }), 0);
	cpu_affinity_follow(&affinity, m.last);
	cpu_affinity_return(&affinity);
	check_runs_on(&m.allowed);
	cpu_affinity_fini(&affinity);
	/* Without nodes there is nothing to follow. */
	CHECK_EQ_I64(cpu_affinity_init(&affinity, AFFINITY_NODE, &(struct host_roots){ .sys_root = "/nonexistent" }),
		     0);
	cpu_affinity_follow(&affinity, m.last);
	check_runs_on(&m.allowed);
	cpu_affinity_fini(&affinity);
}

static void *set_of_thread(void *context)
{
	return sched_getaffinity(0, sizeof(cpu_set_t), context) ? NULL : context;
}

TEST(threads_that_are_made)
{
	struct machine m;
	struct cpulist cpus;
	pthread_attr_t attr;
	pthread_t thread;
	cpu_set_t have, want;
	void *done;

	machine_init(&m);
	cpus = (struct cpulist){ &m.last, 1 };
	want = only(m.last);
	CHECK_EQ_I64(pthread_attr_init(&attr), 0);
	CHECK_EQ_I64(cpu_affinity_set(&attr, &cpus), 0);
	CHECK_EQ_I64(pthread_create(&thread, &attr, set_of_thread, &have), 0);
	CHECK_EQ_I64(pthread_join(thread, &done), 0);
	CHECK(done && CPU_EQUAL(&have, &want));
	CHECK_EQ_I64(pthread_attr_destroy(&attr), 0);
}
