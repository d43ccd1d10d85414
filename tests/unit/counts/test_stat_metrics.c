#include "counts/stat_metrics.h"

#include "tests/support/made_counters.h"
#include "tests/support/test.h"

#include <stdio.h>

#define ELAPSED 2e9 /* ns */

/* The metrics of event i of several with these counts, as "VALUE UNIT; ", or "- UNIT; " where one is not known. */
static void check(const char *events, const uint64_t *counts, uint32_t i, const char *want)
{
	struct stat_metric metrics[STAT_METRICS_MAX];
	struct made_counters m;
	struct stat_table t;
	char have[256] = "";
	size_t size = 0;
	int n;

	made_counters_init(&m, events, NULL);
	made_counters_add(&m, -1, 1);
	for (uint32_t k = 0; k < (uint32_t)m.events.n; k++)
		made_counters_set(&m, k, -1, 1, (struct count){ counts[k], 10, 10 });
	made_counters_table(&m, &t, STAT_BY_ALL, STAT_MERGE_UNCORE, NULL);
	CHECK_EQ_I64(stat_table_begin(&t, &m.counted), 0);
	stat_table_add(&t, &m.counted);
	stat_table_end(&t, (uint64_t)ELAPSED);
	n = stat_metrics_find(&t, 0, i, ELAPSED, false, metrics);
	for (int k = 0; k < n; k++)
		size += (size_t)(metrics[k].is_known
					 ? snprintf(have + size, sizeof(have) - size, "%.*f%s%s; ", metrics[k].digits,
						    metrics[k].value, metrics[k].sign, metrics[k].unit)
					 : snprintf(have + size, sizeof(have) - size, "- %s; ", metrics[k].unit));
	CHECK_STR(have, want);
	stat_table_fini(&t);
	made_counters_fini(&m);
}

TEST(of_clocks)
{
	const uint64_t counts[] = { 1000000000, 3000000000, 2500, 7 };

	check("task-clock,cycles,page-faults,cs", counts, 0, "0.500CPUs utilized; ");
	check("task-clock,cycles,page-faults,cs", counts, 1, "3.000GHz; ");
	check("task-clock,cycles,page-faults,cs", counts, 2, "2.500K/sec; ");
	check("task-clock,cycles,page-faults,cs", counts, 3, "7.000/sec; ");
	check("cycles,page-faults", counts, 0, "- GHz; ");
	check("cycles,page-faults", counts, 1, "");
	/* A clock counts in all modes. */
	check("task-clock,cycles:u", counts, 1, "3.000GHz; ");
}

TEST(of_instructions)
{
	const uint64_t counts[] = { 1000, 1500, 300, 600 };

	check("cycles,instructions", counts, 1, "1.50 insn per cycle; ");
	check("cycles,instructions,stalled-cycles-frontend,stalled-cycles-backend", counts, 1,
	      "1.50 insn per cycle; 0.40 stalled cycles per insn; ");
	check("cycles,instructions,stalled-cycles-frontend,stalled-cycles-backend", counts, 2,
	      "30.00%frontend cycles idle; ");
	check("cycles,instructions,stalled-cycles-frontend,stalled-cycles-backend", counts, 3,
	      "60.00%backend cycles idle; ");
	check("cycles:u,instructions:k", counts, 1, "- insn per cycle; ");
	check("cycles:k,cycles:u,instructions:u", counts, 2, "0.20 insn per cycle; ");
	check("instructions", counts, 0, "- insn per cycle; ");
}

TEST(of_misses)
{
	const uint64_t counts[] = { 200, 50, 0 };

	check("branches,branch-misses", counts, 1, "25.00%of all branches; ");
	check("cache-references,cache-misses", counts, 1, "25.000 %of all cache refs; ");
	check("L1-dcache-loads,L1-dcache-load-misses", counts, 1, "25.00%of all L1-dcache accesses; ");
	check("L1-icache-loads,L1-icache-load-misses", counts, 1, "25.00%of all L1-icache accesses; ");
	check("LLC-loads,LLC-load-misses", counts, 1, "25.00%of all LL-cache accesses; ");
	check("dTLB-loads,dTLB-load-misses", counts, 1, "25.00%of all dTLB cache accesses; ");
	check("iTLB-loads,iTLB-load-misses", counts, 1, "25.00%of all iTLB cache accesses; ");
	check("branch-misses", counts, 0, "- of all branches; ");
}

/* No rate of a time that the program knows itself. */
TEST(of_times)
{
	const uint64_t counts[] = { 1000, 0 };
	const struct counter_event duration = { .tool = EVENT_TOOL_DURATION };
	const struct counter_events events = { &duration, 1 };
	const struct stat_table t = { .events = &events, .is_missing = (bool[1]){ false }, .rows = (uint32_t[1]){ 0 } };

	check("task-clock", counts, 0, "0.000CPUs utilized; ");
	CHECK_EQ_I64(stat_metrics_find(&t, 0, 0, ELAPSED, false, (struct stat_metric[STAT_METRICS_MAX]){ 0 }), 0);
}
