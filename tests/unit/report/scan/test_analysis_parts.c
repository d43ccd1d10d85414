/* More keys than the memory allowed holds: counted in parts, each key in one of them, and wholly. */
#include "report/scan/analysis.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define KEYS 10000u /* more than one worker merges alone */

/* Room for tables that have grown once at most. */
#define LITTLE_MEMORY (1u << 20)

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_period = 1,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN,
	.flags = ATTR_SAMPLE_ID_ALL,
};

static struct perf_file *file_make(struct perf_builder *b)
{
	struct error err = ERROR_INIT;
	struct perf_file *f;

	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
	for (uint32_t i = 0; i < 3 * KEYS; i++) {
		uint64_t ip = 0x1000 + (i * 7919 % KEYS) * 16;
		uint64_t chain[] = { CALLCHAIN_USER, ip, 0x400000 + ip % 64 };

		/* A mapping that changes in the middle: such keys are counted again in each part. */
		b->at = (struct perf_builder_at){ .pid = 1, .tid = 1, .time = i + 1 };
		if (i % (KEYS + KEYS / 2) == 0)
			perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 1,
									  .tid = 1,
									  .start = 0x1000,
									  .size = 0x2000,
									  .misc = RECORD_MISC_USER,
									  .name = i ? "/b" : "/a" });
		perf_builder_sample(
			b, &(struct perf_builder_sample){
				   .misc = RECORD_MISC_USER, .ip = ip, .chain = chain, .n_chain = ARRAY_SIZE(chain) });
	}
	f = built_open(b, &err);
	CHECK(f);
	return f;
}

static void check_chain(const struct analysis *a, const struct sample_entry *e)
{
	const struct chain_node *node = &a->chains.nodes[sample_key_chain(&e->key)];

	CHECK_EQ_U64(node->addr, e->key.w[0]);
	CHECK_EQ_U64(a->chains.nodes[node->parent].addr, 0x400000 + e->key.w[0] % 64);
}

/* How many parts it took. */
static uint64_t count(const struct perf_file *f, unsigned workers, uint64_t max_memory)
{
	struct analysis_options options = { .plan = { .by_address = true, .by_thread = true, .by_chain = true },
					    .workers = workers,
					    .max_memory = max_memory };
	uint64_t *counts = calloc(KEYS, sizeof(*counts));
	struct error err = ERROR_INIT;
	struct strtab strings;
	struct analysis a;
	uint64_t parts;
	int more = 1;

	CHECK(counts && !strtab_init(&strings));
	CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), 0);
	CHECK_EQ_U64(a.event_samples[0], 3 * KEYS);
	for (; more > 0; more = analysis_next(&a, &err)) {
		for (uint64_t i = 0; i < a.n_entries; i++) {
			check_chain(&a, &a.entries[i]);
			counts[(a.entries[i].key.w[0] - 0x1000) / 16] += a.entries[i].count;
		}
	}
	CHECK_EQ_I64(more, 0);
	for (uint32_t i = 0; i < KEYS; i++)
		CHECK_EQ_U64(counts[i], 3);
	CHECK_EQ_U64(a.effort.n_keys, KEYS);
	CHECK_EQ_U64(a.effort.n_recounted, 0x2000 / 16);
	parts = a.effort.n_partitions;
	analysis_fini(&a);
	strtab_fini(&strings);
	free(counts);
	return parts;
}

TEST(every_key_is_counted_once)
{
	struct perf_builder b;
	struct perf_file *f = file_make(&b);

	for (unsigned workers = 1; workers <= 3; workers++) {
		CHECK_EQ_U64(count(f, workers, 0), 1);
		CHECK(count(f, workers, LITTLE_MEMORY) > 1);
	}
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* A small file of large chains, which are the same but for their outermost caller. */
static struct perf_file *small_file_make(struct perf_builder *b, uint32_t n)
{
	static uint64_t chain[8000];
	struct error err = ERROR_INIT;
	struct perf_file *f;

	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
	perf_builder_feature_compressed(b, 1, 4, 1 << 20);
	perf_builder_compress_begin(b);
	for (uint64_t i = 0; i < ARRAY_SIZE(chain); i++)
		chain[i] = 0x1000 + i;
	for (uint32_t i = 0; i < n; i++) {
		chain[ARRAY_SIZE(chain) - 1] = i;
		b->at = (struct perf_builder_at){ .pid = 1, .tid = 1, .time = i + 1 };
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
								      .ip = chain[0],
								      .chain = chain,
								      .n_chain = ARRAY_SIZE(chain) });
	}
	perf_builder_compress_end(b, PERF_RECORD_COMPRESSED, 1, 0);
	f = built_open(b, &err);
	CHECK(f);
	return f;
}

/* If the user allows no amount, what is used follows the size of the file. */
TEST(as_much_as_the_file_is_large)
{
	struct analysis_options options = { .plan = { .by_chain = true }, .workers = 1 };
	struct error err = ERROR_INIT;
	uint64_t n = 0, largest = 0;
	struct perf_builder b;
	struct perf_file *f = small_file_make(&b, 200);
	struct strtab strings;
	struct analysis a;
	int more = 1;

	CHECK(!strtab_init(&strings));
	CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), 0);
	for (; more > 0; more = analysis_next(&a, &err)) {
		n += a.n_entries;
		if (chain_tree_bytes(&a.chains) > largest)
			largest = chain_tree_bytes(&a.chains);
	}
	CHECK_EQ_I64(more, 0);
	CHECK_EQ_U64(n, 200);
	CHECK(largest <
	      ANALYSIS_MEMORY_FREE + ANALYSIS_MEMORY_PER_WORKER + ANALYSIS_MEMORY_TIMES * perf_file_data_size(f));
	CHECK(a.effort.n_partitions > 1);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Not even one key fits: that is reported, not tried for ever. */
TEST(too_little_for_anything)
{
	struct analysis_options options = { .plan = { .by_address = true }, .workers = 1, .max_memory = 3 };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f = file_make(&b);
	struct strtab strings;
	struct analysis a;

	CHECK(!strtab_init(&strings));
	CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), -ENOMEM);
	CHECK(strstr(err.message, "--max-memory"));
	strtab_fini(&strings);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Each sample that is counted stands for those beside it: sums are about those of all, whoever counted them. */
TEST(one_of_so_many)
{
	struct perf_builder b;
	struct perf_file *f = file_make(&b);

	for (unsigned workers = 1; workers <= 3; workers++) {
		struct analysis_options o = { .workers = workers, .plan = { .by_address = true, .every = 2 } };
		struct error err = ERROR_INIT;
		uint64_t n = 0, period = 0;
		struct strtab strings;
		struct analysis a;

		CHECK(!strtab_init(&strings) && !analysis_run(&a, f, &strings, &o, &err));
		for (uint64_t i = 0; i < a.n_entries; i++) {
			CHECK_EQ_U64(a.entries[i].count % 2, 0);
			n += a.entries[i].count;
			period += a.entries[i].period;
		}
		CHECK(n > 3 * KEYS - 4 && n < 3 * KEYS + 4);
		CHECK_EQ_U64(period, n);
		CHECK_EQ_U64(a.counts.types[PERF_RECORD_SAMPLE], 3 * KEYS);
		CHECK(a.effort.n_recounted > 0);
		analysis_fini(&a);
		strtab_fini(&strings);
	}
	perf_file_close(f);
	perf_builder_fini(&b);
}
