#include "report/export/export_strings.h"
#include "tests/support/test.h"

/* A string as it is written. */
static void check_text(const char *text, const char *want)
{
	struct export_strings s;
	struct strtab from;
	uint32_t number;

	CHECK_EQ_I64(strtab_init(&from), 0);
	CHECK_EQ_I64(export_strings_init(&s, &from), 0);
	number = export_strings_add(&s, text);
	CHECK(!s.failed);
	CHECK_STR(export_strings_get(&s, number), want);
	export_strings_fini(&s);
	strtab_fini(&from);
}

TEST(text_stays_as_it_is)
{
	check_text("", "");
	check_text("std::vector<int>::at(unsigned long)", "std::vector<int>::at(unsigned long)");
	check_text("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
	check_text("C:\\x\\xy\\", "C:\\x\\xy\\");
	check_text("\\xg0 \\x0g \\x", "\\xg0 \\x0g \\x");
}

TEST(bytes_that_are_no_utf8)
{
	check_text("caf\xe9", "caf\\xe9");
	check_text("\xff\xfe", "\\xff\\xfe");
	check_text("\xc3", "\\xc3");
	check_text("\xed\xa0\x80", "\\xed\\xa0\\x80");
	check_text("\xc0\x80", "\\xc0\\x80");
}

TEST(controls)
{
	check_text("\x1b[31m", "\\x1b[31m");
	check_text("a\nb\x7f", "a\\x0ab\\x7f");
	check_text("\xc2\x9b", "\\xc2\\x9b");
	check_text("\xc2\xa0", "\xc2\xa0");
}

/* What looks like an escaped byte is none. */
TEST(two_texts_never_become_one)
{
	check_text("\\xe9", "\\x5cxe9");
	check_text("\\xE9", "\\x5cxE9");
	check_text("\\\\xe9", "\\\\x5cxe9");
	check_text("\\\xff", "\\\\xff");
	check_text("\\x\xe9", "\\x\\xe9");
	check_text("\\x4\xff", "\\x4\\xff");
}

TEST(numbers_are_in_the_order_of_use)
{
	struct export_strings s;
	struct strtab from;
	uint32_t one, other;

	CHECK_EQ_I64(strtab_init(&from), 0);
	one = strtab_add_string(&from, "one\xff");
	other = strtab_add_string(&from, "other");
	CHECK_EQ_I64(export_strings_init(&s, &from), 0);
	CHECK_EQ_U64(export_strings_of(&s, other), 1);
	CHECK_EQ_U64(export_strings_of(&s, one), 2);
	CHECK_EQ_U64(export_strings_of(&s, other), 1);
	CHECK_EQ_U64(export_strings_of(&s, 0), 0);
	CHECK_EQ_U64(export_strings_add(&s, "other"), 1);
	CHECK_EQ_U64(export_strings_add(&s, "third"), 3);
	CHECK_EQ_U64(s.table.n, 4);
	export_strings_fini(&s);
	strtab_fini(&from);
}
