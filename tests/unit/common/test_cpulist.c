#include "common/cpulist.h"
#include "tests/support/test.h"

#include <errno.h>

static void check_list(const char *text, const int *want, int n)
{
	struct error err = ERROR_INIT;
	struct cpulist list;

	CHECK_EQ_I64(cpulist_parse(&list, text, &err), 0);
	CHECK_EQ_I64(list.n, n);
	for (int i = 0; i < n; i++)
		CHECK_EQ_I64(list.cpus[i], want[i]);
	cpulist_fini(&list);
}

TEST(lists_and_ranges)
{
	check_list("0", (int[]){ 0 }, 1);
	check_list("0-3,7", (int[]){ 0, 1, 2, 3, 7 }, 5);
	check_list("7,1-2\n", (int[]){ 1, 2, 7 }, 3);
	check_list("3,3,2-3", (int[]){ 2, 3 }, 2);
	check_list("65535", (int[]){ 65535 }, 1);
}

TEST(range_by_range)
{
	const char *text = "0-3,7,9-8";
	int first = -1, last = -1;

	CHECK_EQ_I64(cpulist_next(&text, &first, &last), 1);
	CHECK(first == 0 && last == 3);
	CHECK_EQ_I64(cpulist_next(&text, &first, &last), 1);
	CHECK(first == 7 && last == 7);
	CHECK_EQ_I64(cpulist_next(&text, &first, &last), -EINVAL);
	CHECK_STR(text, "9-8");
	text = "65536";
	CHECK_EQ_I64(cpulist_next(&text, &first, &last), -E2BIG);
	text = "5\n";
	CHECK_EQ_I64(cpulist_next(&text, &first, &last), 1);
	CHECK_EQ_I64(cpulist_next(&text, &first, &last), 0);
	CHECK_STR(text, "\n");
}

TEST(empty)
{
	check_list("", NULL, 0);
	check_list("\n", NULL, 0);
}

TEST(bad_lists)
{
	static const char *const bad[] = { "x", "1-", "-1", "3-1", "1;2", "1,x", "0x1", "1--2", "1-2-3", ",1" };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct error err = ERROR_INIT;
		struct cpulist list = { NULL, -1 };

		CHECK_EQ_I64(cpulist_parse(&list, bad[i], &err), -EINVAL);
		CHECK(strstr(err.message, bad[i]));
		CHECK_EQ_I64(list.n, -1);
	}
}

TEST(too_large)
{
	static const char *const bad[] = { "65536", "0-65536", "99999999999999999999999" };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct error err = ERROR_INIT;
		struct cpulist list;

		CHECK_EQ_I64(cpulist_parse(&list, bad[i], &err), -E2BIG);
		CHECK(strstr(err.message, "65535"));
	}
}

TEST(membership)
{
	struct cpulist list;

	CHECK_EQ_I64(cpulist_parse(&list, "1,4-5", NULL), 0);
	CHECK(cpulist_has(&list, 1) && cpulist_has(&list, 4) && cpulist_has(&list, 5));
	CHECK(!cpulist_has(&list, 0) && !cpulist_has(&list, 3) && !cpulist_has(&list, 6));
	cpulist_fini(&list);
}

TEST(a_copy_is_its_own)
{
	struct cpulist list, copy, empty = { NULL, 0 };

	CHECK_EQ_I64(cpulist_parse(&list, "1,4-5", NULL), 0);
	CHECK_EQ_I64(cpulist_copy(&copy, &list), 0);
	cpulist_fini(&list);
	CHECK(copy.n == 3 && copy.cpus[0] == 1 && copy.cpus[2] == 5);
	cpulist_fini(&copy);
	CHECK_EQ_I64(cpulist_copy(&copy, &empty), 0);
	CHECK(!copy.n);
	cpulist_fini(&copy);
}
