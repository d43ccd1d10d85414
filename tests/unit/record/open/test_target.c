#include "record/open/target.h"

#include "record/open/cgroup.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

TEST(whole_system)
{
	const struct target_config config = { .kind = TARGET_SYSTEM, .inherit = true };
	struct cpulist online;
	struct target t;

	CHECK_EQ_I64(target_init(&t, &config, NULL), 0);
	CHECK_EQ_I64(target_online_cpus(&online, NULL), 0);
	CHECK_EQ_I64(t.cpus.n, online.n);
	CHECK(!t.per_thread && !t.n_tids);
	CHECK(target_wants_cpu(&t, CPULIST_MAX_CPU));
	cpulist_fini(&online);
	target_fini(&t);
}

TEST(chosen_cpus)
{
	struct target_config config = { .kind = TARGET_SYSTEM };
	struct error err = ERROR_INIT;
	struct cpulist online;
	struct target t;
	int offline[] = { CPULIST_MAX_CPU };
	struct cpulist cpus = { offline, 1 };

	CHECK_EQ_I64(target_online_cpus(&online, NULL), 0);
	config.cpus = &cpus;
	CHECK_EQ_I64(target_init(&t, &config, &err), -ENODEV);
	CHECK_STR(err.message, "CPU 65535 is not online (see /sys/devices/system/cpu/online)");
	target_fini(&t);
	cpus.cpus = online.cpus;
	CHECK_EQ_I64(target_init(&t, &config, NULL), 0);
	CHECK_EQ_I64(t.cpus.n, 1);
	CHECK_EQ_I64(t.cpus.cpus[0], online.cpus[0]);
	CHECK_EQ_I64(t.others.n, online.n - 1);
	CHECK(target_wants_cpu(&t, online.cpus[0]) && !target_wants_cpu(&t, CPULIST_MAX_CPU));
	target_fini(&t);
	cpulist_fini(&online);
}

/* Threads that nothing inherits from have buffers of their own, unless CPUs were chosen. */
TEST(per_thread)
{
	const pid_t self = getpid();
	struct target_config config = { .kind = TARGET_THREADS, .ids = &self, .n_ids = 1, .inherit = true };
	struct cpulist online;
	struct target t;

	CHECK_EQ_I64(target_init(&t, &config, NULL), 0);
	CHECK(!t.per_thread && t.inherit);
	CHECK_EQ_U64(t.n_tids, 1);
	CHECK_EQ_I64(t.tids[0], self);
	target_fini(&t);
	config.inherit = false;
	CHECK_EQ_I64(target_init(&t, &config, NULL), 0);
	CHECK(t.per_thread);
	target_fini(&t);
	CHECK_EQ_I64(target_online_cpus(&online, NULL), 0);
	config.cpus = &online;
	CHECK_EQ_I64(target_init(&t, &config, NULL), 0);
	CHECK(!t.per_thread);
	target_fini(&t);
	cpulist_fini(&online);
}

TEST(threads_of_a_process)
{
	const pid_t self = getpid();
	const struct target_config config = { .kind = TARGET_PROCESSES, .ids = &self, .n_ids = 1 };
	struct target t;

	CHECK_EQ_I64(target_init(&t, &config, NULL), 0);
	CHECK_EQ_U64(t.n_tids, 0);
	CHECK(target_list_threads(&t, NULL) > 0);
	CHECK_EQ_I64(t.tids[0], self);
	CHECK_EQ_I64(target_list_threads(&t, NULL), 0);
	target_fini(&t);
}

TEST(processes_of_a_user)
{
	bool found = false;
	pid_t *pids = NULL;
	size_t n = 0;

	CHECK_EQ_I64(target_list_user(geteuid(), &pids, &n, NULL), 0);
	for (size_t i = 0; i < n; i++)
		found |= pids[i] == getpid();
	CHECK(found);
	CHECK(target_exists(getpid()));
	free(pids);
}

static bool find_root(const char *mounts, char *path, size_t size)
{
	char file[300];
	struct tree tree;
	bool found;

	tree_init(&tree);
	tree_write(&tree, "mounts", mounts);
	snprintf(file, sizeof(file), "%s/mounts", tree.root);
	found = cgroup_find_root(file, path, size);
	tree_fini(&tree);
	return found;
}

TEST(roots_of_cgroups)
{
	char path[64];

	CHECK(find_root("proc /proc proc rw 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n", path, sizeof(path)));
	CHECK_STR(path, "/sys/fs/cgroup");
	CHECK(find_root("none /unified cgroup2 rw 0 0\nx /cpu cgroup rw,cpu 0 0\nx /a\\040b cgroup rw,perf_event 0 0\n",
			path, sizeof(path)));
	CHECK_STR(path, "/a b");
	CHECK(find_root("x /perf cgroup rw,perf_event 0 0\nnone /unified cgroup2 rw 0 0\n", path, sizeof(path)));
	CHECK_STR(path, "/perf");
	CHECK(!find_root("x /cpu cgroup rw,cpu 0 0\n", path, sizeof(path)));
	CHECK(!find_root("none /unified cgroup2 rw 0 0\n", path, 8));
}
