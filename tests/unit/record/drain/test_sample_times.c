/* The words of -D, and what a schedule makes of them. */
#include "record/drain/sample_times.h"

#include "tests/support/test.h"

#include <errno.h>

#define MS    1000000ull
#define START (5000 * MS)

TEST(words)
{
	struct sample_times t = { 0 };

	CHECK(sample_times_begin_on(&t));
	CHECK_EQ_I64(sample_times_parse(&t, "20", NULL), 0);
	CHECK_EQ_U64(t.n, 1);
	CHECK_EQ_U64(t.ranges[0].from, 20 * MS);
	CHECK_EQ_U64(t.ranges[0].until, 0);
	CHECK(!t.on_request && !sample_times_begin_on(&t));
	CHECK_EQ_I64(sample_times_parse(&t, "-1", NULL), 0);
	CHECK(t.on_request && !t.n && !sample_times_begin_on(&t));
	CHECK_EQ_I64(sample_times_parse(&t, "0", NULL), 0);
	CHECK(!t.n && sample_times_begin_on(&t));
	CHECK_EQ_I64(sample_times_parse(&t, "0-10,30-40,41-2147483647", NULL), 0);
	CHECK_EQ_U64(t.n, 3);
	CHECK_EQ_U64(t.ranges[1].from, 30 * MS);
	CHECK_EQ_U64(t.ranges[1].until, 40 * MS);
	CHECK(sample_times_begin_on(&t));
	sample_times_fini(&t);
}

/* What Linux perf refuses too; what was there before stays. */
TEST(wrong_words)
{
	static const char *const wrong[] = { "",
					     "x",
					     "-2",
					     "-1-2",
					     "10-",
					     "-10",
					     "10-10",
					     "20-10",
					     "10-20,",
					     "10-20,20-30",
					     "10-20,15-30",
					     "30-40,10-20",
					     "10 20",
					     "10-20x",
					     "1.5",
					     "2147483648",
					     "99999999999999999999" };
	struct sample_times t = { 0 };

	CHECK_EQ_I64(sample_times_parse(&t, "7", NULL), 0);
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct error err = ERROR_INIT;

		CHECK_EQ_I64(sample_times_parse(&t, wrong[i], &err), -EINVAL);
		CHECK(strstr(err.message, wrong[i]));
		CHECK_EQ_U64(t.ranges[0].from, 7 * MS);
	}
	sample_times_fini(&t);
}

static void check_change(struct sample_schedule *s, uint64_t now_ms, enum sample_change change, uint64_t next_ms)
{
	CHECK_EQ_U64(sample_schedule_take(s, START + now_ms * MS), change);
	CHECK_EQ_U64(sample_schedule_next(s), next_ms ? START + next_ms * MS : 0);
}

TEST(ranges_one_after_the_other)
{
	struct sample_times t = { 0 };
	struct sample_schedule s;

	CHECK_EQ_I64(sample_times_parse(&t, "10-20,30-40", NULL), 0);
	sample_schedule_start(&s, &t, START);
	CHECK(!s.is_on);
	check_change(&s, 9, SAMPLE_SAME, 10);
	check_change(&s, 10, SAMPLE_ON, 20);
	check_change(&s, 19, SAMPLE_SAME, 20);
	/* Late: everything that was due comes in its order. */
	check_change(&s, 50, SAMPLE_OFF, 30);
	check_change(&s, 50, SAMPLE_ON, 40);
	check_change(&s, 50, SAMPLE_OVER, 0);
	check_change(&s, 50, SAMPLE_SAME, 0);
	sample_times_fini(&t);
}

TEST(other_schedules)
{
	struct sample_times t = { 0 };
	struct sample_schedule s;

	sample_schedule_start(&s, &t, START);
	CHECK(s.is_on);
	check_change(&s, 50, SAMPLE_SAME, 0);
	CHECK_EQ_I64(sample_times_parse(&t, "5", NULL), 0);
	sample_schedule_start(&s, &t, START);
	check_change(&s, 5, SAMPLE_ON, 0);
	check_change(&s, 5, SAMPLE_SAME, 0);
	CHECK_EQ_I64(sample_times_parse(&t, "0-5", NULL), 0);
	sample_schedule_start(&s, &t, START);
	CHECK(s.is_on);
	check_change(&s, 5, SAMPLE_OVER, 0);
	CHECK_EQ_I64(sample_times_parse(&t, "-1", NULL), 0);
	sample_schedule_start(&s, &t, START);
	CHECK(!s.is_on);
	check_change(&s, 5, SAMPLE_SAME, 0);
	CHECK_EQ_I64(sample_times_parse(&t, "10-20,30-40", NULL), 0);
	sample_schedule_start(&s, &t, START);
	sample_schedule_stop(&s);
	check_change(&s, 15, SAMPLE_SAME, 0);
	sample_times_fini(&t);
}
