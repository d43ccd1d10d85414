#include "report/stat/stat_command.h"

#include "tests/support/test.h"

/* The numbers up to the first that is not known, a letter for each. */
static void check(const char *version, const char *want)
{
	static const char letters[] = { [STAT_BY_ALL] = 'G',     [STAT_BY_NODE] = 'N',  [STAT_BY_SOCKET] = 'S',
					[STAT_BY_DIE] = 'D',     [STAT_BY_CORE] = 'C',  [STAT_BY_CPU] = 'A',
					[STAT_BY_CLUSTER] = 'L', [STAT_BY_CACHE] = 'M', [STAT_BY_THREAD] = 'T' };
	char have[12] = "";

	for (uint64_t mode = 0; mode < 11; mode++)
		have[mode] = letters[stat_mode_by(mode, version)];
	CHECK_STR(have, want);
	CHECK_EQ_I64(stat_mode_by(UINT64_MAX, version), STAT_BY_ALL);
}

/* enum aggr_mode of tools/perf/util/stat.h; G after a letter's last is "not set", or nothing. */
TEST(numbers_of_versions)
{
	check("4.19.0", "AGSCTGGGGGG");
	check("5.2.21", "AGSCTGGGGGG");
	check("5.3.0", "AGSDCTGNGGG");
	check("5.14.0-427.el9", "AGSDCTGNGGG");
	check("6.1.187", "AGSDCTGNGGG");
	check("6.4.1", "AGSDCTGNGGG");
	check("6.5.0", "AGSDMCTGNGG");
	check("6.8.12", "AGSDMCTGNGG");
	check("6.9.rc1", "AGSDLMCTGNG");
	check("6.12.48", "AGSDLMCTGNG");
	check("7.3.4", "AGSDLMCTGNG");
	check("prec 0.1.0", "AGSDLMCTGNG");
	check("", "AGSDLMCTGNG");
}
