#include "common/printable.h"
#include "tests/support/test.h"

#include <stdio.h>

static const char *mask(struct printable *p, const char *text)
{
	static char masked[64];

	snprintf(masked, sizeof(masked), "%s", text);
	printable_mask(p, masked, strlen(masked));
	return masked;
}

TEST(what_terminals_take_for_commands)
{
	struct printable p = { 0 };

	CHECK_STR(mask(&p, "plain\ttext\n"), "plain\ttext\n");
	CHECK_STR(mask(&p, "a\033[2Jb\rc\bd\ae\177f"), "a?[2Jb?c?d?e?f");
	/* letters of other alphabets stay, control characters among them do not */
	CHECK_STR(mask(&p, "gr\303\274n \302\265s \342\202\254"), "gr\303\274n \302\265s \342\202\254");
	CHECK_STR(mask(&p, "\302\2332J"), "\302?2J");
}

/* However the text is cut. */
TEST(pieces)
{
	struct printable p = { 0 };

	CHECK_STR(mask(&p, "x\302"), "x\302");
	CHECK_STR(mask(&p, "\233"), "?");
	CHECK_STR(mask(&p, "\233"), "\233");
}
