#include "formats/record/generic_names.h"

#include "tests/support/test.h"

#include <string.h>

static void check(const char *name, int64_t type, uint64_t config)
{
	uint64_t have_config = 0;
	uint32_t have_type = 0;
	const bool is_one = generic_name_of_core(name, strlen(name), &have_type, &have_config);

	CHECK_EQ_I64(is_one ? (int64_t)have_type : -1, type);
	if (is_one)
		CHECK_EQ_U64(have_config, config);
}

/* Event files of Intel, AMD and POWER have the kernel's names, those of s390 and Arm their own. */
TEST(of_core)
{
	check("cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	check("branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS);
	check("CPU_CYCLES", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	check("INSTRUCTIONS", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
	check("inst_retired", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
	check("l1d_cache_refill", PERF_TYPE_HW_CACHE, GENERIC_CACHE(0, 0, 1));
	check("L1-dcache-load-misses", PERF_TYPE_HW_CACHE, GENERIC_CACHE(0, 0, 1));
	check("iTLB-loads", PERF_TYPE_HW_CACHE, GENERIC_CACHE(4, 0, 0));
	check("page-faults", -1, 0);
	check("l2d_cache", -1, 0);
	check("inst_retired.any", -1, 0);
	check("", -1, 0);
}
