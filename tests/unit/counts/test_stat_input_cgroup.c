#include "counts/stat_input.h"

#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>

#define CYCLES PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES

static const struct event_attr cycles = { .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_CPU_CYCLES };
static const struct event_attr user_cycles = { .type = PERF_TYPE_HARDWARE,
					       .config = PERF_COUNT_HW_CPU_CYCLES,
					       .flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV };
static const struct event_attr instructions = { .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS };
static const struct event_attr user_instructions = { .type = PERF_TYPE_HARDWARE,
						     .config = PERF_COUNT_HW_INSTRUCTIONS,
						     .flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_INHERIT };
static const struct event_attr task_clock = { .type = PERF_TYPE_SOFTWARE,
					      .config = PERF_COUNT_SW_TASK_CLOCK,
					      .flags = ATTR_EXCLUDE_KERNEL };
static const struct event_attr cpu_clock = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK };

TEST(of_modes_and_cgroups)
{
	static const struct counter_event list[] = {
		{ .attr = &instructions },                     /* 0 */
		{ .attr = &user_instructions },                /* 1 */
		{ .attr = &instructions, .cgroup = "a" },      /* 2 */
		{ .attr = &cycles },                           /* 3 */
		{ .attr = &user_cycles },                      /* 4 */
		{ .attr = &cycles },                           /* 5: another one */
		{ .attr = &cycles, .cgroup = "a" },            /* 6 */
		{ .attr = &user_instructions, .cgroup = "" },  /* 7 */
		{ .attr = &cycles, .tool = 1, .cgroup = "b" }, /* 8: counted by the program */
		{ .attr = &instructions, .cgroup = "b" },      /* 9 */
	};
	static const uint32_t want[] = { 3, 4, 6, 3, 4, 3, 6, STAT_EVENT_NONE, 0, STAT_EVENT_NONE };
	const struct counter_events events = { list, ARRAY_SIZE(list) };
	struct stat_same_cgroup p;

	CHECK_EQ_I64(stat_same_cgroup_init(&p, &events), 0);
	for (uint32_t i = 0; i < events.n; i++)
		if (!list[i].tool)
			CHECK_EQ_U64(stat_same_cgroup_find(&p, i, CYCLES), want[i]);
	CHECK_EQ_U64(stat_same_cgroup_find(&p, 0, PERF_TYPE_SOFTWARE, PERF_COUNT_HW_CPU_CYCLES), STAT_EVENT_NONE);
	stat_same_cgroup_fini(&p);
}

#define ON_PMU(pmu, config) ((uint64_t)(pmu) << PERF_PMU_TYPE_SHIFT | (config))

static const struct event_attr core_cycles = { .type = PERF_TYPE_HARDWARE,
					       .config = ON_PMU(4, PERF_COUNT_HW_CPU_CYCLES) };
static const struct event_attr atom_cycles = { .type = PERF_TYPE_HARDWARE,
					       .config = ON_PMU(10, PERF_COUNT_HW_CPU_CYCLES) };
static const struct event_attr coded = { .type = 4, .config = 0xc0 };

#define INSTRUCTIONS_OF(number) \
	.is_generic = true,     \
	.kind = { .type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_INSTRUCTIONS, .pmu = (number) }

/* Each kind of cores has its own, whether it is named in the upper half of config or by the type. */
TEST(of_kinds_of_cores)
{
	static const struct counter_event list[] = {
		{ .attr = &core_cycles },                /* 0 */
		{ .attr = &atom_cycles },                /* 1 */
		{ .attr = &coded, INSTRUCTIONS_OF(10) }, /* 2 */
		{ .attr = &coded, INSTRUCTIONS_OF(4) },  /* 3 */
		{ .attr = &coded },                      /* 4: of a PMU, and no generic one */
	};
	static const uint32_t want[] = { 0, 1, 1, 0, STAT_EVENT_NONE };
	const struct counter_events events = { list, ARRAY_SIZE(list) };
	struct stat_same_cgroup p;

	CHECK_EQ_I64(stat_same_cgroup_init(&p, &events), 0);
	for (uint32_t i = 0; i < events.n; i++)
		CHECK_EQ_U64(stat_same_cgroup_find(&p, i, CYCLES), want[i]);
	stat_same_cgroup_fini(&p);
}

/* Where there is one kind of cores, an event of them may say so and another one not. */
TEST(of_one_kind_of_cores)
{
	static const struct counter_event list[] = {
		{ .attr = &coded, INSTRUCTIONS_OF(4) }, /* 0 */
		{ .attr = &cycles },                    /* 1 */
	};
	const struct counter_events events = { list, ARRAY_SIZE(list) };
	struct stat_same_cgroup p;

	CHECK_EQ_I64(stat_same_cgroup_init(&p, &events), 0);
	CHECK_EQ_U64(stat_same_cgroup_find(&p, 0, CYCLES), 1);
	CHECK_EQ_U64(stat_same_cgroup_find(&p, 1, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS), 0);
	stat_same_cgroup_fini(&p);
}

TEST(clocks)
{
	static const struct counter_event list[] = {
		{ .attr = &cycles },                   /* 0 */
		{ .attr = &task_clock, .tool = 1 },    /* 1: not of the kernel */
		{ .attr = &task_clock },               /* 2 */
		{ .attr = &cpu_clock },                /* 3 */
		{ .attr = &cycles, .cgroup = "a" },    /* 4 */
		{ .attr = &cpu_clock, .cgroup = "b" }, /* 5 */
		{ .attr = &cycles, .cgroup = "b" },    /* 6 */
	};
	static const uint32_t want[] = { 2, 2, 2, 2, STAT_EVENT_NONE, 5, 5 };
	const struct counter_events events = { list, ARRAY_SIZE(list) };
	struct stat_same_cgroup p;

	CHECK_EQ_I64(stat_same_cgroup_init(&p, &events), 0);
	for (uint32_t i = 0; i < events.n; i++)
		CHECK_EQ_U64(stat_same_cgroup_clock(&p, i), want[i]);
	stat_same_cgroup_fini(&p);
}

/* A list that would take minutes if each event's were looked for among all. */
TEST(many)
{
	enum { N = 200000 };
	struct counter_event *list = calloc(N, sizeof(*list));
	char(*names)[16] = calloc(N, sizeof(*names));
	const struct counter_events events = { list, N };
	struct stat_same_cgroup p;

	CHECK(list && names);
	for (uint32_t i = 0; i < N; i++) {
		snprintf(names[i], sizeof(names[i]), "%u", i / 2);
		list[i] = (struct counter_event){ .attr = i % 2 ? &task_clock : &cycles, .cgroup = names[i] };
	}
	CHECK_EQ_I64(stat_same_cgroup_init(&p, &events), 0);
	for (uint32_t i = 0; i < N; i++) {
		CHECK_EQ_U64(stat_same_cgroup_clock(&p, i), i | 1);
		if (i % 2 == 0)
			CHECK_EQ_U64(stat_same_cgroup_find(&p, i, CYCLES), i);
	}
	stat_same_cgroup_fini(&p);
	free(list);
	free(names);
}
