#include "record/open/file_limit.h"

#include "tests/support/test.h"

#include <sys/resource.h>

static rlim_t soft_limit(void)
{
	struct rlimit limit;

	CHECK(!getrlimit(RLIMIT_NOFILE, &limit));
	return limit.rlim_cur;
}

/* The soft limit goes up to the hard one as soon as too few are left, and not before. */
TEST(some_are_kept_to_spare)
{
	struct rlimit limit;

	CHECK(!getrlimit(RLIMIT_NOFILE, &limit));
	if (limit.rlim_max < 1024)
		test_skip("needs a limit of 1024 files");
	limit.rlim_cur = 512;
	CHECK(!setrlimit(RLIMIT_NOFILE, &limit));
	file_limit_keep_spare(100);
	CHECK_EQ_U64(soft_limit(), 512);
	file_limit_keep_spare(511);
	CHECK_EQ_U64(soft_limit(), limit.rlim_max);
}
