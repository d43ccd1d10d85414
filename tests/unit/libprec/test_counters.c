#include "tests/support/test.h"
#include "tests/unit/libprec/page_child.h"
#include <prec/counters.h>
#include <prec/event.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Opens, or skips the case where this user may not. */
static struct prec_counters *counters_of(const char *events, const struct prec_target *target)
{
	struct prec_counters *c;
	struct prec_error err;
	int result = prec_counters_open(&c, events, target, &err);

	if (result == -EACCES || result == -EPERM || result == -ENOSYS)
		test_skip("%s", err.message);
	if (result)
		test_fail(__FILE__, __LINE__, "%s", err.message);
	return c;
}

static struct prec_counters *counters_of_process(const struct page_child *child, const char *events)
{
	const struct prec_target target = { .pid = child->pid };

	return counters_of(events, &target);
}

static uint64_t value_of(struct prec_counters *c, size_t event)
{
	struct prec_count counts[8];

	CHECK(event < 8 && prec_counters_read(c, counts, 8) > (int)event);
	return counts[event].value;
}

/* The pages of a process are what it touches, and nothing else of it is read or written meanwhile. */
TEST(faults_of_a_process)
{
	struct page_child child;
	struct prec_counters *c;

	page_child_start(&child, 2);
	c = counters_of_process(&child, "page-faults:u");
	page_child_touch(&child, 10, 0); /* disabled yet */
	CHECK_EQ_U64(value_of(c, 0), 0);
	CHECK_EQ_I64(prec_counters_enable(c), 0);
	page_child_touch(&child, 1, 0);
	page_child_touch(&child, 1, 1);
	page_child_touch(&child, 1, 2);
	CHECK_EQ_I64(prec_counters_reset(c), 0);
	page_child_touch(&child, 100, 0);
	page_child_touch(&child, 20, 1);
	page_child_touch(&child, 3, 2);
	CHECK_EQ_I64(prec_counters_disable(c), 0);
	page_child_touch(&child, 50, 0);
	CHECK_EQ_U64(value_of(c, 0), 123);
	page_child_end(&child);
	/* What has ended keeps its counts. */
	CHECK_EQ_U64(value_of(c, 0), 123);
	prec_counters_close(c);
}

struct places {
	pid_t main;
	size_t n;
	uint64_t of_main, all;
};

static int take_place(void *arg, size_t event, int cpu, pid_t tid, const struct prec_count *count)
{
	struct places *p = arg;

	CHECK_EQ_U64(event, 0);
	CHECK_EQ_I64(cpu, -1);
	p->n++;
	p->all += count->value;
	p->of_main += tid == p->main ? count->value : 0;
	return p->n == 100;
}

TEST(each_thread)
{
	struct places places = { 0 };
	struct prec_counter_info info;
	struct page_child child;
	struct prec_counters *c;

	page_child_start(&child, 2);
	c = counters_of_process(&child, "page-faults:u");
	prec_counters_enable(c);
	page_child_touch(&child, 40, 0);
	prec_counters_disable(c);
	CHECK_EQ_U64(value_of(c, 0), 40);
	places.main = child.pid;
	CHECK_EQ_I64(prec_counters_each(c, take_place, &places), 0);
	CHECK_EQ_U64(places.n, 3);
	CHECK_EQ_U64(places.all, 40);
	CHECK_EQ_U64(places.of_main, 40);
	CHECK_EQ_I64(prec_counters_info(c, 0, &info), 0);
	CHECK_EQ_U64(info.n, 3);
	page_child_end(&child);
	prec_counters_close(c);
}

TEST(threads_that_start_are_inherited)
{
	struct page_child child;
	struct prec_counters *without, *with;

	page_child_start(&child, 0);
	without = counters_of_process(&child, "page-faults:u");
	with = counters_of("page-faults:u", &(struct prec_target){ .pid = child.pid, .inherit = true });
	prec_counters_enable(with);
	prec_counters_enable(without);
	page_child_start_thread(&child, 300);
	CHECK(value_of(with, 0) >= 300);
	CHECK(value_of(without, 0) < 300);
	page_child_end(&child);
	prec_counters_close(with);
	prec_counters_close(without);
}

static int check_nothing(void *arg, size_t event, int cpu, pid_t tid, const struct prec_count *count)
{
	(void)event;
	(void)cpu;
	(void)tid;
	CHECK(!count->value && !count->enabled && !count->running && !count->scaled);
	++*(unsigned *)arg;
	return 0;
}

/* A process that inherits the counters of this thread, and ends: the kernel has its counts by then. */
static void touch_in_other(uint32_t n)
{
	struct page_child child;

	page_child_start(&child, 0);
	page_child_touch(&child, n, 0);
	page_child_end(&child);
}

/* What has ended counts no more after a reset, and the time before it neither. */
static void check_reset(const char *events, unsigned n_events)
{
	struct prec_counters *c = counters_of(events, &(struct prec_target){ .inherit = true });
	struct prec_count counts[2];
	unsigned n_places = 0;

	prec_counters_enable(c);
	touch_in_other(2000);
	prec_counters_disable(c);
	CHECK_EQ_I64(prec_counters_read(c, counts, 2), n_events);
	CHECK(counts[0].value >= 2000);
	CHECK_EQ_I64(prec_counters_reset(c), 0);
	CHECK_EQ_I64(prec_counters_each(c, check_nothing, &n_places), 0);
	CHECK_EQ_I64(prec_counters_read(c, counts, 2), n_events);
	CHECK_EQ_I64(prec_counters_each(c, check_nothing, &n_places), 0);
	CHECK_EQ_U64(n_places, 2 * n_events);
	for (unsigned i = 0; i < n_events; i++)
		CHECK_EQ_U64(prec_counter_rdpmc(c, i), 0);
	prec_counters_enable(c);
	touch_in_other(10);
	/* While it counts: nothing of before comes back. */
	CHECK_EQ_I64(prec_counters_read(c, counts, 2), n_events);
	CHECK(counts[0].value >= 10 && counts[0].value < 2000);
	CHECK(counts[0].enabled && counts[0].enabled >= counts[0].running);
	prec_counters_close(c);
}

__attribute__((noinline)) void probed_by_counters(void);

void probed_by_counters(void)
{
	__asm__ volatile("");
}

static void *call_probed(void *context)
{
	for (int i = 0; i < 10; i++)
		probed_by_counters();
	return context;
}

/* Also where the events are those of probes, which the kernel would not let a thread inherit. */
TEST(probes_are_inherited)
{
	const char event[] = "uprobe:/proc/self/exe:probed_by_counters";
	const struct prec_target self = { .tid = gettid(), .inherit = true };
	struct prec_counters *c;
	struct prec_error err;
	pthread_t thread;
	int result = prec_counters_open(&c, event, &self, &err);

	if (result == -EACCES || result == -EPERM || result == -ENOSYS || result == -ENOENT || result == -EOPNOTSUPP)
		test_skip("%s", err.message);
	CHECK_EQ_I64(result, 0);
	CHECK_EQ_I64(prec_counters_enable(c), 0);
	call_probed(NULL);
	CHECK_EQ_I64(pthread_create(&thread, NULL, call_probed, NULL), 0);
	pthread_join(thread, NULL);
	CHECK_EQ_U64(value_of(c, 0), 20);
	prec_counters_close(c);
}

TEST(reset_of_what_has_ended)
{
	check_reset("page-faults:u", 1);
	check_reset("{page-faults:u,minor-faults:u}", 2);
}

/* Beside a reset of the counters: they then have less than they had at that, and say 0. */
TEST(reset_of_a_descriptor)
{
	struct prec_counters *c = counters_of("task-clock", NULL);

	prec_counters_enable(c);
	CHECK_EQ_I64(prec_counters_reset(c), 0);
	prec_counters_disable(c);
	CHECK(value_of(c, 0));
	CHECK_EQ_I64(prec_event_reset(prec_counter_fd(c, 0, 0), false), 0);
	CHECK_EQ_U64(value_of(c, 0), 0);
	CHECK_EQ_U64(prec_counter_rdpmc(c, 0), 0);
	prec_counters_close(c);
}

/* Members of a group are counted for the same time, by one read(2). */
TEST(groups)
{
	struct prec_counter_info info;
	struct prec_count counts[3];
	struct prec_counters *c = counters_of("{page-faults,task-clock},context-switches", NULL);

	CHECK_EQ_U64(prec_counters_size(c), 3);
	CHECK_EQ_I64(prec_counters_info(c, 1, &info), 0);
	CHECK_EQ_U64(info.leader, 0);
	CHECK_STR(info.name, "task-clock");
	CHECK_STR(info.unit, "");
	CHECK(info.is_supported && info.scale == 1);
	CHECK_EQ_I64(prec_counters_info(c, 2, &info), 0);
	CHECK_EQ_U64(info.leader, 2);
	CHECK_EQ_I64(prec_counters_info(c, 3, &info), -EINVAL);
	prec_counters_enable(c);
	usleep(1000);
	prec_counters_disable(c);
	CHECK_EQ_I64(prec_counters_read(c, counts, 3), 3);
	CHECK_EQ_U64(counts[0].enabled, counts[1].enabled);
	CHECK_EQ_U64(counts[0].running, counts[1].running);
	CHECK(counts[1].value && counts[1].scaled == counts[1].value);
	CHECK(counts[2].value >= 1);
	/* Only as many as there is room for. */
	counts[1].value = 77;
	CHECK_EQ_I64(prec_counters_read(c, counts, 1), 3);
	CHECK_EQ_U64(counts[1].value, 77);
	prec_counters_close(c);
}

/* Without a PMU, or for software, it is read(2) that is asked. */
TEST(own_count_in_place)
{
	struct prec_counters *c = counters_of("context-switches", NULL);
	uint64_t first, second;

	prec_counters_enable(c);
	usleep(1000);
	first = prec_counter_rdpmc(c, 0);
	usleep(1000);
	second = prec_counter_rdpmc(c, 0);
	CHECK(first >= 1 && first != UINT64_MAX);
	CHECK(second > first);
	CHECK_EQ_U64(prec_counter_rdpmc(c, 1), UINT64_MAX);
	prec_counters_close(c);
}

static void *wait_for_end(void *arg)
{
	char byte;

	return read(*(int *)arg, &byte, 1) == 1 ? NULL : arg;
}

/* Of a process with several threads it is the own one's; of another process with several nobody's. */
TEST(own_count_among_threads)
{
	const struct prec_target self = { .pid = getpid() };
	struct page_child child;
	struct prec_counters *c;
	struct prec_count count;
	pthread_t thread;
	int ends[2];

	CHECK(!pipe(ends) && !pthread_create(&thread, NULL, wait_for_end, &ends[0]));
	c = counters_of("context-switches", &self);
	prec_counters_enable(c);
	usleep(1000);
	prec_counters_disable(c);
	CHECK_EQ_I64(prec_counters_read(c, &count, 1), 1);
	CHECK(prec_counter_rdpmc(c, 0) >= 1 && prec_counter_rdpmc(c, 0) <= count.value);
	prec_counters_close(c);
	CHECK(write(ends[1], "", 1) == 1 && !pthread_join(thread, NULL));
	page_child_start(&child, 2);
	c = counters_of_process(&child, "page-faults:u");
	CHECK_EQ_U64(prec_counter_rdpmc(c, 0), UINT64_MAX);
	prec_counters_close(c);
	page_child_end(&child);
}

TEST(descriptors)
{
	struct prec_counters *c = counters_of("page-faults,context-switches", NULL);
	uint64_t first, second;

	CHECK(prec_counter_fd(c, 0, 0) >= 0);
	CHECK_EQ_I64(prec_counter_fd(c, 0, 1), -EINVAL);
	CHECK_EQ_I64(prec_counter_fd(c, 2, 0), -EINVAL);
	CHECK_EQ_I64(prec_event_id(prec_counter_fd(c, 0, 0), &first), 0);
	CHECK_EQ_I64(prec_event_id(prec_counter_fd(c, 1, 0), &second), 0);
	CHECK(first != second);
	prec_counters_close(c);
}

TEST(cpus)
{
	struct prec_counters *c = counters_of("cpu-clock", &(struct prec_target){ .cpus = "0" });
	struct prec_count count;

	prec_counters_enable(c);
	usleep(5000);
	prec_counters_disable(c);
	CHECK_EQ_I64(prec_counters_read(c, &count, 1), 1);
	CHECK(count.value >= 5000000);
	prec_counters_close(c);
}

/* Of what runs in a cgroup: all that this machine does in its root, and no descriptor of something else. */
TEST(cgroup)
{
	static const char *const roots[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/perf_event" };
	struct prec_counters *c = NULL;
	struct prec_error err = { .code = 0 };
	struct prec_count count;
	int none = open("/", O_RDONLY | O_DIRECTORY);

	for (size_t i = 0; i < 3 && !c; i++) {
		int fd = open(roots[i], O_RDONLY | O_DIRECTORY);

		if (fd > 0)
			prec_counters_open(&c, "cpu-clock", &(struct prec_target){ .cgroup_fd = fd }, &err);
		if (fd >= 0)
			close(fd); /* it is the caller's */
	}
	if (!c)
		test_skip("no cgroup may be counted: %s", err.message);
	prec_counters_enable(c);
	for (volatile int i = 0; i < 10000000; i++)
		;
	prec_counters_disable(c);
	CHECK_EQ_I64(prec_counters_read(c, &count, 1), 1);
	CHECK(count.value > 0);
	prec_counters_close(c);
	CHECK_EQ_I64(prec_counters_open(&c, "cpu-clock", &(struct prec_target){ .cgroup_fd = none }, &err), -EBADF);
	CHECK(strstr(err.message, "of no cgroup"));
	close(none);
}

static void check_refused(const char *events, const struct prec_target *target, int code, const char *part)
{
	struct prec_counters *c = (void *)1;
	struct prec_error err = { .code = 0 };

	CHECK_EQ_I64(prec_counters_open(&c, events, target, &err), code);
	CHECK(!c);
	CHECK_EQ_I64(err.code, code);
	if (!strstr(err.message, part))
		test_fail(__FILE__, __LINE__, "'%s' is not in '%s'", part, err.message);
	CHECK_EQ_I64(prec_counters_open(&c, events, target, NULL), code);
}

TEST(refused)
{
	const pid_t self = getpid();

	check_refused("page-fautls", NULL, -ENOENT, "page-faults");
	check_refused("task-clock,duration_time", NULL, -ENOENT, "prec stat counts it by itself");
	check_refused("", NULL, -EINVAL, "");
	check_refused("page-faults", &(struct prec_target){ .pid = self, .tid = self }, -EINVAL, "one of");
	check_refused("page-faults", &(struct prec_target){ .pid = -3 }, -EINVAL, "negative");
	check_refused("page-faults", &(struct prec_target){ .pid = 0x7ffffff0 }, -ESRCH, "no such process");
	check_refused("page-faults", &(struct prec_target){ .tid = 0x7ffffff0 }, -ESRCH, "no such process");
	check_refused("page-faults", &(struct prec_target){ .cpus = "0-" }, -EINVAL, "");
	check_refused("page-faults", &(struct prec_target){ .cpus = "60000" }, -ENODEV, "not online");
	check_refused("page-faults", &(struct prec_target){ .cgroup_fd = 3, .pid = self }, -EINVAL, "cgroup");
	prec_counters_close(NULL);
}

/* That it cannot be opened is no lack of the machine. */
TEST(breakpoints_that_are_refused)
{
	struct prec_counters *c;

	if (prec_counters_open(&c, "mem:0x1000/8:w:u", NULL, NULL))
		test_skip("needs a breakpoint");
	prec_counters_close(c);
	check_refused("mem:0x1001/8:w:u", NULL, -EINVAL, "the address, length or access of the breakpoint");
	check_refused("page-faults:u,mem:0x1001/8:w:u", NULL, -EINVAL, "event 'mem:0x1001/8:w:u'");
}

/* It has no pages; descriptors it has. */
TEST(counters_in_a_forked_child)
{
	struct prec_counters *c = NULL;
	struct prec_count count;
	int status;
	pid_t pid;

	CHECK_EQ_I64(prec_counters_open(&c, "page-faults:u", NULL, NULL), 0);
	CHECK_EQ_I64(prec_counters_enable(c), 0);
	CHECK(prec_counter_rdpmc(c, 0) != UINT64_MAX);
	pid = fork();
	if (!pid) {
		const bool good = prec_counter_rdpmc(c, 0) == UINT64_MAX && prec_counters_read(c, &count, 1) == 1;

		prec_counters_close(c);
		_exit(good ? 0 : 1);
	}
	CHECK_EQ_I64(waitpid(pid, &status, 0), pid);
	CHECK_EQ_I64(status, 0);
	CHECK(prec_counter_rdpmc(c, 0) != UINT64_MAX);
	prec_counters_close(c);
}
