/* The callchain after READ in all its forms, and counts that a record cannot hold. */
#include "formats/record/sample_decode.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#include <errno.h>

static const uint64_t chain[] = { CALLCHAIN_USER, 0x1111, 0x2222, 0x3333 };

struct built_sample {
	struct perf_builder b;
	struct file_event event;
	struct record r;
};

static void sample_build(struct built_sample *s, const struct event_attr *attr, const uint64_t *read, uint64_t n_read,
			 bool swap)
{
	perf_builder_init(&s->b, swap ? PERF_BUILDER_SWAP : 0);
	perf_builder_event(&s->b, attr, "event", NULL, 0);
	perf_builder_sample(&s->b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
								  .ip = 0x1111,
								  .read = read,
								  .n_read = n_read,
								  .chain = chain,
								  .n_chain = ARRAY_SIZE(chain) });
	s->event = (struct file_event){ .attr = *attr };
	event_layout_make(&s->event.layout, attr);
	CHECK_EQ_I64(record_at(&s->r, s->b.records.data, s->b.records.size, 0, swap, NULL), 0);
}

static void check_chain(const struct built_sample *s)
{
	const uint8_t *addrs;
	uint64_t n;

	CHECK_EQ_I64(sample_find_callchain(&s->r, &s->event, &addrs, &n, NULL), 0);
	CHECK_EQ_U64(n, ARRAY_SIZE(chain));
	for (size_t i = 0; i < n; i++)
		CHECK_EQ_U64(load_u64_order(addrs + 8 * i, s->r.swap), chain[i]);
}

/* How many numbers a READ of the format takes, with n group members. */
static uint64_t read_numbers(uint64_t format, uint64_t members)
{
	uint64_t times = (format & 1) + (format >> 1 & 1);
	uint64_t value = 1 + (format >> 2 & 1) + (format >> 4 & 1);

	return format & PERF_FORMAT_GROUP ? 1 + times + members * value : times + value;
}

TEST(callchain_after_read)
{
	for (uint64_t format = 0; format < 32; format++) {
		for (uint64_t members = 0; members < 4; members++) {
			for (int swap = 0; swap < 2; swap++) {
				struct event_attr attr = {
					.size = ATTR_SIZE_VER7,
					.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN,
					.read_format = format,
				};
				/* the first number is the count of members, or any value */
				uint64_t read[16] = { members, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9 };
				struct built_sample s;

				sample_build(&s, &attr, read, read_numbers(format, members), swap);
				check_chain(&s);
				perf_builder_fini(&s.b);
			}
		}
	}
}

TEST(callchain_without_read)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER7,
				   .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN |
						  PERF_SAMPLE_RAW };
	struct built_sample s;

	sample_build(&s, &attr, NULL, 0, false);
	check_chain(&s);
	perf_builder_fini(&s.b);
}

TEST(event_without_callchain)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER7, .sample_type = PERF_SAMPLE_IP };
	struct built_sample s;
	const uint8_t *addrs;
	uint64_t n = 5;

	sample_build(&s, &attr, NULL, 0, false);
	CHECK_EQ_I64(sample_find_callchain(&s.r, &s.event, &addrs, &n, NULL), 0);
	CHECK_EQ_U64(n, 0);
	perf_builder_fini(&s.b);
}

static void check_damaged(const struct built_sample *s)
{
	struct error err = ERROR_INIT;
	const uint8_t *addrs;
	uint64_t n = 5;

	CHECK_EQ_I64(sample_find_callchain(&s->r, &s->event, &addrs, &n, &err), -EBADMSG);
	CHECK(strstr(err.message, "callchain"));
	CHECK_EQ_U64(n, 0);
}

TEST(damaged_counts)
{
	static const uint64_t counts[] = { 5, 8191, 8192, 1ull << 61, UINT64_MAX };
	struct event_attr attr = { .size = ATTR_SIZE_VER7, .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN };

	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		struct built_sample s;

		sample_build(&s, &attr, NULL, 0, false);
		buffer_set_u64(&s.b.records, 16, counts[i]);
		check_damaged(&s);
		perf_builder_fini(&s.b);
	}
}

TEST(damaged_group_counts)
{
	static const uint64_t counts[] = { 8, 65535, 65536, 1ull << 61, UINT64_MAX };
	struct event_attr attr = { .size = ATTR_SIZE_VER7,
				   .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN,
				   .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST };

	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		struct built_sample s;

		sample_build(&s, &attr, counts + i, 1, false);
		check_damaged(&s);
		perf_builder_fini(&s.b);
	}
}

TEST(every_truncation)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER7,
				   .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN,
				   .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID };
	uint64_t read[] = { 2, 1, 1, 2, 2 };
	struct built_sample s;
	uint16_t whole;

	sample_build(&s, &attr, read, ARRAY_SIZE(read), false);
	whole = s.r.size;
	for (s.r.size = RECORD_HEADER_SIZE; s.r.size < whole; s.r.size++)
		check_damaged(&s);
	check_chain(&s);
	perf_builder_fini(&s.b);
}
