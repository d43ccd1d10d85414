/* Who is recorded because of whom, from FORK and EXIT records. */
#include "record/drain/process_tree.h"

#include "formats/record/record_write.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void take(struct process_tree *l, uint32_t type, pid_t pid, pid_t parent, pid_t thread)
{
	const struct record_task task = { (uint32_t)pid, (uint32_t)parent, (uint32_t)pid, (uint32_t)thread, 5 };
	const struct record_trailer id = { 0 };
	struct buffer b;

	buffer_init(&b);
	record_put_fork(&b, &task, &id);
	memcpy(b.data, &type, sizeof(type));
	CHECK_EQ_I64(process_tree_take(l, b.data, b.size), 0);
	buffer_fini(&b);
}

static void forks(struct process_tree *l, pid_t parent, pid_t pid)
{
	take(l, PERF_RECORD_FORK, pid, parent, parent);
}

static size_t count_of(const struct process_tree *l, pid_t owner)
{
	pid_t *pids;
	size_t n;

	CHECK_EQ_I64(process_tree_of(l, owner, &pids, &n), 0);
	for (size_t i = 0; i < n; i++)
		CHECK_EQ_I64(process_tree_owner(l, pids[i]), owner);
	free(pids);
	return n;
}

TEST(descendants)
{
	struct process_tree l = { 0 };

	CHECK_EQ_I64(process_tree_owner(&l, 10), 0);
	CHECK_EQ_I64(process_tree_add(&l, 10), 0);
	CHECK_EQ_I64(process_tree_add(&l, 20), 0);
	forks(&l, 10, 10); /* a thread */
	forks(&l, 10, 11);
	forks(&l, 11, 12);
	forks(&l, 20, 21);
	CHECK_EQ_I64(process_tree_owner(&l, 12), 10);
	CHECK_EQ_I64(process_tree_parent(&l, 12), 11);
	CHECK_EQ_I64(process_tree_parent(&l, 10), 0);
	CHECK_EQ_I64(process_tree_parent(&l, 99), 0);
	CHECK_EQ_U64(count_of(&l, 10), 3);
	CHECK_EQ_U64(count_of(&l, 20), 2);
	process_tree_forget(&l, 10);
	CHECK_EQ_I64(process_tree_owner(&l, 12), 0);
	CHECK_EQ_U64(count_of(&l, 10), 0);
	CHECK_EQ_I64(process_tree_owner(&l, 21), 20);
	/* The number is used again, for what another one starts. */
	forks(&l, 21, 12);
	CHECK_EQ_I64(process_tree_owner(&l, 12), 20);
	process_tree_fini(&l);
}

/* The record of a child may be read before that of its parent. */
TEST(child_before_parent)
{
	struct process_tree l = { 0 };

	CHECK_EQ_I64(process_tree_add(&l, 10), 0);
	forks(&l, 12, 13);
	forks(&l, 11, 12);
	forks(&l, 10, 11);
	process_tree_resolve(&l);
	CHECK_EQ_I64(process_tree_owner(&l, 12), 10);
	CHECK_EQ_I64(process_tree_owner(&l, 13), 10);
	CHECK_EQ_U64(count_of(&l, 10), 4);
	process_tree_fini(&l);
}

/* Of -t only the thread is known, and of other pid namespaces nothing. */
TEST(unknown_parents)
{
	struct process_tree l = { 0 };

	take(&l, PERF_RECORD_FORK, 31, 30, 35);
	CHECK_EQ_I64(process_tree_owner(&l, 31), 35);
	take(&l, PERF_RECORD_FORK, 0, 30, 35);
	take(&l, PERF_RECORD_FORK, 32, 0, 0);
	take(&l, PERF_RECORD_FORK, -1, 30, 35);
	CHECK_EQ_U64(l.n, 1);
	process_tree_fini(&l);
}

TEST(ended)
{
	struct process_tree l = { 0 };
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	CHECK_EQ_I64(waitpid(pid, NULL, 0), pid);
	CHECK_EQ_I64(process_tree_add(&l, 10), 0);
	forks(&l, 10, pid);
	forks(&l, 10, getpid());
	take(&l, PERF_RECORD_EXIT, pid, 10, 10);
	take(&l, PERF_RECORD_EXIT, getpid(), 10, 10); /* its first thread */
	CHECK_EQ_I64(process_tree_owner(&l, pid), 0);
	CHECK_EQ_I64(process_tree_owner(&l, getpid()), 10);
	/* What was asked for ends, too: its number is anybody's, and not that of what it has started. */
	CHECK_EQ_I64(process_tree_add(&l, pid), 0);
	forks(&l, pid, getppid());
	take(&l, PERF_RECORD_EXIT, pid, 10, 10);
	CHECK_EQ_I64(process_tree_owner(&l, pid), 0);
	CHECK_EQ_U64(count_of(&l, pid), 1);
	process_tree_fini(&l);
}

TEST(memory_is_that_of_the_living)
{
	struct process_tree l = { 0 };

	CHECK_EQ_I64(process_tree_add(&l, getpid()), 0);
	for (pid_t pid = 0x40000000; pid < 0x40000000 + 5000; pid++)
		forks(&l, getpid(), pid);
	CHECK(l.n <= 1024);
	CHECK_EQ_I64(process_tree_owner(&l, getpid()), getpid());
	process_tree_fini(&l);
}

/* New processes and threads, from when on it is asked for. */
TEST(forks_that_are_noted)
{
	struct process_tree l = { 0 };

	CHECK_EQ_I64(process_tree_add(&l, 10), 0);
	forks(&l, 10, 11);
	CHECK_EQ_U64(l.n_forks, 0);
	process_tree_note_forks(&l, true);
	take(&l, PERF_RECORD_FORK, 12, 10, 13);
	forks(&l, 10, 10); /* a thread */
	take(&l, PERF_RECORD_EXIT, 12, 10, 13);
	CHECK_EQ_U64(l.n_forks, 2);
	CHECK_EQ_I64(l.forks[0].pid, 12);
	CHECK_EQ_I64(l.forks[0].tid, 12);
	CHECK_EQ_I64(l.forks[0].forker, 13);
	CHECK_EQ_U64(l.forks[0].time, 5);
	CHECK_EQ_I64(l.forks[1].pid, 10);
	process_tree_note_forks(&l, true);
	CHECK_EQ_U64(l.n_forks, 0);
	process_tree_note_forks(&l, false);
	forks(&l, 10, 14);
	CHECK_EQ_U64(l.n_forks, 0);
	process_tree_fini(&l);
}
