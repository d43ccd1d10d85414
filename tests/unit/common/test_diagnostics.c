#include "common/diagnostics.h"

#include "tests/support/test.h"

TEST(kept_in_order_with_their_levels)
{
	struct diagnostics diagnostics;

	diagnostics_init(&diagnostics, NOTICE_DEBUG);
	for (int i = 0; i < 20; i++)
		diagnostics_add(&diagnostics, i % 2 ? NOTICE_WARNING : NOTICE_DEBUG, "number %d", i);
	CHECK_EQ_U64(diagnostics.n, 20);
	CHECK_STR(diagnostics.list[0].text, "number 0");
	CHECK_EQ_U64(diagnostics.list[0].level, NOTICE_DEBUG);
	CHECK_STR(diagnostics.list[19].text, "number 19");
	CHECK_EQ_U64(diagnostics.list[19].level, NOTICE_WARNING);
	diagnostics_fini(&diagnostics);
}

TEST(less_important_ones_are_not_kept)
{
	struct diagnostics diagnostics;

	diagnostics_init(&diagnostics, NOTICE_NOTE);
	diagnostics_add(&diagnostics, NOTICE_WARNING, "a");
	diagnostics_add(&diagnostics, NOTICE_VERBOSE, "b");
	diagnostics_add(&diagnostics, NOTICE_NOTE, "c");
	CHECK_EQ_U64(diagnostics.n, 2);
	CHECK_STR(diagnostics.list[1].text, "c");
	diagnostics_fini(&diagnostics);
}

TEST(cleared_and_used_again)
{
	struct diagnostics diagnostics;

	diagnostics_init(&diagnostics, NOTICE_VERBOSE);
	diagnostics_add(&diagnostics, NOTICE_NOTE, "a");
	diagnostics_clear(&diagnostics);
	CHECK_EQ_U64(diagnostics.n, 0);
	diagnostics_add(&diagnostics, NOTICE_VERBOSE, "b");
	CHECK_EQ_U64(diagnostics.n, 1);
	CHECK_STR(diagnostics.list[0].text, "b");
	diagnostics_fini(&diagnostics);
}

TEST(names_begin_no_lines)
{
	struct diagnostics diagnostics;

	diagnostics_init(&diagnostics, NOTICE_NOTE);
	diagnostics_add(&diagnostics, NOTICE_NOTE, "'%s':\n%d", "a\nb", 7);
	CHECK_EQ_U64(diagnostics.n, 1);
	CHECK_STR(diagnostics.list[0].text, "'a b':\n7");
	diagnostics_fini(&diagnostics);
}

TEST(nobody_listens)
{
	diagnostics_add(NULL, NOTICE_WARNING, "a");
}
