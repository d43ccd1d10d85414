/*
 * profile: the entries of a recording with their names, what filters choose, callchains, and two recordings at once.
 */
#include "report/profile/profile.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#define OUTER 0xffffffffa0000000u
#define INNER 0xffffffffa0001000u

struct recording {
	struct perf_builder b;
	struct perf_file *file;
	struct profile profile;
};

static void put_sample(struct perf_builder *b, uint32_t pid, uint32_t cpu, uint16_t misc, uint64_t ip, uint64_t period)
{
	const uint64_t chain[] = { CALLCHAIN_KERNEL, ip, OUTER + 0x20 };

	b->at.pid = b->at.tid = pid;
	b->at.cpu = cpu;
	b->at.time++;
	perf_builder_sample(b, &(struct perf_builder_sample){
				       .misc = misc, .ip = ip, .period = period, .chain = chain, .n_chain = 3 });
}

/* "one" and "two" in inner, which outer calls; a thread without a comm; a sample of a virtual machine. */
static void recording_make(struct recording *r, struct profile_names *names)
{
	static const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
						.size = ATTR_SIZE_VER7,
						.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
							       PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
							       PERF_SAMPLE_CALLCHAIN,
						.flags = ATTR_SAMPLE_ID_ALL };
	struct analysis_options options = {
		.workers = 1,
		.want_comm = true,
		.plan = { .by_address = true, .by_thread = true, .by_cpu = true, .by_chain = true }
	};
	struct error err = ERROR_INIT;

	perf_builder_init(&r->b, 0);
	perf_builder_event(&r->b, &attr, "cpu-clock", NULL, 0);
	r->b.at.time = 1000;
	perf_builder_ksymbol(&r->b, OUTER, 0x1000, 1, 0, "outer");
	perf_builder_ksymbol(&r->b, INNER, 0x1000, 1, 0, "inner");
	perf_builder_comm(&r->b, 1, 1, "one", 0);
	perf_builder_comm(&r->b, 2, 2, "two", 0);
	put_sample(&r->b, 1, 0, RECORD_MISC_KERNEL, INNER + 0x10, 1);
	put_sample(&r->b, 1, 0, RECORD_MISC_KERNEL, INNER + 0x10, 2);
	put_sample(&r->b, 2, 1, RECORD_MISC_KERNEL, INNER + 0x18, 4);
	put_sample(&r->b, 3, 1, RECORD_MISC_KERNEL, OUTER + 0x10, 8);
	put_sample(&r->b, 2, 0, RECORD_MISC_GUEST_KERNEL, 0x1234, 16);
	r->file = built_open(&r->b, &err);
	CHECK(r->file);
	CHECK_EQ_I64(profile_analyse(&r->profile, r->file, names, &options, NULL, &err), 0);
	CHECK_EQ_I64(profile_symbolize(&r->profile, NULL, &err), 0);
}

static void recording_end(struct recording *r)
{
	profile_fini(&r->profile);
	perf_file_close(r->file);
	perf_builder_fini(&r->b);
}

/* The sum of what passes. */
static uint64_t walk(struct profile *p, const struct profile_filter *filter)
{
	struct profile_entry e;
	struct error err = ERROR_INIT;
	uint64_t sum = 0;
	int result;

	while ((result = profile_next(p, filter, 0, &e, &err)) > 0)
		sum += e.sample->period;
	CHECK_EQ_I64(result, 0);
	return sum;
}

static void check_choice(const struct profile_filter *filter, uint64_t want)
{
	struct profile_names names;
	struct recording r;

	CHECK_EQ_I64(profile_names_init(&names), 0);
	recording_make(&r, &names);
	CHECK_EQ_U64(walk(&r.profile, filter), want);
	CHECK_EQ_U64(walk(&r.profile, filter), 0); /* all of it was taken */
	recording_end(&r);
	profile_names_fini(&names);
}

TEST(filters)
{
	struct cpulist cpus = { 0 };
	struct error err = ERROR_INIT;

	CHECK(!cpulist_parse(&cpus, "1", &err));
	check_choice(&(struct profile_filter){ 0 }, 15);
	check_choice(&(struct profile_filter){ .guests = true }, 31);
	check_choice(&(struct profile_filter){ .comms = "two,:3" }, 12);
	check_choice(&(struct profile_filter){ .symbols = "outer" }, 8);
	check_choice(&(struct profile_filter){ .symbols = "inner", .comms = "one" }, 3);
	check_choice(&(struct profile_filter){ .dsos = "outer,nothing" }, 8);
	check_choice(&(struct profile_filter){ .pids = "1,3" }, 11);
	check_choice(&(struct profile_filter){ .tids = "2" }, 4);
	check_choice(&(struct profile_filter){ .cpus = &cpus }, 12);
	check_choice(&(struct profile_filter){ .comms = "nobody" }, 0);
	cpulist_fini(&cpus);
}

TEST(names_and_chains)
{
	const struct profile_filter filter = { .pids = "1" };
	struct profile_names names;
	struct profile_entry e;
	struct location location;
	struct recording r;
	struct error err = ERROR_INIT;
	char address[FRAME_TEXT_MIN];
	uint32_t node;

	CHECK_EQ_I64(profile_names_init(&names), 0);
	recording_make(&r, &names);
	CHECK_EQ_I64(profile_next(&r.profile, &filter, PROFILE_COMM | PROFILE_SYMBOL, &e, &err), 1);
	CHECK_STR(strtab_get(&names.strings, e.comm), "one");
	CHECK_EQ_U64(e.sample->count, 2);
	CHECK_EQ_U64(e.sample->period, 3);
	CHECK_EQ_U64(e.location.n_frames, 1);
	node = sample_key_chain(&e.sample->key);
	CHECK_EQ_I64(profile_chain_next(&r.profile, &e.at, &node, 0, &location), 1);
	CHECK_EQ_U64(location.frames[0], e.location.frames[0]);
	CHECK_STR(frame_text(&names.frames, location.frames[0], address, sizeof(address)), "inner");
	CHECK_EQ_I64(profile_chain_next(&r.profile, &e.at, &node, 0, &location), 1);
	CHECK_STR(frame_text(&names.frames, location.frames[0], address, sizeof(address)), "outer");
	CHECK_EQ_U64(location.addr, OUTER + 0x20);
	CHECK_EQ_I64(profile_chain_next(&r.profile, &e.at, &node, 0, &location), 0);
	recording_end(&r);
	profile_names_fini(&names);
}

/* What two profiles have in common has the same number in both. */
TEST(two_at_once)
{
	const struct profile_filter filter = { .comms = "two" };
	struct profile_names names;
	struct recording a, b;
	struct profile_entry x, y;
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(profile_names_init(&names), 0);
	recording_make(&a, &names);
	recording_make(&b, &names);
	CHECK_EQ_I64(profile_next(&a.profile, &filter, PROFILE_COMM | PROFILE_SYMBOL, &x, &err), 1);
	CHECK_EQ_I64(profile_next(&b.profile, &filter, PROFILE_COMM | PROFILE_SYMBOL, &y, &err), 1);
	CHECK_EQ_U64(x.comm, y.comm);
	CHECK_EQ_U64(x.location.frames[0], y.location.frames[0]);
	CHECK(resolver_frame_dso(&a.profile.symbolizer.resolver, x.location.frames[0]) != DSO_NONE);
	CHECK_EQ_U64(resolver_frame_dso(&b.profile.symbolizer.resolver, y.location.frames[0]), y.location.map->dso);
	recording_end(&a);
	/* What the first one named stays. */
	CHECK_STR(strtab_get(&names.strings, y.comm), "two");
	CHECK_EQ_I64(profile_next(&b.profile, &filter, PROFILE_COMM | PROFILE_SYMBOL, &y, &err), 0);
	recording_end(&b);
	profile_names_fini(&names);
}
