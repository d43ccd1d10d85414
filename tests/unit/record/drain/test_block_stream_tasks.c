#include "record/drain/block_stream.h"

#include "formats/record/record_write.h"
#include "tests/support/test.h"

#include <sys/wait.h>
#include <unistd.h>

static void take(struct live_tasks *t, uint32_t type, uint32_t pid)
{
	const struct record_task task = { pid, 1, pid, 1, 5 };
	const struct record_trailer id = { 0 };
	struct buffer b;

	buffer_init(&b);
	record_put_fork(&b, &task, &id);
	memcpy(b.data, &type, sizeof(type));
	CHECK_EQ_I64(live_tasks_take(t, b.data, b.size), 0);
	buffer_fini(&b);
}

/* A process that has ended and was waited for: its number is not used again soon. */
static pid_t ended_process(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	CHECK_EQ_I64(waitpid(pid, NULL, 0), pid);
	return pid;
}

TEST(new_processes)
{
	struct live_tasks t = { 0 };

	take(&t, PERF_RECORD_FORK, (uint32_t)getpid());
	take(&t, PERF_RECORD_FORK, (uint32_t)getpid());
	take(&t, PERF_RECORD_FORK, (uint32_t)getppid());
	CHECK_EQ_U64(t.n, 2);
	/* Those in other pid namespaces, and other records. */
	take(&t, PERF_RECORD_FORK, 0);
	take(&t, PERF_RECORD_FORK, UINT32_MAX);
	take(&t, PERF_RECORD_EXIT, 12345);
	CHECK_EQ_U64(t.n, 2);
	CHECK_EQ_I64(t.pids[0], getpid());
	live_tasks_fini(&t);
}

/* What /proc said of those that were there before: they have no FORK. */
TEST(processes_of_before)
{
	const struct record_trailer id = { 0 };
	struct live_tasks t = { 0 };
	struct buffer b;

	buffer_init(&b);
	record_put_comm(&b, 0, (uint32_t)getpid(), (uint32_t)getpid(), "name", &id);
	CHECK_EQ_I64(live_tasks_take(&t, b.data, b.size), 0);
	CHECK_EQ_U64(t.n, 1);
	CHECK_EQ_I64(t.pids[0], getpid());
	buffer_fini(&b);
	live_tasks_fini(&t);
}

TEST(those_that_have_ended)
{
	struct live_tasks t = { 0 };

	take(&t, PERF_RECORD_FORK, (uint32_t)ended_process());
	take(&t, PERF_RECORD_FORK, (uint32_t)getpid());
	CHECK_EQ_U64(t.n, 2);
	CHECK_EQ_I64(live_tasks_prune(&t), 0);
	CHECK_EQ_U64(t.n, 1);
	CHECK_EQ_I64(t.pids[0], getpid());
	live_tasks_fini(&t);
}

/* However many come and go, the list is only as long as there are at once. */
TEST(memory_is_bounded)
{
	struct live_tasks t = { 0 };
	uint32_t most = 0;

	take(&t, PERF_RECORD_FORK, (uint32_t)getpid());
	for (uint32_t pid = 0x40000000; pid < 0x40000000 + 100000; pid++) {
		take(&t, PERF_RECORD_FORK, pid); /* above PID_MAX_LIMIT: there is none */
		most = t.n > most ? t.n : most;
	}
	CHECK(most <= 2048);
	CHECK_EQ_I64(t.pids[0], getpid());
	live_tasks_fini(&t);
}

TEST(damaged_records)
{
	const uint8_t bytes[64] = { PERF_RECORD_FORK, 0, 0, 0, 0, 0, 12, 0 };
	struct live_tasks t = { 0 };

	for (size_t size = 0; size < sizeof(bytes); size++)
		CHECK_EQ_I64(live_tasks_take(&t, bytes, size), 0);
	CHECK_EQ_U64(t.n, 0);
	live_tasks_fini(&t);
}
