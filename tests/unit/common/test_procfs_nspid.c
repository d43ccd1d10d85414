/* What processes call themselves in their PID namespace. */
#include "common/procfs.h"

#include "tests/support/test.h"

TEST(the_last_number_counts)
{
	CHECK_EQ_U64(nspid_parse("Name:\tjit\nPid:\t1234\nNSpid:\t1234\t7\nNSpgid:\t1234\t1\n"), 7);
	CHECK_EQ_U64(nspid_parse("Name:\tjit\nNSpid:\t1234\t20\t300\n"), 300);
	CHECK_EQ_U64(nspid_parse("Name:\tjit\nNSpid:\t1234\n"), 1234);
	CHECK_EQ_U64(nspid_parse("Name:\tjit\nNSpid:\t1234\t7"), 7);
}

/* A name may look like the line, and no other line's number is taken for it. */
TEST(other_lines_do_not_count)
{
	CHECK_EQ_U64(nspid_parse(""), 0);
	CHECK_EQ_U64(nspid_parse("Name:\tNSpid:\t5\nPid:\t1234\n"), 0);
	CHECK_EQ_U64(nspid_parse("Name:\tjit\nNSpid:\nNSpgid:\t9\n"), 0);
	CHECK_EQ_U64(nspid_parse("Name:\tjit\nNSpid:"), 0);
}

TEST(the_first_number_is_the_kernels)
{
	CHECK_EQ_U64(initial_pid_parse("Name:\tjit\nPid:\t1234\nNSpid:\t1234\t20\t7\nNSpgid:\t1\n"), 1234);
	CHECK_EQ_U64(initial_pid_parse("Name:\tjit\nNSpid:\t1234"), 1234);
	CHECK_EQ_U64(initial_pid_parse("Name:\tjit\nNSpid:\nNSpgid:\t9\n"), 0);
	CHECK_EQ_U64(initial_pid_parse("Name:\tNSpid:\t5\n"), 0);
	CHECK_EQ_U64(initial_pid_parse(""), 0);
}
