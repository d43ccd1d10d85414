/* What ran at a time, and in which namespace of control groups. */
#include "report/timeline/thread_states.h"
#include "tests/support/test.h"

TEST(switches)
{
	struct running r = { 0 };

	CHECK_EQ_U64(running_at(&r, 5), 1);
	CHECK(!running_add(&r, 10, false));
	CHECK(!running_add(&r, 20, false));
	CHECK(!running_add(&r, 20, false));
	CHECK(!running_add(&r, 30, true));
	CHECK_EQ_U64(running_at(&r, 9), 1);
	CHECK_EQ_U64(running_at(&r, 10), 2);
	CHECK_EQ_U64(running_at(&r, 19), 2);
	CHECK_EQ_U64(running_at(&r, 20), 4);
	CHECK_EQ_U64(running_at(&r, UINT64_MAX), 3);
	CHECK_EQ_U64(r.n, 3);
	running_fini(&r);
}

/* Records of switches that are missing cost the accuracy, never less than one thread. */
TEST(more_out_than_in)
{
	struct running r = { 0 };

	for (uint64_t time = 1; time <= 5; time++)
		CHECK(!running_add(&r, time, true));
	CHECK_EQ_U64(running_at(&r, 5), 1);
	for (uint64_t time = 6; time <= 12; time++)
		CHECK(!running_add(&r, time, false));
	CHECK_EQ_U64(running_at(&r, 12), 3);
	running_fini(&r);
}

TEST(cgroup_spaces)
{
	struct cgroup_spaces s = { 0 };
	const struct record_namespaces records[] = {
		{ .pid = 1, .tid = 1, .cgroup_device = 4, .cgroup_inode = 10 },
		{ .pid = 1, .tid = 2, .cgroup_device = 4, .cgroup_inode = 20 },
		{ .pid = 1, .tid = 1, .cgroup_device = 4, .cgroup_inode = 30 },
	};

	for (uint32_t i = 0; i < 3; i++)
		CHECK(!cgroup_spaces_add(&s, 10 * i, &records[i]));
	CHECK_EQ_U64(cgroup_spaces_at(&s, 3, 100), 0);
	CHECK_EQ_U64(cgroup_spaces_at(&s, 2, 9), 0);
	CHECK_EQ_U64(s.list[cgroup_spaces_at(&s, 2, 10) - 1].inode, 20);
	CHECK_EQ_U64(s.list[cgroup_spaces_at(&s, 1, 19) - 1].inode, 10);
	CHECK_EQ_U64(s.list[cgroup_spaces_at(&s, 1, 20) - 1].inode, 30);
	cgroup_spaces_fini(&s);
}
