/*
 * How events are opened by kernels that refuse things: what prec asks for then, and what it leaves out. The kernel is
 * tests/support/fake_perf.h.
 */
#include "record/open/descriptor.h"

#include "tests/support/test.h"
#include "tests/unit/record/sampler/opening.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* --- older kernels ------------------------------------------------------------ */

/* What kernels of some age do not know, the newest first. */
static const struct feature {
	const char *name; /* as diagnostics have it */
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

static void ask_for_everything(struct opening *f)
{
	f->config.fields.callgraph = (struct callgraph_spec){ .mode = CALLGRAPH_FP, .defer = true };
	f->config.fields.more = PERF_SAMPLE_WEIGHT_STRUCT;
	f->config.fields.branches = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_NO_FLAGS |
				    PERF_SAMPLE_BRANCH_NO_CYCLES | PERF_SAMPLE_BRANCH_HW_INDEX;
	f->config.sideband = (struct sideband_fields){ .wants_build_ids = true, .bpf_programs = true };
}

static bool set_has_feature(const struct event_set *set, const struct feature *feature)
{
	for (size_t i = 0; i < set->n; i++)
		if (has_feature(&set->events[i].attr, feature))
			return true;
	return false;
}

/* Kernels of every age get what they know, and diagnostics name the rest. */
static void try_every_age(int code)
{
	char text[128];

	refusal = code;
	for (n_unknown = 0; n_unknown <= ARRAY_SIZE(features); n_unknown++) {
		struct opening f;

		opening_init(&f, "cycles:u,instructions:u", (pid_t)getpid(), refuse_unknown);
		ask_for_everything(&f);
		CHECK_EQ_I64(opening_open(&f), 0);
		for (size_t i = 0; i < ARRAY_SIZE(features); i++) {
			CHECK(set_has_feature(&f.sampler.set, &features[i]) == (i >= n_unknown));
			snprintf(text, sizeof(text), "refused %s", features[i].name);
			CHECK(opening_was_noticed(&f, text) == (i < n_unknown));
		}
		opening_fini(&f);
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
	struct opening f;
	const struct fake_call *calls;
	size_t of_first = 0, of_second = 0;

	refusal = EINVAL;
	n_unknown = ARRAY_SIZE(features);
	opening_init(&f, "cycles:u,instructions:u", (pid_t)getpid(), refuse_unknown);
	calls = f.kernel->calls;
	ask_for_everything(&f);
	CHECK_EQ_I64(opening_open(&f), 0);
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
	opening_fini(&f);
}

static int refuse_inherited_reads(const struct fake_call *call)
{
	return call->attr.flags & ATTR_INHERIT && call->attr.sample_type & PERF_SAMPLE_READ ? EINVAL : 0;
}

/* Before Linux 6.12. Events beside the group are inherited all the same. */
TEST(inherit_beside_reads)
{
	struct opening f;

	opening_init(&f, "{cs,faults}:S,minor-faults", (pid_t)getpid(), refuse_inherited_reads);
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK(!(f.sampler.set.events[0].attr.flags & ATTR_INHERIT));
	CHECK(f.sampler.set.events[2].attr.flags & ATTR_INHERIT);
	CHECK(opening_was_noticed(&f, "inherit with PERF_SAMPLE_READ"));
	opening_fini(&f);
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
			struct opening f;

			refusal = codes[i];
			opening_init(&f, "cycles:P", (pid_t)getpid(), refuse_precise);
			f.config.sideband.wants_build_ids = true;
			CHECK_EQ_I64(opening_open(&f), 0);
			CHECK_EQ_U64(precision(&f.sampler.set.events[0].attr), most_precise);
			for (unsigned k = 0; k <= 3 - most_precise; k++)
				CHECK_EQ_U64(precision(&f.kernel->calls[k].attr), 3 - k);
			/* Nothing else was given up for it. */
			CHECK(event_set_sideband(&f.sampler.set)->attr.flags & ATTR_BUILD_ID);
			CHECK(opening_was_noticed(&f, "refused precise_ip 3") == (most_precise < 3));
			opening_fini(&f);
		}
}

/* Who typed how precise it is to be gets that or an error. */
TEST(given_precision_stays)
{
	struct opening f;

	refusal = EOPNOTSUPP;
	most_precise = 1;
	opening_init(&f, "cycles:pp", (pid_t)getpid(), refuse_precise);
	CHECK_EQ_I64(opening_open(&f), -EOPNOTSUPP);
	CHECK_EQ_U64(f.kernel->n_calls, 1);
	CHECK(f.sampler.is_missing);
	opening_fini(&f);
}

/* --- rights and limits ---------------------------------------------------------- */

static int refuse_kernel(const struct fake_call *call)
{
	return call->attr.flags & ATTR_EXCLUDE_KERNEL ? 0 : EACCES;
}

TEST(user_space_alone)
{
	struct descriptor_opener opener = { .may_fall_back_to_user = true };
	struct opening f;
	int fd;

	opening_init(&f, "cpu-clock,cpu-clock:k", (pid_t)getpid(), NULL);
	CHECK_EQ_I64(opening_open(&f), 0);
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
	opening_fini(&f);
}

static int refuse_namespaces(const struct fake_call *call)
{
	return call->attr.flags & ATTR_NAMESPACES ? EPERM : 0;
}

TEST(namespaces_need_a_right)
{
	struct opening f;

	opening_init(&f, "cpu-clock:u", (pid_t)getpid(), refuse_namespaces);
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK(!(event_set_sideband(&f.sampler.set)->attr.flags & ATTR_NAMESPACES));
	CHECK(event_set_sideband(&f.sampler.set)->attr.flags & ATTR_MMAP2);
	opening_fini(&f);
}

static int interruptions;

static int interrupt(const struct fake_call *call)
{
	(void)call;
	return interruptions && interruptions-- ? EINTR : 0;
}

TEST(interrupted)
{
	struct opening f;

	interruptions = 3;
	opening_init(&f, "cpu-clock:u", (pid_t)getpid(), interrupt);
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK_EQ_U64(f.kernel->n_calls, 3 + 2 * (uint64_t)f.target.cpus.n);
	opening_fini(&f);
	interruptions = 10000;
	opening_init(&f, "cpu-clock:u", (pid_t)getpid(), interrupt);
	opening_check_fails(&f, -EINTR, "EINTR");
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
	struct opening f;

	CHECK(!getrlimit(RLIMIT_NOFILE, &old));
	low = (struct rlimit){ .rlim_cur = old.rlim_max / 2, .rlim_max = old.rlim_max };
	wanted_files = old.rlim_max;
	CHECK(!setrlimit(RLIMIT_NOFILE, &low));
	opening_init(&f, "cpu-clock:u", (pid_t)getpid(), refuse_few_files);
	CHECK_EQ_I64(opening_open(&f), 0);
	opening_fini(&f);
	CHECK(!setrlimit(RLIMIT_NOFILE, &old));
}

TEST(smaller_rings)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct opening f;

	opening_init(&f, "cpu-clock:u", (pid_t)getpid(), NULL);
	f.config.ring_bytes = 0;
	f.kernel->ring_max = page + 64 * 1024;
	CHECK_EQ_I64(opening_open(&f), 0);
	CHECK_EQ_U64(f.sampler.rings.sizes.samples, 64 * 1024);
	CHECK(f.sampler.rings.sizes.sideband <= 64 * 1024);
	CHECK_EQ_U64(f.sampler.rings.rings[0].ring.size, 64 * 1024);
	/* Readers wake in time for the ring there is. */
	CHECK(f.sampler.set.events[0].attr.wakeup_events < 64 * 1024);
	CHECK(opening_was_noticed(&f, "buffers of 65536 and"));
	opening_fini(&f);
	/* A size that was typed stays. */
	opening_init(&f, "cpu-clock:u", (pid_t)getpid(), NULL);
	f.config.ring_bytes = 256 * 1024;
	f.kernel->ring_max = page + 64 * 1024;
	opening_check_fails(&f, -EPERM, "no permission for buffers of 262144 bytes");
}
