/* Who may lack events that were opened while he was forked. */
#include "record/session/fork_race.h"

#include "tests/support/test.h"

static int take(struct fork_race *f, pid_t forker, pid_t tid, uint64_t time)
{
	return fork_race_take(f, &(struct process_tree_fork){ .pid = tid, .tid = tid, .forker = forker, .time = time });
}

/* The round after the opening, and the first fork after that: it had perhaps begun before. */
TEST(about_the_opening)
{
	struct fork_race f = { .round = 1 };

	CHECK_EQ_I64(take(&f, 10, 11, 100), 1);
	CHECK_EQ_I64(take(&f, 10, 12, 101), 1);
	f.round = 2;
	CHECK_EQ_I64(take(&f, 10, 13, 102), 1);
	CHECK_EQ_I64(take(&f, 10, 14, 103), 0);
	f.round = 9;
	CHECK_EQ_I64(take(&f, 10, 15, 200), 0);
	/* Another thread, however late. */
	CHECK_EQ_I64(take(&f, 20, 21, 300), 1);
	CHECK_EQ_I64(take(&f, 20, 22, 301), 0);
	fork_race_fini(&f);
}

/* Of those that have the events for sure, everybody has. The others are opened a round later. */
TEST(generations)
{
	struct fork_race f = { .round = 2 };

	CHECK_EQ_I64(take(&f, 10, 11, 100), 1);
	CHECK_EQ_I64(take(&f, 10, 12, 101), 0);
	CHECK_EQ_I64(take(&f, 12, 13, 102), 0);
	CHECK_EQ_I64(take(&f, 13, 14, 103), 0);
	CHECK_EQ_I64(take(&f, 11, 15, 104), 1);
	f.round = 3;
	CHECK_EQ_I64(take(&f, 11, 16, 105), 1);
	CHECK_EQ_I64(take(&f, 11, 17, 106), 1);
	f.round = 4;
	CHECK_EQ_I64(take(&f, 11, 18, 107), 1);
	CHECK_EQ_I64(take(&f, 11, 19, 108), 0);
	CHECK_EQ_I64(take(&f, 14, 20, 109), 0);
	fork_race_fini(&f);
}

/* Rings are drained one after the other. */
TEST(out_of_order)
{
	struct fork_race f = { .round = 2 };

	CHECK_EQ_I64(take(&f, 10, 12, 101), 1);
	f.round = 3;
	CHECK_EQ_I64(take(&f, 10, 11, 100), 1);
	CHECK_EQ_I64(take(&f, 10, 13, 102), 0);
	/* A task is reported after what it has forked. */
	CHECK_EQ_I64(take(&f, 31, 32, 111), 1);
	CHECK_EQ_I64(take(&f, 30, 31, 110), 1);
	CHECK_EQ_I64(take(&f, 31, 33, 112), 1);
	fork_race_fini(&f);
}

/* The number of a task that has ended comes again: the new one is not the old one. */
TEST(a_number_that_comes_again)
{
	struct fork_race f = { .round = 2 };

	CHECK_EQ_I64(take(&f, 10, 11, 100), 1);
	CHECK_EQ_I64(take(&f, 10, 12, 101), 0);
	CHECK_EQ_I64(take(&f, 20, 12, 102), 1);
	f.round = 3;
	CHECK_EQ_I64(take(&f, 12, 13, 103), 1);
	fork_race_fini(&f);
}
