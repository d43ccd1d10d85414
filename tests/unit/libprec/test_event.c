#include <prec/event.h>

#include "formats/record/attr.h"
#include "tests/support/test.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096
#define RING (16 * PAGE)

static struct event_attr attr_of(const char *event)
{
	struct event_attr attr;
	struct prec_error err;

	if (prec_event_attr(event, (struct perf_event_attr *)&attr, sizeof(attr), &err))
		test_fail(__FILE__, __LINE__, "%s", err.message);
	return attr_from_kernel(&attr);
}

static int opened(struct event_attr *attr)
{
	const struct event_attr own = attr_to_kernel(attr);
	int fd = prec_event_open((const struct perf_event_attr *)&own, 0, -1, -1, 0);

	if (fd == -EACCES || fd == -EPERM || fd == -ENOSYS)
		test_skip("no permission to count");
	CHECK(fd >= 0);
	return fd;
}

static uint64_t count_of(int fd)
{
	uint64_t count;

	CHECK_EQ_I64(read(fd, &count, sizeof(count)), sizeof(count));
	return count;
}

/* n page faults of this thread. */
static void touch(size_t n)
{
	char *pages = mmap(NULL, n * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(pages != MAP_FAILED);
	madvise(pages, n * PAGE, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < n; i++)
		((volatile char *)pages)[i * PAGE] = 1;
	munmap(pages, n * PAGE);
}

TEST(attr_of_an_event)
{
	struct event_attr attr = attr_of("context-switches:u");
	struct prec_error err;
	char small[64];

	CHECK_EQ_U64(attr.type, PERF_TYPE_SOFTWARE);
	CHECK_EQ_U64(attr.config, PERF_COUNT_SW_CONTEXT_SWITCHES);
	CHECK_EQ_U64(attr.size, sizeof(attr));
	CHECK(attr.flags & ATTR_EXCLUDE_KERNEL);
	CHECK_EQ_I64(prec_event_attr("page-faults", (struct perf_event_attr *)small, sizeof(small), &err), 0);
	CHECK_EQ_I64(prec_event_attr("page-faults", (struct perf_event_attr *)small, 63, &err), -EINVAL);
	CHECK_EQ_I64(prec_event_attr("page-faults,cpu-clock", (struct perf_event_attr *)&attr, sizeof(attr), &err),
		     -EINVAL);
	if (!access("/sys/bus/event_source/devices/uprobe", F_OK))
		CHECK_EQ_I64(prec_event_attr("uprobe:/proc/self/exe:main", (struct perf_event_attr *)&attr,
					     sizeof(attr), &err),
			     -EOPNOTSUPP);
	CHECK_EQ_I64(prec_event_attr("none-such", (struct perf_event_attr *)&attr, sizeof(attr), &err), -ENOENT);
}

TEST(enable_disable_reset)
{
	struct event_attr attr = attr_of("page-faults:u");
	uint64_t id;
	int fd;

	attr.flags |= ATTR_DISABLED;
	fd = opened(&attr);
	touch(3);
	CHECK_EQ_U64(count_of(fd), 0);
	CHECK_EQ_I64(prec_event_enable(fd, true), 0);
	touch(30);
	CHECK_EQ_I64(prec_event_disable(fd, false), 0);
	touch(3);
	CHECK(count_of(fd) >= 30);
	CHECK_EQ_I64(prec_event_reset(fd, true), 0);
	CHECK_EQ_U64(count_of(fd), 0);
	CHECK_EQ_I64(prec_event_id(fd, &id), 0);
	CHECK(id);
	CHECK_EQ_I64(prec_event_enable(-1, false), -EBADF);
	close(fd);
}

/* PR_TASK_PERF_EVENTS_DISABLE is of what the thread has opened, all at once. */
TEST(own_events_of_a_thread)
{
	struct event_attr attr = attr_of("page-faults:u");
	int fd = opened(&attr);
	uint64_t before;

	touch(5);
	CHECK_EQ_I64(prec_events_disable_own(), 0);
	before = count_of(fd);
	CHECK(before >= 5);
	touch(50);
	CHECK_EQ_U64(count_of(fd), before);
	CHECK_EQ_I64(prec_events_enable_own(), 0);
	touch(50);
	CHECK(count_of(fd) >= before + 50);
	close(fd);
}

/* A ring of the event's own. */
static char *map_ring(int fd)
{
	char *ring = mmap(NULL, PAGE + RING, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (ring == MAP_FAILED)
		test_skip("no ring may be locked: %s", strerror(errno));
	return ring;
}

static uint64_t head_of(const char *ring)
{
	return __atomic_load_n((const uint64_t *)(ring + 1024), __ATOMIC_ACQUIRE);
}

static struct event_attr sampled_faults(void)
{
	struct event_attr attr = attr_of("page-faults:u");

	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_ADDR;
	attr.flags |= ATTR_DISABLED;
	attr.wakeup_events = 1;
	return attr;
}

#define SAMPLE_SIZE 24

TEST(period_and_output)
{
	struct event_attr attr = sampled_faults();
	int fd = opened(&attr), other = opened(&attr);
	char *ring = map_ring(fd);
	uint64_t before;

	prec_event_enable(fd, false);
	touch(20);
	CHECK(head_of(ring) >= 20 * SAMPLE_SIZE);
	CHECK_EQ_I64(prec_event_set_period(fd, 1000), 0);
	before = head_of(ring);
	touch(20);
	CHECK(head_of(ring) - before < 10 * SAMPLE_SIZE);
	CHECK_EQ_I64(prec_event_disable(fd, false), 0);
	/* Another event's records go there, and nowhere again. */
	CHECK_EQ_I64(prec_event_set_output(other, fd), 0);
	prec_event_enable(other, false);
	before = head_of(ring);
	touch(20);
	CHECK(head_of(ring) - before >= 20 * SAMPLE_SIZE);
	CHECK_EQ_I64(prec_event_pause_output(fd, true), 0);
	before = head_of(ring);
	touch(20);
	CHECK_EQ_U64(head_of(ring), before);
	CHECK_EQ_I64(prec_event_pause_output(fd, false), 0);
	CHECK_EQ_I64(prec_event_set_output(other, -1), 0);
	before = head_of(ring);
	touch(20);
	CHECK_EQ_U64(head_of(ring), before);
	munmap(ring, PAGE + RING);
	close(other);
	close(fd);
}

static volatile sig_atomic_t n_signals, last_fd, last_code;

static void on_signal(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	n_signals++;
	last_fd = info->si_fd;
	last_code = info->si_code;
}

TEST(signals_of_overflows)
{
	struct event_attr attr = sampled_faults();
	struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };
	int fd = opened(&attr);
	char *ring = map_ring(fd);

	sigaction(SIGRTMIN, &action, NULL);
	CHECK_EQ_I64(prec_event_set_signal(fd, SIGRTMIN, (pid_t)syscall(SYS_gettid)), 0);
	CHECK_EQ_I64(prec_event_refresh(fd, 3), 0);
	touch(20);
	CHECK(n_signals >= 1);
	CHECK_EQ_I64(last_fd, fd);
	/* The last of the three says that the event is disabled now. */
	CHECK_EQ_I64(last_code, POLL_HUP);
	CHECK_EQ_U64(head_of(ring), 3 * SAMPLE_SIZE);
	CHECK_EQ_I64(prec_event_set_signal(fd, 0, 0), 0);
	n_signals = 0;
	prec_event_enable(fd, false);
	touch(20);
	CHECK_EQ_I64(n_signals, 0);
	munmap(ring, PAGE + RING);
	close(fd);
}

TEST(filter_of_a_tracepoint)
{
	struct event_attr attr;
	struct prec_error err;
	uint32_t ids[4];
	uint64_t before;
	int fd;

	if (prec_event_attr("raw_syscalls:sys_enter", (struct perf_event_attr *)&attr, sizeof(attr), &err))
		test_skip("%s", err.message);
	attr = attr_from_kernel(&attr);
	fd = opened(&attr);
	CHECK_EQ_I64(prec_event_set_filter(fd, "nonsense here"), -EINVAL);
	CHECK_EQ_I64(prec_event_set_filter(fd, "id == 110"), 0); /* getppid(2) of x86_64; any number does */
	before = count_of(fd);
	for (int i = 0; i < 10; i++)
		syscall(110);
	CHECK_EQ_U64(count_of(fd) - before, 10);
	/* No program is attached; attaching what is none is refused. */
	CHECK_EQ_I64(prec_event_query_bpf(fd, ids, 4), 0);
	CHECK(prec_event_set_bpf(fd, -1) < 0);
	close(fd);
}

TEST(breakpoint_that_moves)
{
	static volatile int first, second;
	const struct event_attr breakpoint = { .type = PERF_TYPE_BREAKPOINT,
					       .size = sizeof(breakpoint),
					       .bp_type = 2,
					       .config1 = (uintptr_t)&first,
					       .config2 = sizeof(int),
					       .flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV };
	struct event_attr attr = attr_to_kernel(&breakpoint);
	int fd = prec_event_open((struct perf_event_attr *)&attr, 0, -1, -1, 0);

	if (fd < 0)
		test_skip("no breakpoints here: %s", strerror(-fd));
	attr.config1 = (uintptr_t)&second;
	CHECK_EQ_I64(prec_event_modify(fd, (struct perf_event_attr *)&attr), 0);
	attr.type = PERF_TYPE_SOFTWARE;
	CHECK(prec_event_modify(fd, (struct perf_event_attr *)&attr) < 0);
	(void)first;
	close(fd);
}
