/* User stacks are unwound as their samples are counted: with what was mapped at their time, by any number of workers.
 */
#include "report/scan/analysis.h"
#include "report/symbols/symbols_config.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"
#include "tests/support/unwind_file.h"

#include <stdio.h>
#include <unistd.h>

#define MAP     0x500000
#define STACK   0x7ffe00001000
#define SAMPLES 9000u /* each of a thread of its own */

/* Room for tables that have grown once at most. */
#define LITTLE_MEMORY (1u << 20)

/* Each file's function keeps its return address elsewhere on the stack, where another caller stands. */
#define FRAMES 3u
static const uint8_t frames[FRAMES] = { 8, 24, 40 };

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_period = 1,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN |
		       PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
	.sample_regs_user = 1ull << 7 | 1ull << 8,
	.flags = ATTR_SAMPLE_ID_ALL | ATTR_EXCLUDE_CALLCHAIN_USER,
};

static char paths[FRAMES][UNWIND_FILE_PATH_SIZE];

/* The caller that a file's function has on the stack of a sample. */
static uint64_t caller(unsigned file, uint32_t sample)
{
	return MAP + 0x100 + 8 * file + sample % 4;
}

/* The bytes of a stack are as they were. */
static uint64_t stack_word(const struct perf_builder *b, uint64_t word)
{
	return b->flags & PERF_BUILDER_SWAP ? __builtin_bswap64(word) : word;
}

static void put_sample(struct perf_builder *b, uint32_t i)
{
	const uint64_t regs[] = { STACK, MAP + i % 16 };
	uint64_t stack[8] = { 0 };

	for (unsigned file = 0; file < FRAMES; file++)
		stack[frames[file] / 8 - 1] = stack_word(b, caller(file, i) + 1);
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
							      .ip = regs[1],
							      .regs_user_abi = 2,
							      .regs_user = regs,
							      .stack = stack,
							      .stack_size = sizeof(stack),
							      .stack_dyn_size = sizeof(stack) });
}

static unsigned file_at(uint32_t sample)
{
	return sample * FRAMES / SAMPLES;
}

/* One file after the other is mapped at the same place; the file tells so after all samples. */
static struct perf_file *file_make(struct perf_builder *b, unsigned flags)
{
	struct error err = ERROR_INIT;
	struct perf_file *f;

	perf_builder_init(b, flags);
	perf_builder_feature_string(b, FEATURE_ARCH, "x86_64");
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
	for (uint32_t i = 0; i < SAMPLES; i++) {
		b->at = (struct perf_builder_at){ .pid = 7, .tid = 100 + i, .time = 10 + i };
		put_sample(b, i);
	}
	for (uint32_t i = 0; i < SAMPLES; i++) {
		if (i && file_at(i) == file_at(i - 1))
			continue;
		b->at.time = 10 + i;
		perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 7,
								  .tid = 7,
								  .start = MAP,
								  .size = 0x1000,
								  .pgoff = 0x1000,
								  .misc = RECORD_MISC_USER,
								  .name = paths[file_at(i)] });
	}
	f = built_open(b, &err);
	CHECK(f);
	return f;
}

/* What was counted of each address, with each caller. */
struct found {
	uint64_t n[16][8 * FRAMES + 4];
};

static void add_entries(const struct analysis *a, struct found *found)
{
	for (uint64_t i = 0; i < a->n_entries; i++) {
		const struct sample_entry *e = &a->entries[i];
		const struct chain_node *node = &a->chains.nodes[sample_key_chain(&e->key)];
		const struct chain_node *outer = &a->chains.nodes[node->parent];

		CHECK_EQ_U64(node->addr, e->key.w[0]);
		CHECK(node->parent && !outer->parent);
		CHECK_EQ_I64(node->mode, RECORD_MISC_USER);
		CHECK(outer->addr - MAP - 0x100 < ARRAY_SIZE(found->n[0]));
		found->n[node->addr - MAP][outer->addr - MAP - 0x100] += e->count;
	}
}

static void check_found(const struct found *found)
{
	struct found want = { 0 };

	for (uint32_t i = 0; i < SAMPLES; i++)
		want.n[i % 16][caller(file_at(i), i) - MAP - 0x100]++;
	CHECK_BYTES(found, &want, sizeof(want));
}

/* How many parts it took. */
static uint64_t count(const struct perf_file *f, unsigned workers, uint64_t max_memory)
{
	const struct symbols_config symbols = { .symfs = "", .cache = "/nonexistent" };
	struct analysis_options options = { .plan = { .by_address = true, .by_thread = true, .by_chain = true },
					    .workers = workers,
					    .max_memory = max_memory,
					    .stacks = &symbols };
	struct found found = { 0 };
	struct error err = ERROR_INIT;
	struct strtab strings;
	struct analysis a;
	uint64_t n_parts;
	int more = 1;

	CHECK_EQ_I64(strtab_init(&strings), 0);
	CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), 0);
	for (; more > 0; more = analysis_next(&a, &err))
		add_entries(&a, &found);
	CHECK_EQ_I64(more, 0);
	check_found(&found);
	/* Each stack is counted once, in however many passes and parts. */
	CHECK_EQ_U64(a.stacks.counts.n, SAMPLES);
	CHECK_EQ_U64(a.stacks.counts.ends[UNWIND_COMPLETE], SAMPLES);
	n_parts = a.effort.n_partitions;
	analysis_fini(&a);
	strtab_fini(&strings);
	return n_parts;
}

TEST(stacks_with_the_mappings_of_their_time)
{
	for (unsigned i = 0; i < FRAMES; i++)
		unwind_file_write(paths[i], frames[i]);
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct perf_file *f = file_make(&b, swap ? PERF_BUILDER_SWAP : 0);

		CHECK_EQ_U64(count(f, 1, 0), 1);
		CHECK_EQ_U64(count(f, 3, 0), 1);
		CHECK(count(f, 2, LITTLE_MEMORY) > 1);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
	for (unsigned i = 0; i < FRAMES; i++)
		unlink(paths[i]);
}

/* Without files to look in, or chains to be counted, stacks are left alone. */
TEST(stacks_that_are_not_wanted)
{
	struct analysis_options options = { .plan = { .by_address = true }, .workers = 1 };
	const struct symbols_config symbols = { .symfs = "" };
	struct error err = ERROR_INIT;

	for (unsigned i = 0; i < FRAMES; i++)
		snprintf(paths[i], sizeof(paths[i]), "/nonexistent/%u", i);
	for (int chains = 0; chains < 2; chains++) {
		struct perf_builder b;
		struct perf_file *f = file_make(&b, 0);
		struct strtab strings;
		struct analysis a;

		options.plan.by_chain = chains;
		options.stacks = chains ? NULL : &symbols;
		CHECK_EQ_I64(strtab_init(&strings), 0);
		CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), 0);
		CHECK_EQ_U64(a.stacks.counts.n, 0);
		for (uint64_t i = 0; i < a.n_entries; i++)
			CHECK_EQ_U64(sample_key_chain(&a.entries[i].key), CHAIN_EMPTY);
		CHECK_EQ_U64(a.effort.n_passes, 1 + (a.effort.n_recounted != 0));
		analysis_fini(&a);
		strtab_fini(&strings);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}
