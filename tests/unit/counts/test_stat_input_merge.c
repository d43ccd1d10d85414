#include "counts/stat_input.h"

#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>

/* The row of each event, with "*" where it has a twin. */
static void check(const struct counter_event *list, uint32_t n, enum stat_merge merge, const char *want)
{
	const struct counter_events events = { list, n };
	uint32_t rows[16];
	bool has_twin[16];
	char have[128] = "";
	size_t size = 0;

	CHECK(n <= ARRAY_SIZE(rows));
	CHECK_EQ_I64(stat_merge_find(&events, merge, rows, has_twin), 0);
	for (uint32_t i = 0; i < n; i++)
		size += (size_t)snprintf(have + size, sizeof(have) - size, "%u%s ", rows[i], has_twin[i] ? "*" : "");
	CHECK_STR(have, want);
}

TEST(controllers_are_one)
{
	static const struct counter_event events[] = {
		{ .name = "imc/r/", .pmu = "imc_0", .pmu_is_system = true, .item = 1 },
		{ .name = "imc/r/", .pmu = "imc_1", .pmu_is_system = true, .item = 1 },
		{ .name = "imc/w/", .pmu = "imc_0", .pmu_is_system = true, .item = 1 },
		{ .name = "imc/r/", .pmu = "imc_1", .pmu_is_system = true, .item = 2 },
		{ .name = "imc/r/", .pmu = "imc_2", .pmu_is_system = true, .item = 1 },
	};

	check(events, ARRAY_SIZE(events), STAT_MERGE_UNCORE, "0 0* 2 3 0* ");
	check(events, ARRAY_SIZE(events), STAT_MERGE_ALL, "0 0* 2 3 0* ");
	check(events, ARRAY_SIZE(events), STAT_MERGE_NONE, "0* 1* 2 3 4* ");
}

TEST(kinds_of_cores)
{
	static const struct counter_event events[] = {
		{ .name = "cycles", .pmu = "cpu_core", .item = 1 },
		{ .name = "cycles", .pmu = "cpu_atom", .item = 1 },
		{ .name = "cycles", .item = 1 },
		{ .name = "task-clock", .item = 2 },
	};

	check(events, ARRAY_SIZE(events), STAT_MERGE_UNCORE, "0* 1* 2 3 ");
	check(events, ARRAY_SIZE(events), STAT_MERGE_ALL, "0 0* 2 3 ");
	check(events, 1, STAT_MERGE_ALL, "0 ");
	check(events, 0, STAT_MERGE_ALL, "");
}

/* The same event twice on a PMU is not one. */
TEST(same_pmu_twice)
{
	static const struct counter_event events[] = {
		{ .name = "imc/r/", .pmu = "imc_0", .pmu_is_system = true, .item = 1 },
		{ .name = "imc/r/", .pmu = "imc_0", .pmu_is_system = true, .item = 1 },
		{ .name = "imc/r/", .pmu = "imc_1", .pmu_is_system = true, .item = 1 },
		{ .name = "imc/r/", .pmu = "imc_0", .pmu_is_system = true, .item = 1 },
	};

	check(events, 2, STAT_MERGE_UNCORE, "0 1 ");
	check(events, ARRAY_SIZE(events), STAT_MERGE_UNCORE, "0 1 0* 3 ");
	check(events, ARRAY_SIZE(events), STAT_MERGE_NONE, "0* 1* 2* 3* ");
}

/* One of a name and one of a PMU that is of cores are not added up by default. */
TEST(system_beside_core)
{
	static const struct counter_event events[] = {
		{ .name = "r", .pmu = "cpu", .item = 1 },
		{ .name = "r", .pmu = "a", .pmu_is_system = true, .item = 1 },
		{ .name = "r", .pmu = "b", .pmu_is_system = true, .item = 1 },
	};

	check(events, ARRAY_SIZE(events), STAT_MERGE_UNCORE, "0* 1* 1* ");
	check(events, ARRAY_SIZE(events), STAT_MERGE_ALL, "0 0* 0* ");
}

/* A list that would take minutes if each event were compared with all before it. */
TEST(many)
{
	enum { N = 300000 };
	struct counter_event *list = calloc(N, sizeof(*list));
	uint32_t *rows = calloc(N, sizeof(*rows));
	bool *has_twin = calloc(N, sizeof(*has_twin));
	const struct counter_events events = { list, N };

	CHECK(list && rows && has_twin);
	for (uint32_t i = 0; i < N; i++)
		list[i] = (struct counter_event){
			.name = "imc/r/", .pmu = i % 2 ? "imc_1" : "imc_0", .pmu_is_system = true, .item = (int)(i / 2)
		};
	CHECK_EQ_I64(stat_merge_find(&events, STAT_MERGE_UNCORE, rows, has_twin), 0);
	for (uint32_t i = 0; i < N; i++)
		CHECK_EQ_U64(rows[i], i / 2 * 2);
	CHECK_EQ_I64(stat_merge_find(&events, STAT_MERGE_NONE, rows, has_twin), 0);
	for (uint32_t i = 0; i < N; i++)
		CHECK(rows[i] == i && has_twin[i]);
	free(list);
	free(rows);
	free(has_twin);
}
