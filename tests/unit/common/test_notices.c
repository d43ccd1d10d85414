#include "common/notices.h"

#include "tests/support/test.h"

TEST(kept_in_order_with_their_levels)
{
	struct notices notices;

	notices_init(&notices, NOTICE_DEBUG);
	for (int i = 0; i < 20; i++)
		notices_add(&notices, i % 2 ? NOTICE_WARNING : NOTICE_DEBUG, "number %d", i);
	CHECK_EQ_U64(notices.n, 20);
	CHECK_STR(notices.list[0].text, "number 0");
	CHECK_EQ_U64(notices.list[0].level, NOTICE_DEBUG);
	CHECK_STR(notices.list[19].text, "number 19");
	CHECK_EQ_U64(notices.list[19].level, NOTICE_WARNING);
	notices_fini(&notices);
}

TEST(less_important_ones_are_not_kept)
{
	struct notices notices;

	notices_init(&notices, NOTICE_NOTE);
	notices_add(&notices, NOTICE_WARNING, "a");
	notices_add(&notices, NOTICE_VERBOSE, "b");
	notices_add(&notices, NOTICE_NOTE, "c");
	CHECK_EQ_U64(notices.n, 2);
	CHECK_STR(notices.list[1].text, "c");
	notices_fini(&notices);
}

TEST(cleared_and_used_again)
{
	struct notices notices;

	notices_init(&notices, NOTICE_VERBOSE);
	notices_add(&notices, NOTICE_NOTE, "a");
	notices_clear(&notices);
	CHECK_EQ_U64(notices.n, 0);
	notices_add(&notices, NOTICE_VERBOSE, "b");
	CHECK_EQ_U64(notices.n, 1);
	CHECK_STR(notices.list[0].text, "b");
	notices_fini(&notices);
}

TEST(nobody_listens)
{
	notices_add(NULL, NOTICE_WARNING, "a");
}
