/* chain_ends: which chains break off, and how many: exactly of a few entries, about of many. */
#include "common/hash_table.h"
#include "report/profile/chain_ends.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#define MANY 40000

enum kind {
	GOOD,     /* main, called */
	SINGLE,   /* no caller */
	UNMAPPED, /* an outermost caller where nothing is */
	HEAP,     /* or what is no code */
	KERNEL,   /* no user part */
	KERNEL_SINGLE,
	NO_CHAIN,
	LEAF_UNMAPPED, /* not even the sampled address is known */
	LEAF_HEAP,     /* JIT code */
};

/* A chain of that kind; at: makes it differ from others. */
static void put_sample(struct perf_builder *b, enum kind kind, uint64_t at)
{
	static const uint64_t outer[] = { [GOOD] = 0x1010, [UNMAPPED] = 0x7fa7ec133230, [HEAP] = 0x200010 };
	bool in_kernel = kind == KERNEL || kind == KERNEL_SINGLE;
	uint64_t leaf = kind == LEAF_UNMAPPED ? 0x7fa7ec000000 : kind == LEAF_HEAP ? 0x200000 : 0x2000;
	uint64_t chain[8];
	uint64_t n = 0;

	if (in_kernel) {
		chain[n++] = CALLCHAIN_KERNEL;
		chain[n++] = 0xffffffff81000010;
		chain[n++] = 0xffffffff81000020;
	}
	if (kind != KERNEL && kind != NO_CHAIN) {
		chain[n++] = CALLCHAIN_USER;
		chain[n++] = leaf + at;
	}
	if (kind == GOOD || kind == UNMAPPED || kind == HEAP)
		chain[n++] = outer[kind];
	b->at.time++;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = in_kernel ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
							      .ip = in_kernel ? 0xffffffff81000010 : leaf + at,
							      .period = 1,
							      .chain = chain,
							      .n_chain = n });
}

static void begin(struct perf_builder *b)
{
	struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
				   .size = ATTR_SIZE_VER7,
				   .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
						  PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN,
				   .flags = ATTR_SAMPLE_ID_ALL };

	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
	b->at = (struct perf_builder_at){ .pid = 10, .tid = 10, .time = 1000 };
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 10,
							  .tid = 10,
							  .start = 0x1000,
							  .size = 0x100000,
							  .prot = 5,
							  .misc = RECORD_MISC_USER,
							  .name = "/bin/program" });
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 10,
							  .tid = 10,
							  .start = 0x200000,
							  .size = 0x1000,
							  .prot = 3,
							  .misc = RECORD_MISC_USER,
							  .name = "[heap]" });
}

static struct chain_ends ends_of(struct perf_builder *b)
{
	struct analysis_options options = { .workers = 1, .plan = { .by_address = true, .by_chain = true } };
	struct kernel_identity kernel = { 0 };
	struct error err = ERROR_INIT;
	struct chain_ends ends = { 0 };
	struct perf_file *file = built_open(b, &err);
	struct analysis a;
	struct locator locator;
	struct strtab strings;
	uint64_t n = 0;

	CHECK(file);
	CHECK_EQ_I64(strtab_init(&strings), 0);
	CHECK_EQ_I64(analysis_run(&a, file, &strings, &options, &err), 0);
	CHECK_EQ_I64(locator_init(&locator, &a.timeline, &strings, NULL, &kernel), 0);
	for (uint64_t i = 0; i < a.n_entries; i++)
		n += a.entries[i].count;
	chain_ends_add(&ends, &a, &locator, n);
	CHECK_EQ_U64(ends.samples, n);
	locator_fini(&locator);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(file);
	return ends;
}

TEST(kinds)
{
	static const struct {
		enum kind kind;
		int chains, broken;
	} kinds[] = { { GOOD, 3, 0 },     { SINGLE, 3, 3 },        { UNMAPPED, 3, 3 },
		      { HEAP, 3, 3 },     { KERNEL, 0, 0 },        { KERNEL_SINGLE, 3, 3 },
		      { NO_CHAIN, 0, 0 }, { LEAF_UNMAPPED, 0, 0 }, { LEAF_HEAP, 0, 0 } };

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct perf_builder b;
		struct chain_ends ends;

		begin(&b);
		for (int n = 0; n < 3; n++)
			put_sample(&b, kinds[i].kind, 0x10);
		ends = ends_of(&b);
		CHECK_EQ_I64((int64_t)ends.chains, kinds[i].chains);
		CHECK_EQ_I64((int64_t)ends.broken, kinds[i].broken);
		perf_builder_fini(&b);
	}
}

/* Of entries that differ in their address a part is looked at; one of many samples always is. */
TEST(many_entries)
{
	struct perf_builder b;
	struct chain_ends ends;

	begin(&b);
	for (uint64_t i = 0; i < MANY; i++)
		put_sample(&b, i % 4 ? GOOD : UNMAPPED, i);
	for (int i = 0; i < MANY; i++)
		put_sample(&b, SINGLE, MANY + 1);
	ends = ends_of(&b);
	CHECK(ends.chains > 2 * MANY - MANY / 20 && ends.chains < 2 * MANY + MANY / 20);
	CHECK(ends.broken > MANY + MANY / 5 && ends.broken < MANY + MANY / 3);
	perf_builder_fini(&b);
}

/* Which part that is does not depend on the order of entries, which is the seed's. */
TEST(same_part_each_time)
{
	uint64_t seed = hash_seed;
	struct chain_ends first = { 0 };

	for (uint64_t run = 0; run < 4; run++) {
		struct perf_builder b;
		struct chain_ends ends;

		hash_seed = seed + run * 0x123456789abcdefull;
		begin(&b);
		for (uint64_t i = 0; i < MANY; i++)
			put_sample(&b, i % 3 ? GOOD : UNMAPPED, i);
		ends = ends_of(&b);
		if (!run)
			first = ends;
		CHECK_EQ_U64(ends.chains, first.chains);
		CHECK_EQ_U64(ends.broken, first.broken);
		perf_builder_fini(&b);
	}
	hash_seed = seed;
}

static bool text_has(void put(struct buffer *b, runtime_set set), runtime_set set, const char *words)
{
	struct buffer b;
	bool has;

	buffer_init(&b);
	put(&b, set);
	buffer_append(&b, "", 1);
	has = strstr((const char *)b.data, words);
	buffer_fini(&b);
	return has;
}

/* What a process runs in is known by its files, and each has its own advice. */
TEST(runtimes)
{
	static const struct {
		const char *file, *names, *callers; /* NULL: there is no such advice */
	} rows[] = {
		{ "/usr/lib/jvm/java-17-openjdk-amd64/lib/server/libjvm.so", "DumpPerfMapAtExit",
		  "PreserveFramePointer" },
		{ "/usr/bin/node", "--perf-basic-prof", NULL },
		{ "/usr/lib/x86_64-linux-gnu/libnode.so.108", "--perf-basic-prof", NULL },
		{ "/usr/bin/python3.12", "-X perf", "perf_jit" },
		{ "/usr/lib/x86_64-linux-gnu/libpython3.11.so.1.0", "-X perf", "perf_jit" },
		{ "/usr/share/dotnet/shared/Microsoft.NETCore.App/8.0.0/libcoreclr.so", "PerfMapEnabled", NULL },
		{ "/usr/bin/node_exporter", NULL, NULL },
		{ "/usr/lib/libjvm", NULL, NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct perf_builder b;
		struct chain_ends ends;

		begin(&b);
		perf_builder_mmap2(&b, &(struct perf_builder_map){ .pid = 10,
								   .tid = 10,
								   .start = 0x400000,
								   .size = 0x1000,
								   .prot = 5,
								   .misc = RECORD_MISC_USER,
								   .name = rows[i].file });
		put_sample(&b, SINGLE, 0x10);
		ends = ends_of(&b);
		CHECK_EQ_I64(text_has(runtimes_put_names, ends.runtimes, rows[i].names ? rows[i].names : "\n"),
			     rows[i].names != NULL);
		CHECK_EQ_I64(text_has(runtimes_put_callers, ends.runtimes, rows[i].callers ? rows[i].callers : "\n"),
			     rows[i].callers != NULL);
		perf_builder_fini(&b);
	}
}
