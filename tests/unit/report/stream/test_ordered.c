/*
 * Records of a file in the order of time, against a stable sort of what the builder was given.
 */
#include "report/stream/ordered.h"

#include "report/scan/analysis.h"
#include "report/stream/held_block.h"
#include "tests/support/built_file.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define CPUS 4

static const struct event_attr timed_attr = {
	.size = ATTR_SIZE_VER7,
	.flags = ATTR_SAMPLE_ID_ALL,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_CALLCHAIN,
};

/* What was put into a file: the time of each sample; its ip is its number. */
struct given {
	struct perf_builder builder;
	uint64_t *times;
	uint64_t n;
	uint64_t random;
};

static void given_init(struct given *t, unsigned flags, const struct event_attr *attr)
{
	*t = (struct given){ .random = RANDOM_FIRST };
	perf_builder_init(&t->builder, flags);
	perf_builder_event(&t->builder, attr, "cycles", (uint64_t[]){ 7 }, 1);
	t->times = malloc(100000 * sizeof(*t->times));
	CHECK(t->times);
}

static void given_fini(struct given *t)
{
	perf_builder_fini(&t->builder);
	free(t->times);
}

/* n_chain makes records large, so that few of them fill a block. */
static void given_sample(struct given *t, uint64_t time, uint64_t n_chain)
{
	static const uint64_t chain[4096] = { CALLCHAIN_USER };

	t->times[t->n] = time;
	t->builder.at = (struct perf_builder_at){ .id = 7, .pid = 1, .tid = 1, .time = time };
	perf_builder_sample(&t->builder,
			    &(struct perf_builder_sample){
				    .misc = RECORD_MISC_USER, .ip = t->n++, .chain = chain, .n_chain = n_chain });
}

/* As a recorder writes: rounds, in each what has come of one CPU, then of the next. Times repeat across CPUs. */
static void given_rounds(struct given *t, int rounds, int in_round)
{
	uint64_t now = 1000;

	for (int round = 0; round < rounds; round++) {
		for (int cpu = 0; cpu < CPUS; cpu++)
			for (int i = 0; i < in_round; i++)
				given_sample(t, now + (uint64_t)i * 3 + (uint64_t)cpu % 2, 20);
		now += (uint64_t)in_round * 3;
		perf_builder_finished_round(&t->builder);
	}
}

static const struct given *compared;

/* In the order wanted: by time, what has none first, then as in the file. */
static int number_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	uint64_t s = compared->times[x] == UINT64_MAX ? 0 : compared->times[x];
	uint64_t t = compared->times[y] == UINT64_MAX ? 0 : compared->times[y];

	if (s != t)
		return s < t ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void check_order(struct given *t, struct ordered *o, const uint64_t *wanted)
{
	struct ordered_batch *batch = malloc(sizeof(*batch));
	struct error err = ERROR_INIT;
	uint64_t n = 0, number = 0;
	struct record r;

	CHECK(batch);
	ordered_batch_init(batch);
	while (ordered_next(o, batch, &err) > 0) {
		uint64_t bytes = 0;

		CHECK_EQ_U64(batch->number, number++);
		for (uint32_t i = 0; i < batch->n; i++, n++) {
			CHECK(n < t->n);
			CHECK(bytes < ORDERED_BATCH_BYTES);
			ordered_record(o, &batch->refs[i], &r);
			bytes += r.size;
			CHECK_EQ_U64(r.type, PERF_RECORD_SAMPLE);
			CHECK_EQ_U64(load_u64_order(r.data + 8, r.swap), wanted[n]);
		}
		ordered_release(o, batch);
	}
	CHECK(!err.code);
	CHECK_EQ_U64(n, t->n);
	CHECK_EQ_U64(ordered_n_late(o), 0);
	ordered_batch_fini(batch);
	free(batch);
}

/* in_file: the order of the file is what is wanted. */
static void given_check(struct given *t, bool in_file)
{
	struct analysis_options options = { .workers = 2, .want_spans = true };
	struct error err = ERROR_INIT;
	struct perf_file *file = built_open(&t->builder, &err);
	uint64_t *wanted = malloc((t->n + 1) * sizeof(*wanted));
	struct analysis analysis;
	struct strtab strings;
	struct ordered *o;

	CHECK(file && wanted);
	for (uint64_t i = 0; i < t->n; i++)
		wanted[i] = i;
	compared = t;
	if (!in_file)
		qsort(wanted, t->n, sizeof(*wanted), number_compare);
	CHECK(!strtab_init(&strings));
	CHECK(!analysis_run(&analysis, file, &strings, &options, &err));
	CHECK(!ordered_new(&o, file, analysis.spans, analysis.n_spans, 1ull << PERF_RECORD_SAMPLE, &err));
	check_order(t, o, wanted);
	ordered_free(o);
	analysis_fini(&analysis);
	strtab_fini(&strings);
	perf_file_close(file);
	free(wanted);
}

static void check_rounds(unsigned flags, bool compressed)
{
	struct given t;

	given_init(&t, flags, &timed_attr);
	if (compressed) {
		perf_builder_feature_compressed(&t.builder, 1, 4, 1 << 20);
		perf_builder_compress_begin(&t.builder);
	}
	given_rounds(&t, 40, 300);
	if (compressed)
		perf_builder_compress_stream_end(&t.builder, 1, 5000);
	given_check(&t, false);
	given_fini(&t);
}

TEST(rounds)
{
	check_rounds(0, false);
}

TEST(rounds_in_the_other_byte_order)
{
	check_rounds(PERF_BUILDER_SWAP, false);
}

TEST(rounds_in_a_pipe)
{
	check_rounds(PERF_BUILDER_PIPE, false);
}

TEST(rounds_in_a_stream)
{
	check_rounds(0, true);
}

/* No FINISHED_ROUND anywhere, and the last record is the oldest. */
TEST(any_order)
{
	struct given t;

	given_init(&t, 0, &timed_attr);
	for (int i = 0; i < 30000; i++) {
		given_sample(&t, 1 + random_next(&t.random) % 5000, 8);
	}
	given_sample(&t, 1, 0);
	given_check(&t, false);
	given_fini(&t);
}

TEST(equal_times_keep_the_order_of_the_file)
{
	struct given t;

	given_init(&t, 0, &timed_attr);
	for (int i = 0; i < 20000; i++)
		given_sample(&t, 77, 10);
	given_check(&t, true);
	given_fini(&t);
}

TEST(records_without_a_time_come_first)
{
	struct given t;

	given_init(&t, 0, &timed_attr);
	given_sample(&t, 9, 0);
	given_sample(&t, 0, 0);
	given_sample(&t, 8, 0);
	given_sample(&t, UINT64_MAX, 0);
	given_check(&t, false);
	given_fini(&t);
}

TEST(file_without_times)
{
	struct event_attr attr = timed_attr;
	struct given t;

	attr.sample_type &= ~PERF_SAMPLE_TIME;
	given_init(&t, 0, &attr);
	for (int i = 0; i < 20000; i++)
		given_sample(&t, 100000 - (uint64_t)i, 10);
	given_check(&t, true);
	given_fini(&t);
}

TEST(empty_file)
{
	struct given t;

	given_init(&t, 0, &timed_attr);
	given_check(&t, true);
	given_fini(&t);
}

/* A directory: each file covers all the time. Of equal times the earlier file's come first. */
static void check_parts(bool compressed)
{
	struct given t;

	given_init(&t, 0, &timed_attr);
	if (compressed)
		perf_builder_feature_compressed(&t.builder, 1, 4, 1 << 20);
	for (int part = 0; part < 5; part++) {
		if (part)
			perf_builder_next_part(&t.builder);
		if (compressed)
			perf_builder_compress_begin(&t.builder);
		for (uint64_t i = 0; i < (part == 2 ? 30 : 9000); i++)
			given_sample(&t, 1000 + i * 4 + (uint64_t)part % 3, 12);
		if (compressed)
			perf_builder_compress_stream_end(&t.builder, 1, 9000);
	}
	given_check(&t, false);
	given_fini(&t);
}

TEST(parts_side_by_side)
{
	check_parts(false);
}

TEST(parts_with_streams_of_their_own)
{
	check_parts(true);
}

/* In a directory they come before all others, whichever file they are in and wherever. */
TEST(records_without_a_time_in_parts)
{
	struct given t;

	given_init(&t, 0, &timed_attr);
	for (int part = 0; part < 3; part++) {
		if (part)
			perf_builder_next_part(&t.builder);
		for (uint64_t i = 0; i < 9000; i++)
			given_sample(&t, i % 4000 == 3999 ? 0 : 5000 - (uint64_t)part * 1000 + i * 4, 12);
	}
	given_sample(&t, UINT64_MAX, 12);
	given_check(&t, false);
	given_fini(&t);
}

TEST(parts_without_times)
{
	struct event_attr attr = timed_attr;
	struct given t;

	attr.sample_type &= ~PERF_SAMPLE_TIME;
	given_init(&t, 0, &attr);
	for (int part = 0; part < 3; part++) {
		perf_builder_next_part(&t.builder);
		for (int i = 0; i < 8000; i++)
			given_sample(&t, 100000 - (uint64_t)i, 10);
	}
	given_check(&t, true);
	given_fini(&t);
}

/* Every way eight records can have three times. */
TEST(sort_is_stable)
{
	struct ordered_item items[8], scratch[8], *sorted;

	for (unsigned code = 0; code < 6561; code++) {
		for (unsigned i = 0, rest = code; i < 8; i++, rest /= 3)
			items[i] = (struct ordered_item){ .time = rest % 3, .offset = i };
		sorted = ordered_sort(items, scratch, 8);
		for (unsigned i = 1; i < 8; i++)
			CHECK(sorted[i - 1].time < sorted[i].time ||
			      (sorted[i - 1].time == sorted[i].time && sorted[i - 1].offset < sorted[i].offset));
	}
}

/* Text is made of a whole batch at a time: few of what is large. */
TEST(large_records_make_small_batches)
{
	struct given t;

	given_init(&t, 0, &timed_attr);
	for (int i = 0; i < 200; i++)
		given_sample(&t, 1000 + (uint64_t)i, 4096);
	given_check(&t, true);
	given_fini(&t);
}
