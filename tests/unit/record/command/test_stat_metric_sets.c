#include "record/command/stat_metric_sets.h"

#include "tests/support/test.h"

#include <stdlib.h>

/* What -e is to take for metrics after those that were chosen before. */
static void check(struct stat_metric_choice *choice, const char *names, const char *want)
{
	struct error err = ERROR_INIT;
	char *have = NULL;

	if (stat_metric_choose(choice, names, &have, &err))
		CHECK_STR(err.message, "");
	CHECK_STR(have, want);
	free(have);
}

TEST(one)
{
	struct stat_metric_choice choice = { .n = 0 };

	check(&choice, "ipc", "{cpu-cycles,instructions}");
	CHECK_EQ_U64(choice.n, 1);
	CHECK_STR(choice.names[0], "insn_per_cycle");
}

/* Nothing is counted twice: groups that share an event are one, and what stands alone may be in a group already. */
TEST(shared)
{
	struct stat_metric_choice choice = { .n = 0 };

	check(&choice, "CPUs_utilized,page_faults_per_second", "task-clock,page-faults");
	check(&choice, "cs_per_second,CPUs_utilized", "context-switches");
	check(&choice, "GHz,frontend_cycles_idle,branch_miss_rate,IPC",
	      "{branches,branch-misses},{cpu-cycles,instructions,stalled-cycles-frontend}");
	check(&choice, "backend_cycles_idle", "{stalled-cycles-backend}");
	check(&choice, "insn_per_cycle", "");
	CHECK_EQ_U64(choice.n, 8);
}

TEST(groups)
{
	struct stat_metric_choice choice = { .n = 0 };

	check(&choice, "Default2", "{L1-dcache-loads,L1-dcache-load-misses},{LLC-loads,LLC-load-misses}");
	check(&choice, "default",
	      "{branches,branch-misses},{cpu-cycles,instructions,stalled-cycles-frontend,stalled-cycles-backend},"
	      "task-clock,context-switches,cpu-migrations,page-faults");
	CHECK_EQ_U64(choice.n, 13);
}

TEST(unknown)
{
	struct stat_metric_choice choice = { .n = 0 };
	struct error err = ERROR_INIT;
	char *events;

	CHECK(stat_metric_choose(&choice, "insn_per_cycl", &events, &err) < 0);
	CHECK(strstr(err.message, "insn_per_cycle"));
	CHECK(!events);
}
