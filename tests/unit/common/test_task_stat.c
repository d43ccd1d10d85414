/* What /proc says of a thread, whatever its name is. */
#include "common/task_stat.h"

#include "tests/support/test.h"

#include <errno.h>

#define NUMBERS " 12 13 14 15 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 1234567890123 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 17 3 0"

TEST(all_fields)
{
	struct task_stat t;

	CHECK_EQ_I64(task_stat_parse(&t, "7 (a) S (b) D" NUMBERS "\n"), 0);
	CHECK_STR(t.comm, "a) S (b");
	CHECK_EQ_U64((uint64_t)t.state, 'D');
	CHECK_EQ_I64(t.parent, 12);
	CHECK_EQ_U64(t.flags, 4194560);
	CHECK_EQ_U64(t.started, 1234567890123);
	CHECK_EQ_U64(t.cpu, 3);
}

/* What is cut off is 0; a name as long as the kernel's workers have it is whole. */
TEST(cut_short)
{
	struct task_stat t;

	CHECK_EQ_I64(task_stat_parse(&t, "7 (kworker/u260:12-events_unbound_and_more) I 2 0"), 0);
	CHECK_STR(t.comm, "kworker/u260:12-events_unbound_and_more");
	CHECK_EQ_I64(t.parent, 2);
	CHECK_EQ_U64(t.flags | t.cpu | t.started, 0);
}

TEST(no_such_line)
{
	static const char *const texts[] = { "", "7", "7 (a", "7 )a(", "7 (a)", "7 (a) ", "7 (a)S 1" };
	struct task_stat t = { .state = 'x' };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		CHECK_EQ_I64(task_stat_parse(&t, texts[i]), -EBADMSG);
	CHECK_EQ_U64((uint64_t)t.state, 'x');
}
