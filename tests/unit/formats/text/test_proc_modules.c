/* Lines of /proc/modules. */
#include "formats/text/proc_modules.h"
#include "tests/support/test.h"

#include <string.h>

static void check_next(const char **text, const char *name, uint64_t start, uint64_t size)
{
	struct proc_module m;

	CHECK_EQ_I64(proc_modules_next(&m, text), 1);
	CHECK_STR(m.name, name);
	CHECK_EQ_U64(m.start, start);
	CHECK_EQ_U64(m.size, size);
}

TEST(modules_with_and_without_users)
{
	const char *text = "mbcache 16384 1 ext4, Live 0xffffffffc09c6000\n"
			   "ext4 1011712 1 - Live 0xffffffffc0a05000 (OE)\n"
			   "hidden 4096 0 - Live 0x0000000000000000";
	struct proc_module m;

	check_next(&text, "mbcache", 0xffffffffc09c6000, 16384);
	check_next(&text, "ext4", 0xffffffffc0a05000, 1011712);
	check_next(&text, "hidden", 0, 4096);
	CHECK_EQ_I64(proc_modules_next(&m, &text), 0);
}

TEST(other_lines_are_passed_over)
{
	const char *text = "\nnonsense\nshort 4096 0 - Live\nlast 8192 0 - Live 0x1000\n\n";
	struct proc_module m;

	check_next(&text, "last", 0x1000, 8192);
	CHECK_EQ_I64(proc_modules_next(&m, &text), 0);
	CHECK_EQ_U64(strlen(text), 0);
}

TEST(a_name_longer_than_any)
{
	char line[256];
	const char *text = line;
	struct proc_module m;

	memset(line, 'x', 100);
	strcpy(line + 100, " 1 0 - Live 0x10\n");
	/* What is left of it is no number. */
	CHECK_EQ_I64(proc_modules_next(&m, &text), 0);
}
