#include "record/open/event_set.h"

#include "common/bytes.h"
#include "formats/record/abi.h"
#include "tests/support/test.h"

#include <errno.h>

#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static void check(const uint64_t *words, size_t n, uint64_t format, uint64_t id, const struct event_reading *want)
{
	struct event_reading have = { 0 };

	CHECK_EQ_I64(event_reading_decode(&have, words, n, format, id), 0);
	CHECK_EQ_U64(have.count, want->count);
	CHECK_EQ_U64(have.lost, want->lost);
	CHECK_EQ_U64(have.has_lost, want->has_lost);
}

/* Every shorter reading is refused, and leaves what was there before. */
static void check_truncated(const uint64_t *words, size_t n, uint64_t format, uint64_t id)
{
	for (size_t i = 0; i < n; i++) {
		struct event_reading have = { 1, 2, true };

		CHECK_EQ_I64(event_reading_decode(&have, words, i, format, id), -EIO);
		CHECK_EQ_U64(have.count, 1);
		CHECK_EQ_U64(have.lost, 2);
		CHECK_EQ_U64(have.has_lost, true);
	}
}

TEST(alone)
{
	static const struct {
		uint64_t format;
		struct event_reading want;
		size_t n;
		uint64_t words[5];
	} cases[] = {
		{ 0, { 100, 0, false }, 1, { 100 } },
		{ PERF_FORMAT_ID, { 100, 0, false }, 2, { 100, 7 } },
		{ PERF_FORMAT_LOST, { 100, 9, true }, 2, { 100, 9 } },
		{ PERF_FORMAT_ID | PERF_FORMAT_LOST, { 100, 9, true }, 3, { 100, 7, 9 } },
		{ TIMES | PERF_FORMAT_ID, { 100, 0, false }, 4, { 100, 50, 40, 7 } },
		{ TIMES | PERF_FORMAT_ID | PERF_FORMAT_LOST, { 100, 9, true }, 5, { 100, 50, 40, 7, 9 } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		check(cases[i].words, cases[i].n, cases[i].format, 7, &cases[i].want);
		check_truncated(cases[i].words, cases[i].n, cases[i].format, 7);
	}
}

TEST(group)
{
	const uint64_t format = PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST;
	const uint64_t words[] = { 3, 100, 7, 9, 200, 8, 0, 300, 5, 11 };
	const uint64_t timed[] = { 2, 50, 40, 100, 7, 9, 200, 8, 4 };

	check(words, ARRAY_SIZE(words), format, 7, &(struct event_reading){ 100, 9, true });
	check(words, ARRAY_SIZE(words), format, 8, &(struct event_reading){ 200, 0, true });
	check(words, ARRAY_SIZE(words), format, 5, &(struct event_reading){ 300, 11, true });
	check_truncated(words, ARRAY_SIZE(words), format, 5);
	check(timed, ARRAY_SIZE(timed), format | TIMES, 8, &(struct event_reading){ 200, 4, true });
	check_truncated(timed, ARRAY_SIZE(timed), format | TIMES, 8);
}

/* Kernels before 6.0. */
TEST(group_without_lost)
{
	const uint64_t format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	const uint64_t words[] = { 2, 100, 7, 200, 8 };

	check(words, ARRAY_SIZE(words), format, 8, &(struct event_reading){ 200, 0, false });
	check_truncated(words, ARRAY_SIZE(words), format, 8);
}

TEST(not_in_the_group)
{
	const uint64_t format = PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST;
	const uint64_t words[] = { 1, 100, 7, 9 };
	const uint64_t nobody[] = { 0 };
	const uint64_t nameless[] = { 1, 100 };
	struct event_reading have;

	/* Its count and its loss are no ids. */
	CHECK_EQ_I64(event_reading_decode(&have, words, ARRAY_SIZE(words), format, 9), -ENOENT);
	CHECK_EQ_I64(event_reading_decode(&have, words, ARRAY_SIZE(words), format, 100), -ENOENT);
	CHECK_EQ_I64(event_reading_decode(&have, nobody, 1, format, 7), -ENOENT);
	CHECK_EQ_I64(event_reading_decode(&have, nameless, 2, PERF_FORMAT_GROUP, 7), -ENOENT);
}

/* A number of events that no reading can have. */
TEST(group_of_too_many)
{
	const uint64_t format = PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST;
	const uint64_t words[] = { UINT64_MAX, 100, 7, 9 };
	struct event_reading have;

	CHECK_EQ_I64(event_reading_decode(&have, words, ARRAY_SIZE(words), format, 7), -EIO);
}
