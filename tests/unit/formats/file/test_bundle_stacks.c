#include "formats/file/bundle_stacks.h"

#include "formats/record/private_record.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

static struct bundle_stack_end ends[] = {
	{ .cause = 0, .path = "" },
	{ .cause = 2, .path = "/bin/x", .ways = { 1, 0, 2 } },
};

struct sample {
	uint32_t tid;
	uint64_t time;
	uint32_t end;
};

/* By thread and time. Thread 7 ends twice in one way, then otherwise; 9 is before 7 in time. */
static const struct sample samples[] = {
	{ 7, 1000000000100, 0 },     { 7, 1000001000000, 0 },
	{ 7, 1000002000300, 1 },     { 7, 1000002000301, BUNDLE_STACK_NONE },
	{ 7, 1000009000000, 1 },     { 7, 1000009500000, 1 },
	{ 9, 1000000000000, 1 },     { 9, 1000000000000, 0 },
	{ 9, 1000000000001, 0 },     { 4000000000, 5, BUNDLE_STACK_NONE },
	{ 4000000000, 1u << 30, 1 },
};

static void fill(struct bundle_stacks *s)
{
	*s = (struct bundle_stacks){ .n_ways = 3, .n_ends = ARRAY_SIZE(ends) };
	s->ends = malloc(sizeof(ends));
	memcpy(s->ends, ends, sizeof(ends));
	s->ids = calloc(2, sizeof(*s->ids));
	s->ids[0] = 77;
	s->ids[1] = 5;
	s->n_ids = 2;
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++)
		CHECK_EQ_I64(bundle_stacks_add(s, samples[i].tid, i ? samples[i - 1].time : 0, samples[i].time,
					       samples[i].end),
			     0);
}

static void check_ends(const struct bundle_stacks *s)
{
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++)
		/* Of two at one time the first counts. */
		if (!i || samples[i - 1].time != samples[i].time)
			CHECK_EQ_U64(bundle_stacks_find(s, samples[i].tid, samples[i].time), samples[i].end);
	CHECK_EQ_U64(bundle_stacks_find(s, 8, 1000000000000), BUNDLE_STACK_NONE);
	CHECK_EQ_U64(bundle_stacks_find(s, 7, 0), 0);
	CHECK_EQ_U64(bundle_stacks_find(s, 7, UINT64_MAX), 1);
}

/* The content of the part, of which the caller has nothing to free but *ret. */
static int take(void *context, const struct bundle_part *part, struct error *err)
{
	struct buffer *b = context;

	(void)err;
	CHECK_EQ_U64(part->kind, BUNDLE_STACKS);
	CHECK_EQ_U64(part->version, BUNDLE_STACKS_VERSION);
	buffer_append(b, part->data, part->size);
	return 0;
}

/* Puts them into a recording, and takes the part out of it. */
static void part_of(const struct bundle_stacks *s, unsigned flags, struct buffer *ret)
{
	struct error err = ERROR_INIT, damage;
	struct perf_builder b;
	struct perf_file *f;
	uint64_t offset;

	buffer_init(ret);
	perf_builder_init(&b, flags);
	perf_builder_event(&b, &perf_builder_clock, "clock", (uint64_t[]){ 7 }, 1);
	offset = perf_builder_data_offset(&b) + b.records.size;
	CHECK_EQ_I64(bundle_stacks_put(s, &b.records, 0, &err), 0);
	private_record_put_footer(&b.records, true, 0, offset);
	f = built_open(&b, &err);
	CHECK(f);
	CHECK_EQ_I64(bundle_parts_read(f, take, ret, &damage, &err), 0);
	CHECK_EQ_I64(damage.code, 0);
	perf_file_close(f);
	perf_builder_fini(&b);
}

static struct bundle_part part_with(const struct buffer *b, size_t size)
{
	return (struct bundle_part){
		.kind = BUNDLE_STACKS, .version = BUNDLE_STACKS_VERSION, .data = b->data, .size = size
	};
}

static void check_round_trip(unsigned flags)
{
	struct bundle_stacks s, read;
	struct bundle_part part;
	struct buffer b;

	fill(&s);
	check_ends(&s);
	part_of(&s, flags, &b);
	part = part_with(&b, b.size);
	CHECK_EQ_I64(bundle_stacks_read(&read, &part), 0);
	check_ends(&read);
	CHECK_EQ_U64(read.n_ends, 2);
	CHECK_EQ_U64(read.ends[1].cause, 2);
	CHECK_STR(read.ends[1].path, "/bin/x");
	CHECK_EQ_U64(read.ends[1].ways[2], 2);
	CHECK_EQ_U64(read.n_ids, 2);
	CHECK_EQ_U64(read.ids[1], 5);
	bundle_stacks_fini(&read);
	bundle_stacks_fini(&s);
	buffer_fini(&b);
}

TEST(the_end_of_each_stack_comes_back)
{
	check_round_trip(0);
	check_round_trip(PERF_BUILDER_SWAP);
}

TEST(stacks_that_end_alike_are_one_run)
{
	struct bundle_stacks s;

	fill(&s);
	CHECK_EQ_U64(s.n_threads, 3);
	CHECK_EQ_U64(s.threads[0].n_runs, 4);
	CHECK_EQ_U64(s.threads[1].n_runs, 2);
	/* The time of a run is the roundest one between two samples. */
	CHECK_EQ_U64(s.runs[0].time, 0);
	CHECK_EQ_U64(s.runs[1].time, 0xe8d4c00000);
	bundle_stacks_fini(&s);
}

TEST(a_damaged_part_is_refused)
{
	struct bundle_stacks s, read;
	struct bundle_part part;
	struct buffer b;

	fill(&s);
	part_of(&s, 0, &b);
	for (size_t size = 0; size < b.size; size++) {
		part = part_with(&b, size);
		CHECK_EQ_I64(bundle_stacks_read(&read, &part), -EBADMSG);
		bundle_stacks_fini(&read);
	}
	part = part_with(&b, b.size);
	part.version++;
	CHECK_EQ_I64(bundle_stacks_read(&read, &part), -ENOTSUP);
	bundle_stacks_fini(&read);
	bundle_stacks_fini(&s);
	buffer_fini(&b);
}

TEST(times_that_do_not_ascend_are_refused)
{
	/* No ways; one end; no ids; one thread with two runs after the first: 16, then 16 again. */
	static const uint8_t bytes[] = { 0, 1, 0, 0, 0, 1, 2, 2, 4, 4, 2, 0, 1, 0, 1 };
	const struct bundle_part part = { .version = BUNDLE_STACKS_VERSION, .data = bytes, .size = sizeof(bytes) };
	struct bundle_stacks read;

	CHECK_EQ_I64(bundle_stacks_read(&read, &part), -EBADMSG);
	CHECK_EQ_U64(read.n_ends, 1);
	CHECK_EQ_U64(read.n_threads, 1);
	bundle_stacks_fini(&read);
}
