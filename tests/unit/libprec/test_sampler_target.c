#include "record/open/cgroup.h"

#include "tests/support/test.h"
#include "tests/unit/libprec/page_child.h"
#include "tests/unit/libprec/seen_records.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* There is room for what else this machine does. */
static const struct prec_sampler_options large = { .fields = PREC_ADDR, .ring_bytes = 1 << 20 };

static const struct prec_target all_cpus = { .all_cpus = true };

/* Whoever may sample processes may not do so with CPUs: the case is skipped then. */
static void set_target(struct prec_sampler *s, const struct prec_target *target)
{
	const int result = prec_sampler_set_target(s, target);

	if (result == -EACCES || result == -EPERM)
		test_skip("%s", prec_sampler_message(s));
	if (result)
		test_fail(__FILE__, __LINE__, "%s", prec_sampler_message(s));
}

/* A poll takes all that there was when it began; other programs make more meanwhile. */
static void take(struct prec_sampler *s, struct seen *seen)
{
	CHECK(prec_sampler_poll(s, 0, &seen_ops, seen) >= 0);
}

/* Each page once, but for what found no room, which other programs may have taken. */
static void check_once(struct prec_sampler *s, const struct seen *seen, uint32_t from, uint32_t to)
{
	uint64_t n_missing = 0;

	for (uint32_t i = from; i < to; i++) {
		CHECK(seen->pages[i] <= 1);
		n_missing += !seen->pages[i];
	}
	CHECK(n_missing <= prec_sampler_lost(s));
}

/* The n-th CPU that this process may run on, -1: there are fewer. */
static int nth_cpu(int n)
{
	cpu_set_t set;

	CHECK_EQ_I64(sched_getaffinity(0, sizeof(set), &set), 0);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &set) && !n--)
			return cpu;
	return -1;
}

/* A process that nobody has named, its threads, and those of a process that is forked. */
TEST(whatever_runs)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &large);
	struct page_child child, later;
	struct seen seen;

	page_child_start(&child, 1);
	seen = (struct seen){ .pid = child.pid };
	page_child_touch(&child, 10, 0);
	set_target(s, &all_cpus);
	CHECK_EQ_U64(prec_sampler_size(s), 0);
	page_child_touch(&child, 20, 0);
	page_child_touch(&child, 20, 1);
	page_child_start_thread(&child, 20);
	take(s, &seen);
	seen_check(&seen, 0, 10, 0);
	check_once(s, &seen, 10, 70);
	page_child_start(&later, 0);
	seen = (struct seen){ .pid = later.pid };
	page_child_touch(&later, 20, 0);
	CHECK(prec_sampler_poll(s, -1, &seen_ops, &seen) > 0);
	check_once(s, &seen, 0, 20);
	/* Nothing is handed out any more, and there is nothing to wait for. */
	CHECK_EQ_I64(prec_sampler_set_target(s, NULL), 0);
	CHECK_EQ_I64(prec_sampler_set_target(s, NULL), 0);
	page_child_touch(&later, 20, 0);
	CHECK_EQ_I64(prec_sampler_poll(s, 0, &seen_ops, &seen), 0);
	CHECK_EQ_I64(prec_sampler_poll(s, -1, &seen_ops, &seen), -ECHILD);
	seen_check(&seen, 20, 40, 0);
	CHECK_EQ_U64(seen.exits, 0);
	prec_sampler_free(s);
	page_child_end(&child);
	page_child_end(&later);
}

struct cpus_seen {
	pid_t pid;
	uint32_t cpu;
	unsigned of_cpu, of_child;
};

static void on_cpu_sample(void *arg, const struct prec_sample *sample)
{
	struct cpus_seen *seen = arg;
	uint32_t page;

	CHECK_EQ_U64(sample->cpu, seen->cpu);
	seen->of_cpu++;
	seen->of_child += (pid_t)sample->pid == seen->pid && page_child_has(sample->addr, &page);
}

/* A list has these CPUs alone, and what lies in rings from another target before is not handed out. */
TEST(some_cpus)
{
	static const struct prec_sampler_ops ops = { .sample = on_cpu_sample };
	struct prec_sampler *s = seen_sampler("page-faults:u", &large);
	const int cpus[] = { nth_cpu(0), nth_cpu(1) };
	struct cpus_seen seen;
	struct page_child child;
	char list[16];

	if (cpus[1] < 0)
		test_skip("needs two CPUs");
	page_child_start_on(&child, 0, cpus[0]);
	for (int i = 0; i < 2; i++) {
		snprintf(list, sizeof(list), "%d", cpus[i]);
		set_target(s, &(struct prec_target){ .cpus = list });
		page_child_touch(&child, 50, 0);
		seen = (struct cpus_seen){ .pid = child.pid, .cpu = (uint32_t)cpus[i] };
		if (!i)
			continue;
		CHECK(prec_sampler_poll(s, 0, &ops, &seen) >= 0);
		CHECK_EQ_U64(seen.of_child, 0);
	}
	snprintf(list, sizeof(list), "%d", cpus[0]);
	set_target(s, &(struct prec_target){ .all_cpus = true, .cpus = list });
	page_child_touch(&child, 50, 0);
	seen = (struct cpus_seen){ .pid = child.pid, .cpu = (uint32_t)cpus[0] };
	CHECK(prec_sampler_poll(s, 0, &ops, &seen) >= 0);
	CHECK(seen.of_child <= 50 && seen.of_child + prec_sampler_lost(s) >= 50);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* A cgroup of the case's own. */
struct group {
	char path[PATH_MAX];
	int fd;
};

static void group_make(struct group *g, const char *name)
{
	char root[PATH_MAX - 64];

	if (!cgroup_find_own_root(root, sizeof(root)))
		test_skip("needs a hierarchy of cgroups");
	snprintf(g->path, sizeof(g->path), "%s/prec-unit-%d-%s", root, getpid(), name);
	if (mkdir(g->path, 0755))
		test_skip("cannot make the cgroup %s: %s", g->path, strerror(errno));
	g->fd = open(g->path, O_RDONLY | O_DIRECTORY);
	if (g->fd < 0) {
		rmdir(g->path);
		test_fail(__FILE__, __LINE__, "%s: %s", g->path, strerror(errno));
	}
}

static bool group_has(const struct group *g, pid_t pid)
{
	const int fd = openat(g->fd, "cgroup.procs", O_WRONLY);
	char text[16];
	const int size = snprintf(text, sizeof(text), "%d", pid);
	const bool is_there = fd >= 0 && write(fd, text, (size_t)size) == size;

	if (fd >= 0)
		close(fd);
	return is_there;
}

/* After all that is in it has ended. The descriptor is closed before, or was never given to the library. */
static void group_end(struct group *g)
{
	if (g->fd >= 0)
		close(g->fd);
	rmdir(g->path);
}

/* What is in it alone, also when it is opened again; the caller's descriptor is not needed any more. */
TEST(cgroup)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &large);
	struct page_child inside, outside;
	struct seen seen;
	struct group group;
	bool is_in;
	int result;

	page_child_start(&inside, 0);
	page_child_start(&outside, 0);
	group_make(&group, "one");
	is_in = group_has(&group, inside.pid);
	result = prec_sampler_set_target(s, &(struct prec_target){ .cgroup_fd = group.fd });
	close(group.fd);
	group.fd = -1;
	seen = (struct seen){ .pid = inside.pid };
	if (is_in && !result) {
		page_child_touch(&inside, 30, 0);
		page_child_touch(&outside, 30, 0);
		seen_drain(s, &seen);
		result = prec_sampler_set_freq(s, 100);
		if (!result)
			result = prec_sampler_set_period(s, 1);
		page_child_touch(&inside, 30, 0);
		page_child_touch(&outside, 30, 0);
		seen_drain(s, &seen);
	}
	page_child_end(&inside);
	page_child_end(&outside);
	group_end(&group);
	if (!is_in || result == -EACCES || result == -EPERM)
		test_skip("cannot sample a cgroup: %s", prec_sampler_message(s));
	CHECK_EQ_I64(result, 0);
	seen_check(&seen, 0, 60, 1);
	CHECK_EQ_U64(seen.others, 0);
	prec_sampler_free(s);
}

static void on_alarm(int number)
{
	(void)number;
}

/* There may be nobody whose samples could come: a signal ends the wait. */
TEST(waits_for_an_empty_cgroup)
{
	const struct itimerval often = { { 0, 20000 }, { 0, 20000 } };
	struct prec_sampler *s = seen_sampler("page-faults:u", NULL);
	struct sigaction action = { .sa_handler = on_alarm };
	struct group group;
	int result;

	group_make(&group, "empty");
	result = prec_sampler_set_target(s, &(struct prec_target){ .cgroup_fd = group.fd });
	group_end(&group);
	if (result)
		test_skip("%s", prec_sampler_message(s));
	CHECK_EQ_I64(prec_sampler_poll(s, 0, NULL, NULL), 0);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	CHECK_EQ_I64(prec_sampler_poll(s, -1, NULL, NULL), -EINTR);
	setitimer(ITIMER_REAL, &(struct itimerval){ .it_value = { 0, 0 } }, NULL);
	signal(SIGALRM, SIG_DFL);
	prec_sampler_free(s);
}

TEST(rate_of_a_target)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &large);
	struct page_child child;
	struct seen seen;

	page_child_start(&child, 0);
	seen = (struct seen){ .pid = child.pid };
	CHECK_EQ_I64(prec_sampler_set_period(s, 0), 0);
	set_target(s, &all_cpus);
	page_child_touch(&child, 20, 0);
	CHECK_EQ_I64(prec_sampler_poll(s, 0, &seen_ops, &seen), 0);
	CHECK_EQ_I64(prec_sampler_set_period(s, 1), 0);
	page_child_touch(&child, 20, 0);
	CHECK_EQ_I64(prec_sampler_set_freq(s, 0), 0);
	page_child_touch(&child, 20, 0);
	take(s, &seen);
	CHECK_EQ_I64(prec_sampler_poll(s, 0, &seen_ops, &seen), 0);
	CHECK_EQ_I64(prec_sampler_set_period(s, 1 << 30), 0);
	page_child_touch(&child, 20, 0);
	CHECK_EQ_I64(prec_sampler_set_freq(s, 100), 0);
	CHECK_EQ_I64(prec_sampler_set_period(s, 1), 0);
	page_child_touch(&child, 20, 0);
	take(s, &seen);
	seen_check(&seen, 0, 20, 0);
	check_once(s, &seen, 20, 40);
	seen_check(&seen, 40, 80, 0);
	check_once(s, &seen, 80, 100);
	prec_sampler_free(s);
	page_child_end(&child);
}

static volatile sig_atomic_t n_signals;

static void on_signal(int number)
{
	(void)number;
	n_signals++;
}

TEST(signals_of_a_target)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &large);
	struct page_child child;

	signal(SIGRTMIN, on_signal);
	page_child_start(&child, 0);
	set_target(s, &all_cpus);
	CHECK_EQ_I64(prec_sampler_set_signal(s, SIGRTMIN, (pid_t)syscall(SYS_gettid)), 0);
	page_child_touch(&child, 10, 0);
	CHECK(n_signals > 0);
	CHECK_EQ_I64(prec_sampler_set_signal(s, 0, 0), 0);
	n_signals = 0;
	page_child_touch(&child, 10, 0);
	CHECK_EQ_I64(n_signals, 0);
	prec_sampler_free(s);
	page_child_end(&child);
}

TEST(descriptors_of_a_target)
{
	const unsigned before = seen_descriptors();
	struct prec_sampler *s = seen_sampler("page-faults:u,context-switches", &large);
	const unsigned empty = seen_descriptors();
	struct group group;

	group_make(&group, "many");
	for (unsigned i = 0; i < 20; i++) {
		const struct prec_target of_group = { .cgroup_fd = group.fd };
		const int result = prec_sampler_set_target(s, i % 2 ? &of_group : &all_cpus);

		if (!result && seen_descriptors() > empty + 1)
			continue;
		group_end(&group);
		test_skip("%s", prec_sampler_message(s));
	}
	group_end(&group);
	CHECK_EQ_I64(prec_sampler_set_target(s, NULL), 0);
	CHECK_EQ_U64(seen_descriptors(), empty);
	CHECK_EQ_I64(prec_sampler_set_target(s, &all_cpus), 0);
	prec_sampler_free(s);
	CHECK_EQ_U64(seen_descriptors(), before);
}

static void check_refused(struct prec_sampler *s, const struct prec_target *target, int code, const char *part)
{
	CHECK_EQ_I64(prec_sampler_set_target(s, target), code);
	if (!strstr(prec_sampler_message(s), part))
		test_fail(__FILE__, __LINE__, "'%s' is not in '%s'", part, prec_sampler_message(s));
	CHECK_EQ_I64(prec_sampler_poll(s, -1, NULL, NULL), -ECHILD);
}

/* What is refused leaves a sampler without a target, to which processes can be added. */
TEST(refused_targets)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &large);
	const int none = open("/", O_RDONLY | O_DIRECTORY);
	struct page_child child;
	struct seen seen;

	page_child_start(&child, 0);
	seen = (struct seen){ .pid = child.pid };
	check_refused(s, &(struct prec_target){ .pid = 0 }, -EINVAL, "all CPUs, some or a cgroup");
	check_refused(s, &(struct prec_target){ .pid = child.pid }, -EINVAL, "are added");
	check_refused(s, &(struct prec_target){ .tid = child.pid, .cpus = "0" }, -EINVAL, "are added");
	check_refused(s, &(struct prec_target){ .pid = child.pid, .all_cpus = true }, -EINVAL, "one of");
	check_refused(s, &(struct prec_target){ .pid = child.pid, .cgroup_fd = none }, -EINVAL, "cgroup");
	check_refused(s, &(struct prec_target){ .cgroup_fd = -1 }, -EINVAL, "negative");
	check_refused(s, &(struct prec_target){ .cpus = "" }, -EINVAL, "no CPU");
	check_refused(s, &(struct prec_target){ .cpus = "3-" }, -EINVAL, "3-");
	check_refused(s, &(struct prec_target){ .cpus = "60000" }, -ENODEV, "not online");
	check_refused(s, &(struct prec_target){ .cgroup_fd = 1000000 }, -EBADF, "descriptor");
	set_target(s, &all_cpus); /* or skips */
	check_refused(s, &(struct prec_target){ .cgroup_fd = none }, -EBADF, "of no cgroup");
	close(none);
	seen_add(s, child.pid);
	CHECK_EQ_I64(prec_sampler_set_target(s, &all_cpus), -EBUSY);
	CHECK(*prec_sampler_message(s));
	page_child_touch(&child, 20, 0);
	seen_drain(s, &seen);
	seen_check(&seen, 0, 20, 1);
	CHECK_EQ_U64(seen.others, 0);
	CHECK_EQ_I64(prec_sampler_remove(s, child.pid), 0);
	set_target(s, &all_cpus);
	CHECK_EQ_I64(prec_sampler_add(s, child.pid), -EBUSY);
	CHECK_EQ_I64(prec_sampler_update(s, &child.pid, 1), -EBUSY);
	CHECK_EQ_I64(prec_sampler_update(s, NULL, 0), 0);
	CHECK_EQ_I64(prec_sampler_remove(s, -1), 0);
	page_child_touch(&child, 20, 0);
	take(s, &seen);
	check_once(s, &seen, 20, 40);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* 0: refused as it should be. */
static int try_unprivileged(int paranoid)
{
	struct prec_error err = { .code = 0 };
	struct prec_sampler_info info;
	struct prec_sampler *s;

	if (setgid(65534) || setuid(65534) ||
	    prec_sampler_new(&s, "page-faults", &(struct prec_sampler_options){ .ring_bytes = 4096 }, &err))
		return 77;
	if (prec_sampler_set_target(s, &all_cpus) != -EACCES || !strstr(prec_sampler_message(s), "whole CPUs") ||
	    !strstr(prec_sampler_message(s), "kernel.perf_event_paranoid is ") ||
	    strstr(prec_sampler_message(s), "page-faults:u"))
		return 1;
	if (prec_sampler_poll(s, -1, NULL, NULL) != -ECHILD || prec_sampler_add(s, getpid()))
		return 2;
	return prec_sampler_info(s, 0, &info) || strcmp(info.name, paranoid > 1 ? "page-faults:u" : "page-faults");
}

/* The same advice as that of the programs. */
TEST(no_permission_for_cpus)
{
	FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
	int paranoid = 0, status;
	pid_t pid;

	if (!file || fscanf(file, "%d", &paranoid) != 1 || paranoid < 1 || paranoid > 2)
		test_skip("kernel.perf_event_paranoid is %d", paranoid);
	fclose(file);
	if (geteuid())
		test_skip("needs to be root");
	pid = fork();
	CHECK(pid >= 0);
	if (!pid)
		_exit(try_unprivileged(paranoid));
	CHECK_EQ_I64(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		test_skip("another user has no sampler");
	CHECK(WIFEXITED(status));
	CHECK_EQ_I64(WEXITSTATUS(status), 0);
}
