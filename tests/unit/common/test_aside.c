/* Calls that come back, and those that never do. */
#include "common/aside.h"
#include "common/aside_server.h"
#include "common/aside_steps.h"
#include "common/clock_ns.h"
#include "common/stuck_watch.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int twice(void *data, int *ret_fd)
{
	int *number = data;

	*number *= 2;
	*ret_fd = *number == 4 ? open("/dev/null", O_PATH) : -1;
	return *number == 6 ? -ENOENT : 0;
}

static int never(void *data, int *ret_fd)
{
	volatile int *number = data;

	(void)ret_fd;
	for (*number = 7; *number;)
		pause();
	return 0;
}

static int crash(void *data, int *ret_fd)
{
	(void)data;
	(void)ret_fd;
	raise(SIGKILL);
	return 0;
}

static int write_to(void *data, int *ret_fd)
{
	(void)ret_fd;
	return write(*(int *)data, "x", 1) == 1 ? 0 : -errno;
}

TEST(comes_back)
{
	struct aside aside = { 0 };
	int number = 2, fd;
	pid_t pid;

	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), 0);
	CHECK_EQ_I64(number, 4);
	CHECK(fd >= 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC && !close(fd));
	pid = aside.pid;
	number = 3;
	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), -ENOENT);
	CHECK_EQ_I64(number, 6);
	CHECK_EQ_I64(fd, -1);
	CHECK(pid > 0 && pid != getpid() && aside.pid == pid);
	number = 5;
	CHECK_EQ_I64(aside_call(NULL, twice, &number, sizeof(number), &fd), 0);
	CHECK_EQ_I64(number, 10);
	aside_stop(&aside);
	aside_stop(&aside);
}

/* The next call has another process, and data are as they were. */
TEST(does_not_come_back)
{
	struct aside aside = { .waited = 60 * NS_PER_S, .called = clock_now() };
	int number = 2, fd;

	CHECK_EQ_I64(aside_call(&aside, never, &number, sizeof(number), &fd), -ETIMEDOUT);
	CHECK_EQ_I64(number, 2);
	CHECK_EQ_I64(fd, -1);
	CHECK_EQ_I64(aside.pid, 0);
	CHECK_EQ_I64(aside_call(&aside, crash, &number, sizeof(number), &fd), -EIO);
	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), 0);
	CHECK(!close(fd));
	aside_stop(&aside);
}

/* There is a limit to what is left behind; what has ended after all does not count. */
TEST(too_many_left)
{
	struct aside aside = { .n_left = ASIDE_LEFT_MAX };
	int number = 2, fd;

	for (unsigned i = 0; i < ASIDE_LEFT_MAX; i++) {
		aside.left[i] = fork();
		while (!aside.left[i])
			pause();
	}
	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), -ETIMEDOUT);
	CHECK_EQ_U64(aside.n_left, ASIDE_LEFT_MAX);
	CHECK(!kill(aside.left[5], SIGKILL));
	CHECK(!waitid(P_PID, (id_t)aside.left[5], &(siginfo_t){ 0 }, WEXITED | WNOWAIT));
	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), 0);
	CHECK_EQ_I64(number, 4);
	CHECK(!close(fd));
	CHECK_EQ_U64(aside.n_left, ASIDE_LEFT_MAX - 1);
	for (unsigned i = 0; i < ASIDE_LEFT_MAX - 1; i++)
		CHECK(!kill(aside.left[i], SIGKILL));
	aside_stop(&aside);
}

/* What late calls took comes back with time: one that works now and then is waited for as ever. */
TEST(waits_as_ever)
{
	struct aside aside = { .waited = 60 * NS_PER_S, .called = 1 };
	int number = 2, fd;

	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), 0);
	CHECK(!close(fd));
	CHECK(aside.waited < NS_PER_S);
	aside_stop(&aside);
}

static int stop_a_while(void *data, int *ret_fd)
{
	(void)ret_fd;
	*(int *)data = 8;
	return raise(SIGSTOP);
}

/* Who was stopped, as ^Z does, is not taken for one that hangs. */
TEST(was_stopped)
{
	struct aside aside = { .waited = 60 * NS_PER_S, .called = clock_now() };
	pid_t pid, other;
	int number = 2, fd, i = 0;

	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), 0);
	CHECK(!close(fd));
	pid = aside.pid;
	other = fork();
	/* After some ten times of what is waited for. */
	while (!other) {
		poll(NULL, 0, STUCK_LOOK_MS);
		if (i++ > 15)
			kill(pid, SIGCONT);
	}
	CHECK_EQ_I64(aside_call(&aside, stop_a_while, &number, sizeof(number), &fd), 0);
	CHECK_EQ_I64(number, 8);
	CHECK_EQ_U64(aside.n_left, 0);
	CHECK(!kill(other, SIGKILL) && waitpid(other, NULL, 0) == other);
	aside_stop(&aside);
}

/* A reader that forks nothing itself. */
TEST(server)
{
	aside_work *const works[] = { twice, never, write_to };
	struct aside_server *server;
	int number = 2, fd, own = fcntl(STDERR_FILENO, F_DUPFD, 100);

	server = aside_server_start(works, ARRAY_SIZE(works));
	CHECK(server);
	CHECK_EQ_I64(aside_server_call(server, twice, &number, sizeof(number), &fd), 0);
	CHECK_EQ_I64(number, 4);
	CHECK(fd >= 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC && !close(fd));
	number = 3;
	CHECK_EQ_I64(aside_server_call(server, twice, &number, sizeof(number), &fd), -ENOENT);
	CHECK_EQ_I64(number, 6);
	CHECK_EQ_I64(aside_server_call(server, never, &number, sizeof(number), &fd), -ETIMEDOUT);
	CHECK_EQ_I64(aside_server_call(server, crash, &number, sizeof(number), &fd), -ENOSYS);
	CHECK_EQ_I64(aside_server_call(server, write_to, &own, sizeof(own), &fd), -EBADF);
	CHECK_EQ_I64(fd, -1);
	aside_server_stop(server);
	aside_server_stop(NULL);
}

/* A descriptor that this process has no number for. */
TEST(has_no_room)
{
	struct aside aside = { 0 };
	struct rlimit before, none;
	int number = 5, fd;

	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), 0);
	CHECK(!getrlimit(RLIMIT_NOFILE, &before));
	none = before;
	none.rlim_cur = STDERR_FILENO + 1;
	CHECK(!setrlimit(RLIMIT_NOFILE, &none));
	number = 2;
	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), -EMFILE);
	CHECK_EQ_I64(fd, -1);
	CHECK(!setrlimit(RLIMIT_NOFILE, &before));
	number = 2;
	CHECK_EQ_I64(aside_call(&aside, twice, &number, sizeof(number), &fd), 0);
	CHECK(!close(fd));
	aside_stop(&aside);
}

/* Nobody waits for the end of a pipe because the other process has it. */
TEST(has_no_descriptors)
{
	struct aside aside = { 0 };
	int ends[2], fd;
	char byte;

	CHECK(!pipe(ends));
	CHECK_EQ_I64(aside_call(&aside, write_to, &ends[1], sizeof(ends[1]), &fd), -EBADF);
	CHECK(!close(ends[1]));
	CHECK_EQ_I64(read(ends[0], &byte, 1), 0);
	aside_stop(&aside);
}

struct sums {
	uint32_t begun, done[6];
	int kept;
};

static bool begin(void *context)
{
	struct sums *s = context;

	s->begun++;
	return fcntl(s->kept, F_GETFD) >= 0;
}

/* What takes longer than a step without any work may. */
static void work_a_little(void)
{
	for (int i = 0; i < 60; i++)
		poll(NULL, 0, 20);
}

/* 1 never ends, 3 crashes, 4 does little, but does. */
static void step(void *context, uint32_t i)
{
	struct sums *s = context;

	while (i == 1)
		pause();
	if (i == 3)
		raise(SIGKILL);
	if (i == 4)
		work_a_little();
	s->done[i]++;
}

TEST(steps)
{
	struct sums *s = aside_memory(sizeof(*s));
	int fd = open("/dev/null", O_PATH);
	struct aside_steps steps = { .n = 6, .begin = begin, .step = step, .context = s, .keep = &fd, .n_keep = 1 };

	CHECK(s && fd >= 0);
	s->kept = fd;
	CHECK_EQ_I64(aside_steps_run(&steps), -ETIMEDOUT);
	CHECK_EQ_U64(s->begun, 3);
	for (uint32_t i = 0; i < 6; i++)
		CHECK_EQ_U64(s->done[i], i != 1 && i != 3);
	memset(s, 0, sizeof(*s));
	s->kept = fd;
	steps.n = 1;
	CHECK_EQ_I64(aside_steps_run(&steps), 0);
	CHECK_EQ_U64(s->begun, 1);
	CHECK_EQ_U64(s->done[0], 1);
	/* Where nothing can be begun nothing is done. */
	s->kept = 4000;
	CHECK_EQ_I64(aside_steps_run(&steps), 0);
	CHECK_EQ_U64(s->done[0], 1);
	CHECK(!close(fd));
	aside_memory_free(s, sizeof(*s));
}
