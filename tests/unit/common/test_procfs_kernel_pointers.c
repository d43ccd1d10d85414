#include "common/procfs.h"
#include "tests/support/test.h"

#include <string.h>

static const char *advice(int kptr_restrict, int paranoid)
{
	static char text[KERNEL_POINTERS_ADVICE_MAX];

	return kernel_pointers_advice_for(text, kptr_restrict, paranoid);
}

/* Only the settings that stand in the way are named. */
TEST(what_stands_in_the_way)
{
	CHECK(strstr(advice(0, 2), "kernel.perf_event_paranoid is 2"));
	CHECK(!strstr(advice(0, 2), "kptr_restrict"));
	CHECK(strstr(advice(1, 1), "sysctl kernel.kptr_restrict=0"));
	CHECK(!strstr(advice(1, 1), "paranoid"));
	CHECK(strstr(advice(1, 4), "sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1"));
	CHECK(strstr(advice(2, 0), "hides them from root too"));
}

TEST(of_this_machine)
{
	char text[KERNEL_POINTERS_ADVICE_MAX];

	CHECK(strstr(kernel_pointers_advice(text), "kernel."));
}
