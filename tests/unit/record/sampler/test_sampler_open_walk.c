/*
 * How events are opened on CPUs and threads that come and go, and that nothing stays open where it fails. The kernel is
 * tests/support/fake_perf.h.
 */
#include "record/open/descriptor.h"

#include "tests/support/test.h"
#include "tests/unit/record/sampler/opening.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* --- groups, CPUs and threads ---------------------------------------------------- */

static int refuse_members(const struct fake_call *call)
{
	return call->group >= 0 ? EINVAL : 0;
}

TEST(groups)
{
	struct opening f;
	const struct fake_call *calls;

	opening_init(&f, "{cpu-clock,faults},minor-faults", (pid_t)getpid(), NULL);
	calls = f.kernel->calls;
	CHECK_EQ_I64(opening_open(&f), 0);
	for (size_t i = 0; i < f.kernel->n_calls; i += 4) {
		CHECK_EQ_I64(calls[i].group, -1);
		CHECK_EQ_I64(calls[i + 1].group, calls[i].fd);
		CHECK_EQ_I64(calls[i + 2].group, -1);
		CHECK_EQ_I64(calls[i + 3].group, -1);
		for (size_t k = i; k < i + 4; k++) {
			CHECK_EQ_I64(calls[k].cpu, f.target.cpus.cpus[i / 4]);
			CHECK_EQ_I64(calls[k].pid, getpid());
			CHECK_EQ_U64(calls[k].flags, DESCRIPTOR_FLAG_FD_CLOEXEC);
			/* Only what is switched by itself begins switched off. */
			CHECK(!(calls[k].attr.flags & ATTR_DISABLED) == (calls[k].group >= 0));
		}
	}
	CHECK_EQ_U64(f.kernel->n_calls, 4 * (uint64_t)f.target.cpus.n);
	opening_fini(&f);
	opening_init(&f, "{cpu-clock,faults}", (pid_t)getpid(), refuse_members);
	opening_check_fails(&f, -EINVAL, "event 'faults'");
	/* :W breaks it up. */
	opening_init(&f, "{cpu-clock,faults}:W", (pid_t)getpid(), refuse_members);
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK_EQ_U64(f.sampler.set.events[1].n_ids, (uint64_t)f.target.cpus.n);
	opening_fini(&f);
}

/* A thread wherever it runs; or what a cgroup has on a CPU. */
TEST(threads_and_cgroups)
{
	const pid_t self = (pid_t)getpid();
	const struct target_config per_thread = {
		.kind = TARGET_THREADS, .ids = &self, .n_ids = 1, .per_thread = true
	};
	struct descriptor_opener opener = { 0 };
	struct opening f;
	int fd;

	opening_init(&f, "cpu-clock", self, NULL);
	target_fini(&f.target);
	CHECK_EQ_I64(target_init(&f.target, &per_thread, NULL), 0);
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK_EQ_U64(f.kernel->n_calls, 2);
	CHECK(f.kernel->calls[0].pid == self && f.kernel->calls[0].cpu == -1);
	CHECK(!(f.kernel->calls[0].attr.flags & ATTR_INHERIT));
	f.sampler.set.events[0].cgroup_fd = 77;
	fd = descriptor_open(&opener, &f.sampler.set.events[0], -1, 3, -1);
	f.sampler.set.events[0].cgroup_fd = -1;
	CHECK(fd >= 0);
	close(fd);
	CHECK(f.kernel->calls[2].pid == 77 && f.kernel->calls[2].cpu == 3);
	CHECK_EQ_U64(f.kernel->calls[2].flags, DESCRIPTOR_FLAG_FD_CLOEXEC | DESCRIPTOR_FLAG_PID_CGROUP);
	opening_fini(&f);
}

/* Samples of all events of a CPU come through one ring, sideband records through another. */
TEST(one_ring_for_each_kind)
{
	struct opening f;

	opening_init(&f, "cpu-clock,faults,cs", -1, NULL);
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK_EQ_U64(f.kernel->n_mapped, 2 * (uint64_t)f.target.cpus.n);
	CHECK_EQ_U64(f.kernel->n_redirects, 2 * (uint64_t)f.target.cpus.n);
	for (size_t i = 0; i < f.kernel->n_calls; i++)
		CHECK_EQ_I64(f.kernel->calls[i].pid, -1);
	for (size_t i = 0; i < f.kernel->n_redirects; i++)
		CHECK(f.kernel->redirects[i].owner == f.kernel->calls[i / 2 * 4].fd);
	opening_fini(&f);
}

static pid_t gone_thread;
static size_t calls_of_gone; /* that succeed */

static int refuse_thread(const struct fake_call *call)
{
	return call->pid != gone_thread || calls_of_gone-- ? 0 : ESRCH;
}

/* A thread that ends after it was listed is left out, also between two of its events. */
TEST(a_thread_that_has_ended)
{
	const pid_t ids[] = { getpid(), getppid() };
	const struct target_config two = { .kind = TARGET_THREADS, .ids = ids, .n_ids = 2, .per_thread = true };
	struct opening f;

	for (size_t n = 0; n < 2; n++) {
		opening_init(&f, "cpu-clock:u,faults:u", ids[0], refuse_thread);
		target_fini(&f.target);
		CHECK_EQ_I64(target_init(&f.target, &two, NULL), 0);
		gone_thread = ids[1];
		calls_of_gone = n;
		CHECK_EQ_I64(opening_open(&f), 0);
		/* Two events of this thread, and the one for other records. */
		CHECK_EQ_U64(f.sampler.rings.n_events, 3 + n);
		for (size_t i = 0; i < f.sampler.rings.n_events; i++)
			CHECK_EQ_I64(f.sampler.rings.events[i].tid, ids[i / 3]);
		opening_fini(&f);
	}
}

static int gone_cpu;

static int refuse_cpu(const struct fake_call *call)
{
	return call->cpu == gone_cpu ? ENODEV : 0;
}

/* A CPU that goes off-line meanwhile is left out; where the first has none, the machine lacks the event. */
TEST(a_cpu_that_has_gone)
{
	struct opening f;

	opening_init(&f, "cpu-clock", -1, refuse_cpu);
	if (f.target.cpus.n < 2)
		test_skip("needs two CPUs");
	gone_cpu = f.target.cpus.cpus[1];
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK(ring_set_have_cpu(&f.sampler.rings, f.target.cpus.cpus[0]));
	CHECK(!ring_set_have_cpu(&f.sampler.rings, gone_cpu));
	opening_fini(&f);
	opening_init(&f, "cpu-clock", -1, refuse_cpu);
	gone_cpu = f.target.cpus.cpus[0];
	CHECK_EQ_I64(opening_open(&f), -ENODEV);
	CHECK(f.sampler.is_missing);
	opening_fini(&f);
}

/* --- errors in the middle --------------------------------------------------------- */

static size_t calls_before; /* the one that fails */
static int refusal;         /* its errno */

static int refuse_late(const struct fake_call *call)
{
	(void)call;
	return calls_before-- ? 0 : refusal;
}

/* Whether prec asks once more after one error: with less, in a moment, or with smaller rings. */
static bool is_tried_again(int code, size_t call)
{
	switch (code) {
	case E2BIG:
	case EINVAL:
	case EINTR: return true;
	case EACCES: return call == 3; /* without namespaces */
	case EPERM:
	case ENOMEM: return call > 0;
	default: return false;
	}
}

/* Whatever fails at whichever call: the error is that of the call, and everything is closed. */
TEST(every_errno_at_every_call)
{
	static const int codes[] = { E2BIG,  EACCES, EBADF,  EBUSY,  EFAULT,     EINTR,     EINVAL, ENFILE,
				     ENODEV, ENOENT, ENOSPC, ENOSYS, EOPNOTSUPP, EOVERFLOW, EPERM,  ENOMEM };

	for (size_t i = 0; i < ARRAY_SIZE(codes); i++)
		for (size_t at = 0; at < 4; at++) {
			struct opening f;

			opening_init(&f, "{cpu-clock:u,faults:u},cs:u", (pid_t)getpid(), refuse_late);
			refusal = codes[i];
			calls_before = at;
			CHECK_EQ_I64(opening_open(&f), is_tried_again(codes[i], at) ? 0 : -codes[i]);
			CHECK(is_tried_again(codes[i], at) || f.err.message[0]);
			opening_fini(&f);
		}
}

TEST(calls_on_descriptors_that_fail)
{
	static const struct {
		unsigned request;
		const char *message;
	} cases[] = {
		{ 5, "cannot redirect events to one buffer" },
		{ 6, "refuses the filter 'a > 1'" },
		{ 7, "cannot read an event's id" },
	};
	struct opening f;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		opening_init(&f, "cpu-clock:u,faults:u", (pid_t)getpid(), NULL);
		f.list.events[1].filter = strdup("a > 1");
		f.kernel->request = cases[i].request;
		f.kernel->ioctl_errno = EINVAL;
		opening_check_fails(&f, -EINVAL, cases[i].message);
	}
	opening_init(&f, "cpu-clock:u", (pid_t)getpid(), NULL);
	CHECK_EQ_I64(opening_open(&f), 0);
	f.kernel->request = 0;
	f.kernel->ioctl_errno = EINVAL;
	CHECK_EQ_I64(ring_set_enable(&f.sampler.rings, false, OPEN_EVERY_CPU, &f.err), -EINVAL);
	CHECK(strstr(f.err.message, "cannot enable event 'cpu-clock:u'"));
	opening_fini(&f);
}

/* A CPU whose rings could not be opened again has none: another CPU's says how times become the clock's. */
TEST(time_conversion_without_the_first_ring)
{
	static uint64_t page[512];
	struct open_ring rings[] = { { .cpu = 0 }, { .ring.base = page, .cpu = 1 } };
	struct ring_set open = { .rings = rings, .n_rings = 1 };
	struct time_conv conv = { .mult = 0 };
	const uint32_t mult = 77;

	page[5] = 1u << 4; /* the capabilities: cap_user_time_zero */
	memcpy((char *)page + 52, &mult, sizeof(mult));
	CHECK(!ring_set_time_conv(&open, &conv));
	open.n_rings = 2;
	CHECK(ring_set_time_conv(&open, &conv));
	CHECK_EQ_U64(conv.mult, 77);
}

/* --- threads that start meanwhile ----------------------------------------------- */

#define STARTED_MAX 64

/* Threads of this process that the kernel's calls start, and wait for each other's end. */
static struct {
	size_t wanted; /* how many are to be started, each at the last call for the first thread */
	size_t n;
	size_t calls; /* how many there had been when the last was started */
	pthread_t threads[STARTED_MAX];
	int ends[2]; /* of a pipe: they end when its second one is closed */
} started;

static void *wait_for_end(void *context)
{
	char byte;

	return read(started.ends[0], &byte, 1) ? NULL : context;
}

static struct opening *opened_process;

static int last_cpu(const struct target *target)
{
	const struct cpulist *last = target->others.n ? &target->others : &target->cpus;

	return last->cpus[last->n - 1];
}

static int start_thread(const struct fake_call *call)
{
	if (call->pid != getpid() || call->attr.config != PERF_COUNT_SW_DUMMY || started.n == started.wanted ||
	    call->cpu != last_cpu(&opened_process->target))
		return 0;
	CHECK_EQ_I64(pthread_create(&started.threads[started.n++], NULL, wait_for_end, NULL), 0);
	started.calls = opened_process->kernel->n_calls;
	return 0;
}

static void process_init(struct opening *f, size_t n_started)
{
	const struct cpulist first = { (int[]){ 0 }, 1 };
	const pid_t self = getpid();
	const struct target_config config = {
		.kind = TARGET_PROCESSES, .ids = &self, .n_ids = 1, .inherit = true, .cpus = &first
	};

	opening_init(f, "cpu-clock", -1, start_thread);
	target_fini(&f->target);
	if (target_init(&f->target, &config, NULL))
		test_skip("needs a CPU 0");
	opened_process = f;
	started.n = 0;
	started.wanted = n_started;
	CHECK_EQ_I64(pipe(started.ends), 0);
}

static void process_fini(struct opening *f)
{
	close(started.ends[1]);
	for (size_t i = 0; i < started.n; i++)
		CHECK_EQ_I64(pthread_join(started.threads[i], NULL), 0);
	close(started.ends[0]);
	opening_fini(f);
}

static size_t last_call_of(const struct opening *f, int fd)
{
	size_t last = 0;

	for (size_t i = 0; i < f->kernel->n_calls; i++)
		if (f->kernel->calls[i].fd == fd)
			last = i;
	return last;
}

/* Of each thread: the event on one CPU, the sideband on all. */
static uint64_t events_of_thread(const struct opening *f)
{
	return 2 + (uint64_t)f->target.others.n;
}

/* All that is open was opened after the last thread had started: nobody has an event of a thread's and its creator's.
 */
TEST(threads_that_start_meanwhile)
{
	struct opening f;

	process_init(&f, 1);
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK_EQ_U64(started.n, 1);
	CHECK_EQ_U64(f.sampler.rings.n_events, 2 * events_of_thread(&f));
	CHECK_EQ_U64(f.sampler.set.events[0].n_ids, 2);
	for (uint32_t i = 0; i < f.sampler.rings.n_events; i++)
		CHECK(last_call_of(&f, f.sampler.rings.events[i].fd) >= started.calls);
	process_fini(&f);
}

/* Where one starts each time the process is opened as well as it can be: no new thread twice. */
TEST(threads_that_always_start)
{
	struct opening f;

	process_init(&f, STARTED_MAX);
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK(started.n < STARTED_MAX);
	CHECK_EQ_U64(f.sampler.rings.n_events, started.n * events_of_thread(&f));
	CHECK(opening_was_noticed(&f, "starts threads all the time"));
	process_fini(&f);
}
