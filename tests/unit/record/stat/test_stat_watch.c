#include "record/stat/stat_watch.h"

#include "common/clock_ns.h"
#include "tests/support/test.h"

#include <signal.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start_sleeper(void)
{
	pid_t pid = fork();

	CHECK(pid >= 0);
	if (!pid)
		for (;;)
			pause();
	return pid;
}

static void end_sleeper(pid_t pid)
{
	kill(pid, SIGKILL);
	CHECK_EQ_I64(waitpid(pid, NULL, 0), pid);
}

static void watch(struct stat_watch *w, struct target *target, int signal_fd, int control_fd)
{
	CHECK_EQ_I64(stat_watch_init(w, target, signal_fd, control_fd, NULL), 0);
}

/* Whoever waits on, for a command, gets what comes after the end. */
static void check_waits(struct stat_watch *w, int signals)
{
	const uint64_t until = clock_now() + 3 * NS_PER_MS;

	CHECK_EQ_I64(stat_watch_wait(w, until, NULL), 0);
	CHECK(clock_now() >= until);
	CHECK_EQ_I64(eventfd_write(signals, 1), 0);
	CHECK_EQ_I64(stat_watch_wait(w, STAT_WATCH_FOREVER, NULL), STAT_WOKE_SIGNAL);
}

/* Only when the last of them has gone. */
TEST(end_of_all_processes)
{
	const pid_t pids[] = { start_sleeper(), start_sleeper() };
	struct target target = { .kind = TARGET_PROCESSES, .pids = (pid_t *)pids, .n_pids = 2 };
	int signals = eventfd(0, 0);
	struct stat_watch w;

	watch(&w, &target, signals, -1);
	CHECK_EQ_I64(stat_watch_wait(&w, clock_now(), NULL), 0);
	end_sleeper(pids[1]);
	CHECK_EQ_I64(stat_watch_wait(&w, clock_now() + NS_PER_MS, NULL), 0);
	end_sleeper(pids[0]);
	CHECK_EQ_I64(stat_watch_wait(&w, STAT_WATCH_FOREVER, NULL), STAT_WOKE_ENDED);
	check_waits(&w, signals);
	stat_watch_fini(&w);
	close(signals);
}

TEST(gone_before)
{
	const pid_t pid = start_sleeper();
	struct target target = { .kind = TARGET_THREADS, .tids = (pid_t *)&pid, .n_tids = 1 };
	int signals = eventfd(0, 0);
	struct stat_watch w;

	end_sleeper(pid);
	watch(&w, &target, signals, -1);
	CHECK_EQ_I64(stat_watch_wait(&w, STAT_WATCH_FOREVER, NULL), STAT_WOKE_ENDED);
	check_waits(&w, signals);
	stat_watch_fini(&w);
	close(signals);
}

TEST(signals_and_control)
{
	struct target target = { .kind = TARGET_SYSTEM };
	int signals = eventfd(0, 0), control = eventfd(0, 0);
	struct stat_watch w;
	uint64_t start;

	watch(&w, &target, signals, control);
	start = clock_now();
	CHECK_EQ_I64(stat_watch_wait(&w, start + 3 * NS_PER_MS, NULL), 0);
	CHECK(clock_now() >= start + 3 * NS_PER_MS);
	CHECK_EQ_I64(eventfd_write(control, 1), 0);
	CHECK_EQ_I64(stat_watch_wait(&w, STAT_WATCH_FOREVER, NULL), STAT_WOKE_CONTROL);
	CHECK_EQ_I64(eventfd_write(signals, 1), 0);
	CHECK_EQ_I64(stat_watch_wait(&w, STAT_WATCH_FOREVER, NULL), STAT_WOKE_CONTROL | STAT_WOKE_SIGNAL);
	stat_watch_forget_control(&w);
	CHECK_EQ_I64(stat_watch_wait(&w, STAT_WATCH_FOREVER, NULL), STAT_WOKE_SIGNAL);
	stat_watch_fini(&w);
	close(signals);
	close(control);
}
