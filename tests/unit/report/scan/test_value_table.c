/*
 * What samples say beside their keys: the table, and through the analysis by any number of workers and in parts.
 */
#include "report/scan/value_table.h"

#include "report/scan/analysis.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <stdlib.h>

static struct extra_fields element(uint64_t ip, const char *text)
{
	return (struct extra_fields){ .ip = ip, .data = (const uint8_t *)text, .size = (uint32_t)strlen(text) };
}

TEST(added_and_found)
{
	struct extra_fields a = element(1, "one"), b = element(2, "one"), c = element(1, ""), d = element(1, "on");
	struct value_table t;

	value_table_init(&t);
	CHECK_EQ_U64(value_table_find(&t, &a), VALUE_NONE);
	CHECK_EQ_U64(value_table_add(&t, &a), 0);
	CHECK_EQ_U64(value_table_add(&t, &b), 1);
	CHECK_EQ_U64(value_table_add(&t, &c), 2);
	CHECK_EQ_U64(value_table_add(&t, &a), 0);
	CHECK_EQ_U64(value_table_find(&t, &b), 1);
	CHECK_EQ_U64(value_table_find(&t, &c), 2);
	CHECK_EQ_U64(value_table_find(&t, &d), VALUE_NONE);
	CHECK_EQ_U64(t.list[1].ip, 2);
	value_table_fini(&t);
}

TEST(merged)
{
	struct value_table t, from;
	uint32_t *map;

	value_table_init(&t);
	value_table_init(&from);
	for (uint64_t i = 0; i < 3000; i++) {
		struct extra_fields x = element(i, "x"), y = element(3000 - i, "x");

		CHECK_EQ_U64(value_table_add(&t, &x), i);
		CHECK_EQ_U64(value_table_add(&from, &y), i);
	}
	map = value_table_merge(&t, &from);
	CHECK(map);
	CHECK_EQ_U64(t.n, 3001);
	for (uint32_t i = 0; i < from.n; i++)
		CHECK_EQ_U64(t.list[map[i]].ip, from.list[i].ip);
	free(map);
	value_table_fini(&from);
	value_table_fini(&t);
}

#define SAMPLES 20000

/* Each sample says a number; every third event is no tracepoint, and says nothing. */
static struct perf_file *build(struct perf_builder *b, unsigned flags, uint32_t said)
{
	struct event_attr trace = {
		.size = ATTR_SIZE_VER7,
		.type = PERF_TYPE_TRACEPOINT,
		.flags = ATTR_SAMPLE_ID_ALL,
		.sample_type =
			PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_RAW,
	};
	struct event_attr clock = trace;
	struct error err = ERROR_INIT;

	clock.type = PERF_TYPE_SOFTWARE;
	perf_builder_init(b, flags);
	perf_builder_event(b, &trace, "sched:x", (uint64_t[]){ 1 }, 1);
	perf_builder_event(b, &clock, "cpu-clock", (uint64_t[]){ 2 }, 1);
	for (uint32_t i = 0; i < SAMPLES; i++) {
		uint32_t raw[] = { 7, 0, i % said };

		b->at = (struct perf_builder_at){
			.event = i % 3 == 2, .id = 1 + (i % 3 == 2), .pid = 5, .tid = 5, .time = 1000 + i
		};
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
								      .ip = 0x1000 + i % 2,
								      .raw = raw,
								      .raw_size = sizeof(raw) });
	}
	return built_open(b, &err);
}

static void check_file(const struct perf_file *file, uint32_t said, unsigned workers, uint64_t max_memory)
{
	struct analysis_options options = { .plan = { .by_address = true,
						      .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_RAW) },
					    .workers = workers,
					    .max_memory = max_memory };
	uint32_t *counts = calloc(said, sizeof(*counts));
	uint64_t n_silent = 0, n = 0;
	struct error err = ERROR_INIT;
	struct analysis a;
	struct strtab strings;
	int result;

	CHECK(counts && !strtab_init(&strings));
	CHECK(!analysis_run(&a, file, &strings, &options, &err));
	do {
		for (uint64_t i = 0; i < a.n_entries; i++) {
			const struct sample_entry *e = &a.entries[i];
			const struct extra_fields *x = &a.values.list[e->key.w[0]];

			n += e->count;
			CHECK(analysis_ip(&a, e) == 0x1000 || analysis_ip(&a, e) == 0x1001);
			CHECK_EQ_U64(sample_key_event(&e->key), !x->size);
			if (!x->size) {
				n_silent += e->count;
				continue;
			}
			CHECK_EQ_U64(x->size, 12);
			CHECK(load_u32(x->data + 8) < said);
			counts[load_u32(x->data + 8)] += (uint32_t)e->count;
		}
		result = analysis_next(&a, &err);
	} while (result > 0);
	CHECK(!result);
	CHECK_EQ_U64(n, SAMPLES);
	CHECK_EQ_U64(n_silent, SAMPLES / 3);
	CHECK(!max_memory || a.effort.n_partitions > 1);
	for (uint32_t i = 0; i < SAMPLES; i++)
		if (i % 3 != 2)
			counts[i % said]--;
	for (uint32_t i = 0; i < said; i++)
		CHECK_EQ_U64(counts[i], 0);
	analysis_fini(&a);
	strtab_fini(&strings);
	free(counts);
}

TEST(analysed_by_workers)
{
	for (int order = 0; order < 2; order++) {
		struct perf_builder b;
		struct perf_file *file = build(&b, 0, order ? 100 : SAMPLES);

		CHECK(file);
		for (unsigned workers = 1; workers <= 8; workers *= 2)
			check_file(file, order ? 100 : SAMPLES, workers, 0);
		perf_file_close(file);
		perf_builder_fini(&b);
	}
}

TEST(analysed_in_parts)
{
	struct perf_builder b;
	struct perf_file *file = build(&b, 0, SAMPLES);

	CHECK(file);
	check_file(file, SAMPLES, 1, 4 << 20);
	check_file(file, SAMPLES, 4, 6 << 20);
	perf_file_close(file);
	perf_builder_fini(&b);
}

/* What is sampled at an address whose mapping changed is counted again, apart for each mapping. */
TEST(counted_again)
{
	struct analysis_options options = {
		.plan = { .by_address = true, .values = SAMPLE_VALUE_BIT(SAMPLE_VALUE_RAW) }, .workers = 2
	};
	struct error err = ERROR_INIT;
	const char *const names[] = { "/bin/one", "/bin/two" };
	struct perf_builder b;
	struct perf_file *file;
	struct analysis a;
	struct strtab strings;
	uint64_t n_user = 0;

	file = build(&b, 0, 3);
	perf_file_close(file);
	for (uint64_t i = 0; i < 2; i++) {
		b.at = (struct perf_builder_at){ .id = 1, .pid = 5, .tid = 5, .time = 100000 + i * 1000 };
		perf_builder_mmap2(&b, &(struct perf_builder_map){ .pid = 5,
								   .tid = 5,
								   .start = 0x400000,
								   .size = 0x1000,
								   .prot = 5,
								   .misc = RECORD_MISC_USER,
								   .name = names[i] });
		for (uint32_t k = 0; k < 4; k++) {
			uint32_t raw[] = { 7, 0, k % 2 };

			b.at.time += 10;
			perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
									       .ip = 0x400010,
									       .raw = raw,
									       .raw_size = sizeof(raw) });
		}
	}
	file = built_open(&b, &err);
	CHECK(file && !strtab_init(&strings));
	CHECK(!analysis_run(&a, file, &strings, &options, &err));
	CHECK_EQ_U64(a.effort.n_recounted, 2);
	for (uint64_t i = 0; i < a.n_entries; i++) {
		if (analysis_ip(&a, &a.entries[i]) != 0x400010)
			continue;
		n_user++;
		CHECK_EQ_U64(a.entries[i].count, 2);
	}
	CHECK_EQ_U64(n_user, 4);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(file);
	perf_builder_fini(&b);
}

/* Numbers stand in the order of their enum, whichever are asked for; of a branch they are the branch's. */
TEST(numbers_of_samples)
{
	const struct sample_branch branch = { 0x10, 0x20, 2 | 7 << 4 };
	const struct sample s = { .type = PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_ADDR,
				  .addr = 0x1234,
				  .ip = 0x99,
				  .weight = 0x0003000200000001 };
	uint64_t wanted = SAMPLE_VALUE_BIT(SAMPLE_VALUE_WEIGHT3) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_ADDR) |
			  SAMPLE_VALUE_BIT(SAMPLE_VALUE_DATA_SRC) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_TIME) |
			  SAMPLE_VALUE_BIT(SAMPLE_VALUE_RAW);
	uint8_t bytes[SAMPLE_VALUES_BYTES];
	uint64_t numbers[SAMPLE_VALUE_NUMBERS];

	CHECK_EQ_U64(sample_values_put(wanted, &s, &(struct sample_context){ .time = 500 }, bytes), 4 * 8);
	memcpy(numbers, bytes, sizeof(numbers));
	CHECK_EQ_U64(numbers[sample_value_index(wanted, SAMPLE_VALUE_WEIGHT3)], 3);
	CHECK_EQ_U64(numbers[1], 0x1234);
	CHECK_EQ_U64(numbers[2], SAMPLE_DATA_SRC_NONE);
	CHECK_EQ_U64(numbers[sample_value_index(wanted, SAMPLE_VALUE_TIME)], 500);
	CHECK_EQ_U64(sample_value_index(wanted, SAMPLE_VALUE_NUMBERS), 4);
	wanted = SAMPLE_VALUE_BIT(SAMPLE_VALUE_WEIGHT) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_IP) |
		 SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FROM) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FLAGS);
	CHECK_EQ_U64(sample_values_put(wanted, &s, &(struct sample_context){ .branch = &branch, .time = 0 }, bytes),
		     4 * 8);
	memcpy(numbers, bytes, sizeof(numbers));
	CHECK_EQ_U64(numbers[0], 7);
	CHECK_EQ_U64(numbers[1], 0x99);
	CHECK_EQ_U64(numbers[2], 0x10);
	CHECK_EQ_U64(numbers[3], branch.flags);
	CHECK_EQ_U64(sample_values_put(0, &s, &(struct sample_context){ .time = 0 }, bytes), 0);
}
