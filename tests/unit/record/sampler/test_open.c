/*
 * How events are opened by kernels that refuse things: what prec asks for then, what it leaves out, and that nothing
 * stays open where it fails. The kernel is tests/support/fake_perf.h.
 */
#include "record/events/event_parse.h"
#include "record/open/descriptor.h"
#include "record/sampler/sampler.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/fake_perf.h"
#include "tests/support/test.h"

struct fixture {
	struct fake_perf *kernel;
	struct event_list list;
	struct sampler_config config;
	struct target target;
	struct sampler sampler;
	struct notices notices;
	struct error err;
	bool missing;
	size_t files; /* that were open before */
};

/* This thread, or with -1 whole CPUs. */
static void fixture_init(struct fixture *f, const char *events, pid_t tid, int (*refuse)(const struct fake_call *call))
{
	const struct target_config config = {
		.kind = tid < 0 ? TARGET_SYSTEM : TARGET_THREADS, .ids = &tid, .n_ids = tid >= 0, .inherit = true
	};

	memset(f, 0, sizeof(*f));
	f->err = (struct error)ERROR_INIT;
	f->config.ring_bytes = 64 * 1024;
	f->config.interval.freq = 1000;
	notices_init(&f->notices, NOTICE_DEBUG);
	event_list_init(&f->list);
	CHECK_EQ_I64(event_list_parse(&f->list, events, NULL, NULL), 0);
	CHECK_EQ_I64(target_init(&f->target, &config, NULL), 0);
	f->kernel = fake_perf_start(refuse);
	f->files = fake_perf_count_files();
}

static int fixture_open(struct fixture *f)
{
	return sampler_open(&f->sampler, &f->list, &f->config, &f->target, &f->notices, &f->missing, &f->err);
}

static void fixture_fini(struct fixture *f)
{
	sampler_close(&f->sampler);
	CHECK_EQ_U64(fake_perf_count_files(), f->files);
	target_fini(&f->target);
	event_list_fini(&f->list);
	notices_fini(&f->notices);
}

static void check_fails(struct fixture *f, int result, const char *message)
{
	CHECK_EQ_I64(fixture_open(f), result);
	if (!strstr(f->err.message, message))
		CHECK_STR(f->err.message, message);
	fixture_fini(f);
}

static bool was_noticed(const struct fixture *f, const char *text)
{
	for (uint32_t i = 0; i < f->notices.n; i++)
		if (strstr(f->notices.list[i].text, text))
			return true;
	return false;
}

/* --- older kernels ------------------------------------------------------------ */

/* What kernels of some age do not know, the newest first. */
static const struct feature {
	const char *name; /* as notices have it */
	uint64_t read_format, flags, sample_type, branches;
} features[] = {
	{ "defer_callchain", .flags = ATTR_DEFER_CALLCHAIN | ATTR_DEFER_OUTPUT },
	{ "PERF_FORMAT_LOST", .read_format = PERF_FORMAT_LOST },
	{ "PERF_SAMPLE_WEIGHT_STRUCT", .sample_type = PERF_SAMPLE_WEIGHT_STRUCT },
	{ "build_id", .flags = ATTR_BUILD_ID },
	{ "PERF_SAMPLE_BRANCH_HW_INDEX", .branches = PERF_SAMPLE_BRANCH_HW_INDEX },
	{ "bpf_event", .flags = ATTR_BPF_EVENT },
	{ "ksymbol", .flags = ATTR_KSYMBOL },
	{ "namespaces", .flags = ATTR_NAMESPACES },
	{ "comm_exec", .flags = ATTR_COMM_EXEC },
	{ "PERF_SAMPLE_BRANCH_NO_FLAGS", .branches = PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES },
	{ "mmap2", .flags = ATTR_MMAP2 },
	{ "exclude_guest", .flags = ATTR_EXCLUDE_GUEST },
};

static size_t n_unknown; /* features that the kernel is too old for */
static int refusal;      /* how it says so */

static bool has_feature(const struct event_attr *attr, const struct feature *feature)
{
	return attr->read_format & feature->read_format || attr->flags & feature->flags ||
	       attr->sample_type & feature->sample_type || attr->branch_sample_type & feature->branches;
}

static int refuse_unknown(const struct fake_call *call)
{
	for (size_t i = 0; i < n_unknown; i++)
		if (has_feature(&call->attr, &features[i]))
			return refusal;
	return 0;
}

static void ask_for_everything(struct fixture *f)
{
	f->config.fields.callgraph = (struct callgraph_spec){ .mode = CALLGRAPH_FP, .defer = true };
	f->config.fields.more = PERF_SAMPLE_WEIGHT_STRUCT;
	f->config.fields.branches = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_NO_FLAGS |
				    PERF_SAMPLE_BRANCH_NO_CYCLES | PERF_SAMPLE_BRANCH_HW_INDEX;
	f->config.sideband = (struct sideband_fields){ .build_ids = true, .bpf_programs = true };
}

static bool set_has_feature(const struct event_set *set, const struct feature *feature)
{
	for (size_t i = 0; i < set->n; i++)
		if (has_feature(&set->events[i].attr, feature))
			return true;
	return false;
}

/* Kernels of every age get what they know, and notices name the rest. */
static void try_every_age(int code)
{
	char text[128];

	refusal = code;
	for (n_unknown = 0; n_unknown <= ARRAY_SIZE(features); n_unknown++) {
		struct fixture f;

		fixture_init(&f, "cycles:u,instructions:u", (pid_t)getpid(), refuse_unknown);
		ask_for_everything(&f);
		CHECK_EQ_I64(fixture_open(&f), 0);
		for (size_t i = 0; i < ARRAY_SIZE(features); i++) {
			CHECK(set_has_feature(&f.sampler.set, &features[i]) == (i >= n_unknown));
			snprintf(text, sizeof(text), "refused %s", features[i].name);
			CHECK(was_noticed(&f, text) == (i < n_unknown));
		}
		fixture_fini(&f);
	}
}

TEST(older_kernels)
{
	try_every_age(EINVAL);
	try_every_age(E2BIG);
}

static size_t count_lost(const struct event_attr *from, const struct event_attr *to)
{
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(features); i++)
		n += has_feature(from, &features[i]) && !has_feature(to, &features[i]);
	return n;
}

/* From one try to the next an attr loses one feature, and a later event begins without those of an earlier one. */
TEST(one_field_is_given_up_at_a_time)
{
	struct fixture f;
	const struct fake_call *calls;
	size_t of_first = 0, of_second = 0;

	refusal = EINVAL;
	n_unknown = ARRAY_SIZE(features);
	fixture_init(&f, "cycles:u,instructions:u", (pid_t)getpid(), refuse_unknown);
	calls = f.kernel->calls;
	ask_for_everything(&f);
	CHECK_EQ_I64(fixture_open(&f), 0);
	for (size_t i = 0; i < f.kernel->n_calls && calls[i].cpu == calls[0].cpu; i++) {
		of_first +=
			calls[i].attr.config == PERF_COUNT_HW_CPU_CYCLES && calls[i].attr.type == PERF_TYPE_HARDWARE;
		of_second +=
			calls[i].attr.config == PERF_COUNT_HW_INSTRUCTIONS && calls[i].attr.type == PERF_TYPE_HARDWARE;
		if (i && calls[i - 1].fd < 0)
			CHECK_EQ_U64(count_lost(&calls[i - 1].attr, &calls[i].attr), 1);
	}
	CHECK(of_first > 3);
	CHECK_EQ_U64(of_second, 1);
	CHECK_EQ_U64(f.sampler.set.events[0].attr.sample_type & (PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT),
		     PERF_SAMPLE_WEIGHT);
	fixture_fini(&f);
}

static int refuse_inherited_reads(const struct fake_call *call)
{
	return call->attr.flags & ATTR_INHERIT && call->attr.sample_type & PERF_SAMPLE_READ ? EINVAL : 0;
}

/* Before Linux 6.12. Events beside the group are inherited all the same. */
TEST(inherit_beside_reads)
{
	struct fixture f;

	fixture_init(&f, "{cs,faults}:S,minor-faults", (pid_t)getpid(), refuse_inherited_reads);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK(!(f.sampler.set.events[0].attr.flags & ATTR_INHERIT));
	CHECK(f.sampler.set.events[2].attr.flags & ATTR_INHERIT);
	CHECK(was_noticed(&f, "inherit with PERF_SAMPLE_READ"));
	fixture_fini(&f);
}

/* --- precision ----------------------------------------------------------------- */

static unsigned most_precise;

static unsigned precision(const struct event_attr *attr)
{
	return (unsigned)((attr->flags & ATTR_PRECISE_IP_MASK) >> ATTR_PRECISE_IP_SHIFT);
}

static int refuse_precise(const struct fake_call *call)
{
	return precision(&call->attr) > most_precise ? refusal : 0;
}

TEST(precision_is_lowered)
{
	static const int codes[] = { EOPNOTSUPP, EINVAL };

	for (size_t i = 0; i < ARRAY_SIZE(codes); i++)
		for (most_precise = 0; most_precise <= 3; most_precise++) {
			struct fixture f;

			refusal = codes[i];
			fixture_init(&f, "cycles:P", (pid_t)getpid(), refuse_precise);
			f.config.sideband.build_ids = true;
			CHECK_EQ_I64(fixture_open(&f), 0);
			CHECK_EQ_U64(precision(&f.sampler.set.events[0].attr), most_precise);
			for (unsigned k = 0; k <= 3 - most_precise; k++)
				CHECK_EQ_U64(precision(&f.kernel->calls[k].attr), 3 - k);
			/* Nothing else was given up for it. */
			CHECK(event_set_sideband(&f.sampler.set)->attr.flags & ATTR_BUILD_ID);
			CHECK(was_noticed(&f, "refused precise_ip 3") == (most_precise < 3));
			fixture_fini(&f);
		}
}

/* Who typed how precise it is to be gets that or an error. */
TEST(given_precision_stays)
{
	struct fixture f;

	refusal = EOPNOTSUPP;
	most_precise = 1;
	fixture_init(&f, "cycles:pp", (pid_t)getpid(), refuse_precise);
	CHECK_EQ_I64(fixture_open(&f), -EOPNOTSUPP);
	CHECK_EQ_U64(f.kernel->n_calls, 1);
	CHECK(f.missing);
	fixture_fini(&f);
}

/* --- rights and limits ---------------------------------------------------------- */

static int refuse_kernel(const struct fake_call *call)
{
	return call->attr.flags & ATTR_EXCLUDE_KERNEL ? 0 : EACCES;
}

TEST(user_space_alone)
{
	struct descriptor_opener opener = { .may_fall_back_to_user = true };
	struct fixture f;
	int fd;

	fixture_init(&f, "cpu-clock,cpu-clock:k", (pid_t)getpid(), NULL);
	CHECK_EQ_I64(fixture_open(&f), 0);
	for (size_t i = 0; i < 2; i++)
		f.sampler.set.events[i].is_open = false;
	f.kernel = fake_perf_start(refuse_kernel);
	fd = descriptor_open(&opener, &f.sampler.set.events[0], (pid_t)getpid(), -1, -1);
	CHECK(fd >= 0);
	close(fd);
	CHECK(opener.user_only);
	CHECK_STR(f.sampler.set.events[0].name, "cpu-clock:u");
	CHECK_EQ_U64(f.kernel->n_calls, 2);
	CHECK_EQ_I64(descriptor_open(&opener, &f.sampler.set.events[1], (pid_t)getpid(), -1, -1), -EACCES);
	CHECK_EQ_U64(f.kernel->n_calls, 3);
	fixture_fini(&f);
}

static int refuse_namespaces(const struct fake_call *call)
{
	return call->attr.flags & ATTR_NAMESPACES ? EPERM : 0;
}

TEST(namespaces_need_a_right)
{
	struct fixture f;

	fixture_init(&f, "cpu-clock:u", (pid_t)getpid(), refuse_namespaces);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK(!(event_set_sideband(&f.sampler.set)->attr.flags & ATTR_NAMESPACES));
	CHECK(event_set_sideband(&f.sampler.set)->attr.flags & ATTR_MMAP2);
	fixture_fini(&f);
}

static int interruptions;

static int interrupt(const struct fake_call *call)
{
	(void)call;
	return interruptions && interruptions-- ? EINTR : 0;
}

TEST(interrupted)
{
	struct fixture f;

	interruptions = 3;
	fixture_init(&f, "cpu-clock:u", (pid_t)getpid(), interrupt);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_U64(f.kernel->n_calls, 3 + 2 * (uint64_t)f.target.cpus.n);
	fixture_fini(&f);
	interruptions = 10000;
	fixture_init(&f, "cpu-clock:u", (pid_t)getpid(), interrupt);
	check_fails(&f, -EINTR, "EINTR");
}

static rlim_t wanted_files;

static int refuse_few_files(const struct fake_call *call)
{
	struct rlimit limit;

	(void)call;
	CHECK(!getrlimit(RLIMIT_NOFILE, &limit));
	return limit.rlim_cur < wanted_files ? EMFILE : 0;
}

TEST(more_files)
{
	struct rlimit old, low;
	struct fixture f;

	CHECK(!getrlimit(RLIMIT_NOFILE, &old));
	low = (struct rlimit){ .rlim_cur = old.rlim_max / 2, .rlim_max = old.rlim_max };
	wanted_files = old.rlim_max;
	CHECK(!setrlimit(RLIMIT_NOFILE, &low));
	fixture_init(&f, "cpu-clock:u", (pid_t)getpid(), refuse_few_files);
	CHECK_EQ_I64(fixture_open(&f), 0);
	fixture_fini(&f);
	CHECK(!setrlimit(RLIMIT_NOFILE, &old));
}

TEST(smaller_rings)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct fixture f;

	fixture_init(&f, "cpu-clock:u", (pid_t)getpid(), NULL);
	f.config.ring_bytes = 0;
	f.kernel->ring_max = page + 64 * 1024;
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_U64(f.sampler.rings.sizes.samples, 64 * 1024);
	CHECK(f.sampler.rings.sizes.sideband <= 64 * 1024);
	CHECK_EQ_U64(f.sampler.rings.rings[0].ring.size, 64 * 1024);
	/* Readers wake in time for the ring there is. */
	CHECK(f.sampler.set.events[0].attr.wakeup_events < 64 * 1024);
	CHECK(was_noticed(&f, "buffers of 65536 and"));
	fixture_fini(&f);
	/* A size that was typed stays. */
	fixture_init(&f, "cpu-clock:u", (pid_t)getpid(), NULL);
	f.config.ring_bytes = 256 * 1024;
	f.kernel->ring_max = page + 64 * 1024;
	check_fails(&f, -EPERM, "no permission for buffers of 262144 bytes");
}

/* --- groups, CPUs and threads ---------------------------------------------------- */

static int refuse_members(const struct fake_call *call)
{
	return call->group >= 0 ? EINVAL : 0;
}

TEST(groups)
{
	struct fixture f;
	const struct fake_call *calls;

	fixture_init(&f, "{cpu-clock,faults},minor-faults", (pid_t)getpid(), NULL);
	calls = f.kernel->calls;
	CHECK_EQ_I64(fixture_open(&f), 0);
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
	fixture_fini(&f);
	fixture_init(&f, "{cpu-clock,faults}", (pid_t)getpid(), refuse_members);
	check_fails(&f, -EINVAL, "event 'faults'");
	/* :W breaks it up. */
	fixture_init(&f, "{cpu-clock,faults}:W", (pid_t)getpid(), refuse_members);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_U64(f.sampler.set.events[1].n_ids, (uint64_t)f.target.cpus.n);
	fixture_fini(&f);
}

/* A thread wherever it runs; or what a cgroup has on a CPU. */
TEST(threads_and_cgroups)
{
	const pid_t self = (pid_t)getpid();
	const struct target_config per_thread = {
		.kind = TARGET_THREADS, .ids = &self, .n_ids = 1, .per_thread = true
	};
	struct descriptor_opener opener = { 0 };
	struct fixture f;
	int fd;

	fixture_init(&f, "cpu-clock", self, NULL);
	target_fini(&f.target);
	CHECK_EQ_I64(target_init(&f.target, &per_thread, NULL), 0);
	CHECK_EQ_I64(fixture_open(&f), 0);
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
	fixture_fini(&f);
}

/* Samples of all events of a CPU come through one ring, sideband records through another. */
TEST(one_ring_for_each_kind)
{
	struct fixture f;

	fixture_init(&f, "cpu-clock,faults,cs", -1, NULL);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_U64(f.kernel->n_mapped, 2 * (uint64_t)f.target.cpus.n);
	CHECK_EQ_U64(f.kernel->n_redirects, 2 * (uint64_t)f.target.cpus.n);
	for (size_t i = 0; i < f.kernel->n_calls; i++)
		CHECK_EQ_I64(f.kernel->calls[i].pid, -1);
	for (size_t i = 0; i < f.kernel->n_redirects; i++)
		CHECK(f.kernel->redirects[i].owner == f.kernel->calls[i / 2 * 4].fd);
	fixture_fini(&f);
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
	struct fixture f;

	for (size_t n = 0; n < 2; n++) {
		fixture_init(&f, "cpu-clock:u,faults:u", ids[0], refuse_thread);
		target_fini(&f.target);
		CHECK_EQ_I64(target_init(&f.target, &two, NULL), 0);
		gone_thread = ids[1];
		calls_of_gone = n;
		CHECK_EQ_I64(fixture_open(&f), 0);
		/* Two events of this thread, and the one for other records. */
		CHECK_EQ_U64(f.sampler.rings.n_events, 3 + n);
		for (size_t i = 0; i < f.sampler.rings.n_events; i++)
			CHECK_EQ_I64(f.sampler.rings.events[i].tid, ids[i / 3]);
		fixture_fini(&f);
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
	struct fixture f;

	fixture_init(&f, "cpu-clock", -1, refuse_cpu);
	if (f.target.cpus.n < 2)
		test_skip("needs two CPUs");
	gone_cpu = f.target.cpus.cpus[1];
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK(open_rings_have_cpu(&f.sampler.rings, f.target.cpus.cpus[0]));
	CHECK(!open_rings_have_cpu(&f.sampler.rings, gone_cpu));
	fixture_fini(&f);
	fixture_init(&f, "cpu-clock", -1, refuse_cpu);
	gone_cpu = f.target.cpus.cpus[0];
	CHECK_EQ_I64(fixture_open(&f), -ENODEV);
	CHECK(f.missing);
	fixture_fini(&f);
}

/* --- errors in the middle --------------------------------------------------------- */

static size_t calls_before; /* the error */

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
			struct fixture f;

			fixture_init(&f, "{cpu-clock:u,faults:u},cs:u", (pid_t)getpid(), refuse_late);
			refusal = codes[i];
			calls_before = at;
			CHECK_EQ_I64(fixture_open(&f), is_tried_again(codes[i], at) ? 0 : -codes[i]);
			CHECK(is_tried_again(codes[i], at) || f.err.message[0]);
			fixture_fini(&f);
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
	struct fixture f;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		fixture_init(&f, "cpu-clock:u,faults:u", (pid_t)getpid(), NULL);
		f.list.events[1].filter = strdup("a > 1");
		f.kernel->request = cases[i].request;
		f.kernel->ioctl_errno = EINVAL;
		check_fails(&f, -EINVAL, cases[i].message);
	}
	fixture_init(&f, "cpu-clock:u", (pid_t)getpid(), NULL);
	CHECK_EQ_I64(fixture_open(&f), 0);
	f.kernel->request = 0;
	f.kernel->ioctl_errno = EINVAL;
	CHECK_EQ_I64(open_rings_enable(&f.sampler.rings, false, OPEN_EVERY_CPU, &f.err), -EINVAL);
	CHECK(strstr(f.err.message, "cannot enable event 'cpu-clock:u'"));
	fixture_fini(&f);
}

/* A CPU whose rings could not be opened again has none: another CPU's says how times become the clock's. */
TEST(time_conversion_without_the_first_ring)
{
	static uint64_t page[512];
	struct open_ring rings[] = { { .cpu = 0 }, { .ring.base = page, .cpu = 1 } };
	struct open_rings open = { .rings = rings, .n_rings = 1 };
	struct time_conv conv = { .mult = 0 };
	const uint32_t mult = 77;

	page[5] = 1u << 4; /* the capabilities: cap_user_time_zero */
	memcpy((char *)page + 52, &mult, sizeof(mult));
	CHECK(!open_rings_time_conv(&open, &conv));
	open.n_rings = 2;
	CHECK(open_rings_time_conv(&open, &conv));
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

static struct fixture *opened_process;

static int start_thread(const struct fake_call *call)
{
	if (call->pid != getpid() || call->attr.config != PERF_COUNT_SW_DUMMY || started.n == started.wanted)
		return 0;
	CHECK_EQ_I64(pthread_create(&started.threads[started.n++], NULL, wait_for_end, NULL), 0);
	started.calls = opened_process->kernel->n_calls;
	return 0;
}

static void process_init(struct fixture *f, size_t n_started)
{
	const struct cpulist first = { (int[]){ 0 }, 1 };
	const pid_t self = getpid();
	const struct target_config config = {
		.kind = TARGET_PROCESSES, .ids = &self, .n_ids = 1, .inherit = true, .cpus = &first
	};

	fixture_init(f, "cpu-clock", -1, start_thread);
	target_fini(&f->target);
	if (target_init(&f->target, &config, NULL))
		test_skip("needs a CPU 0");
	opened_process = f;
	started.n = 0;
	started.wanted = n_started;
	CHECK_EQ_I64(pipe(started.ends), 0);
}

static void process_fini(struct fixture *f)
{
	close(started.ends[1]);
	for (size_t i = 0; i < started.n; i++)
		CHECK_EQ_I64(pthread_join(started.threads[i], NULL), 0);
	close(started.ends[0]);
	fixture_fini(f);
}

static size_t last_call_of(const struct fixture *f, int fd)
{
	size_t last = 0;

	for (size_t i = 0; i < f->kernel->n_calls; i++)
		if (f->kernel->calls[i].fd == fd)
			last = i;
	return last;
}

/* All that is open was opened after the last thread had started: nobody has an event of a thread's and its creator's.
 */
TEST(threads_that_start_meanwhile)
{
	struct fixture f;

	process_init(&f, 1);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_U64(started.n, 1);
	CHECK_EQ_U64(f.sampler.rings.n_events, 2 * 2);
	CHECK_EQ_U64(f.sampler.set.events[0].n_ids, 2);
	for (uint32_t i = 0; i < f.sampler.rings.n_events; i++)
		CHECK(last_call_of(&f, f.sampler.rings.events[i].fd) >= started.calls);
	process_fini(&f);
}

/* Where one starts each time the process is opened as well as it can be: no new thread twice. */
TEST(threads_that_always_start)
{
	struct fixture f;

	process_init(&f, STARTED_MAX);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK(started.n < STARTED_MAX);
	CHECK_EQ_U64(f.sampler.rings.n_events, 2 * started.n);
	CHECK(was_noticed(&f, "starts threads all the time"));
	process_fini(&f);
}
