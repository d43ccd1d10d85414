#include "formats/file/wall_clock.h"

#include "formats/feature/features_encode.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#define SECOND 1000000000ull
#define HOUR   (3600 * SECOND)
#define WALL   1795869000000000000ull

/* Opens a file with a moment in CLOCK_DATA, and a note in front of its data; NULL: without. */
static struct perf_file *open_with(unsigned flags, const struct clock_moment *moment, const struct clock_note *note)
{
	static const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE_VER7 };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct buffer section;
	struct perf_file *f;

	perf_builder_init(&b, flags);
	perf_builder_event(&b, &attr, "faults", NULL, 0);
	if (note)
		private_record_put_clock(&b.records, note);
	perf_builder_comm(&b, 1, 1, "comm", 0);
	buffer_init(&section);
	section.swap = b.records.swap;
	if (moment) {
		feature_encode_clock_data(&section, note ? note->clock : 1, moment->wall, moment->time);
		perf_builder_feature(&b, FEATURE_CLOCK_DATA, section.data, section.size);
	}
	f = built_open(&b, &err);
	CHECK(f);
	buffer_fini(&section);
	perf_builder_fini(&b);
	return f;
}

static struct wall_clock clock_of(const struct clock_moment *moment, const struct clock_note *note)
{
	struct perf_file *f = open_with(0, moment, note);
	struct wall_clock clock = wall_clock_read(f);

	perf_file_close(f);
	return clock;
}

TEST(a_file_that_does_not_say)
{
	CHECK(!clock_of(NULL, NULL).is_known);
}

TEST(one_moment)
{
	for (unsigned swapped = 0; swapped < 2; swapped++) {
		struct perf_file *f = open_with(swapped ? PERF_BUILDER_SWAP : 0,
						&(const struct clock_moment){ 100 * SECOND, WALL }, NULL);
		struct wall_clock clock = wall_clock_read(f);

		CHECK(clock.is_known);
		CHECK_EQ_U64(wall_clock_at(&clock, 101 * SECOND), WALL + SECOND);
		CHECK_EQ_U64(wall_clock_at(&clock, 99 * SECOND), WALL - SECOND);
		CHECK_EQ_U64(wall_clock_time_of(&clock, WALL + SECOND), 101 * SECOND);
		/* before the recording's clock began */
		CHECK_EQ_U64(wall_clock_time_of(&clock, WALL - 101 * SECOND), 0);
		perf_file_close(f);
	}
}

TEST(what_prec_notes)
{
	const struct clock_note note = { .clock = 1, .boot = { 7 }, .start = { 1, 2 }, .end = { 3, 4 } };
	struct clock_note read;

	for (unsigned flags = 0; flags < 2; flags++) {
		struct perf_file *f = open_with(flags ? PERF_BUILDER_SWAP : 0, NULL, &note);

		CHECK(wall_clock_note(f, &read));
		CHECK(read.clock == 1 && read.boot[0] == 7 && read.end.wall == 4);
		perf_file_close(f);
	}
}

/* Their times are those since the start. */
TEST(counts)
{
	const struct clock_note note = { .clock = 1, .start = { 100 * SECOND, WALL }, .end = { 200 * SECOND, 1 } };
	struct perf_builder b;
	struct error err = ERROR_INIT;
	struct perf_file *f;
	struct wall_clock clock;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &perf_builder_clock, "clock", NULL, 0);
	private_record_put_clock(&b.records, &note);
	perf_builder_comm(&b, 1, 1, "comm", 0);
	perf_builder_feature(&b, FEATURE_STAT, "", 0);
	f = built_open(&b, &err);
	CHECK(f);
	clock = wall_clock_read(f);
	CHECK(clock.is_known);
	CHECK_EQ_U64(wall_clock_at(&clock, SECOND), WALL + SECOND);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* The wall clock gains 36 ms in an hour, 10 in a million. */
TEST(a_clock_that_drifts)
{
	struct clock_note note = { .clock = CLOCK_OF_PERF,
				   .start = { SECOND, WALL },
				   .end = { SECOND + HOUR, WALL + HOUR + 36000000 } };
	struct wall_clock clock = clock_of(&note.start, &note);

	CHECK_EQ_U64(wall_clock_at(&clock, SECOND), WALL);
	CHECK_EQ_U64(wall_clock_at(&clock, SECOND + HOUR / 2), WALL + HOUR / 2 + 18000000);
	CHECK_EQ_U64(wall_clock_at(&clock, SECOND + HOUR), note.end.wall);
	CHECK_EQ_U64(wall_clock_at(&clock, SECOND + 2 * HOUR), note.end.wall + HOUR);
	CHECK_EQ_U64(wall_clock_at(&clock, 0), WALL - SECOND);
	CHECK(wall_clock_time_of(&clock, note.end.wall) - (SECOND + HOUR) + 1000 < 2000);
	/* One that programs can read does not: it was set. */
	note.clock = 1;
	CHECK_EQ_U64(wall_clock_at((clock = clock_of(&note.start, &note), &clock), SECOND + HOUR), WALL + HOUR);
}

TEST(a_clock_that_was_set)
{
	const struct clock_note note = { .clock = CLOCK_OF_PERF,
					 .start = { SECOND, WALL },
					 .end = { SECOND + HOUR, WALL + 3 * HOUR } };
	struct wall_clock clock = clock_of(&note.start, &note);

	CHECK_EQ_U64(wall_clock_at(&clock, SECOND + HOUR), WALL + HOUR);
}

/* Of damaged files: nothing overflows. */
TEST(moments_that_are_none)
{
	static const struct clock_moment moments[] = { { 0, 1 }, { UINT64_MAX, 1 }, { 1, UINT64_MAX }, { 5, 4 } };

	for (size_t i = 0; i < ARRAY_SIZE(moments); i++)
		for (size_t k = 0; k < ARRAY_SIZE(moments); k++) {
			const struct clock_note note = { .clock = CLOCK_OF_PERF,
							 .start = moments[i],
							 .end = moments[k] };
			struct wall_clock clock = clock_of(&note.start, &note);

			wall_clock_at(&clock, UINT64_MAX);
			wall_clock_time_of(&clock, UINT64_MAX);
		}
}
