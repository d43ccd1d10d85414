/* Letters on a screen: their width, what is no letter, and names that have no room. */
#include "report/browser/cells.h"

#include "report/browser/elide.h"
#include "tests/support/test.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static void check_line(const char *text, unsigned width, bool is_utf8, const char *want)
{
	struct cells c;
	char *line;

	CHECK(setlocale(LC_CTYPE, "C.UTF-8") != NULL);
	CHECK(!cells_init(&c, 20, 2, is_utf8));
	cells_put(&c, 1, 2, width, STYLE_HOT, text);
	line = cells_line(&c, 1);
	CHECK_STR(line, want);
	free(line);
	cells_fini(&c);
}

TEST(letters)
{
	check_line("größe", 20, true, "  größe");
	check_line("größe", 20, false, "  gr??e");
	check_line("abcdef", 3, true, "  abc");
	/* Wide letters take two columns, and half of one is none. */
	check_line("漢字", 3, true, "  漢");
	/* What combines with the letter before it is left out. */
	check_line("e\u0301x", 20, true, "  ex");
}

TEST(commands_to_a_terminal)
{
	check_line("a\033[2Jb\r\n\tc\177", 20, true, "  a?[2Jb???c?");
	check_line("\xc2\x9b"
		   "2J\u202e\u2066",
		   20, true, "  ?2J??");
	check_line("\xff\xc3", 20, true, "  ??");
}

TEST(wide_letters_are_overwritten_whole)
{
	struct cells c;
	char *line;

	CHECK(setlocale(LC_CTYPE, "C.UTF-8") != NULL);
	CHECK(!cells_init(&c, 6, 1, true));
	cells_put(&c, 0, 0, 6, STYLE_PLAIN, "漢字漢");
	cells_put(&c, 0, 1, 1, STYLE_PLAIN, "x");
	cells_put(&c, 0, 2, 1, STYLE_PLAIN, "y");
	line = cells_line(&c, 0);
	CHECK_STR(line, " xy 漢");
	free(line);
	/* Outside of the screen. */
	CHECK_EQ_U64(cells_put(&c, 1, 0, 6, STYLE_PLAIN, "x"), 0);
	CHECK_EQ_U64(cells_put(&c, 0, 6, 6, STYLE_PLAIN, "x"), 0);
	cells_fini(&c);
}

static void check_elided(const char *name, unsigned width, bool is_utf8, const char *want)
{
	const struct cells of = { .is_utf8 = is_utf8 };
	char text[256];

	CHECK(setlocale(LC_CTYPE, "C.UTF-8") != NULL);
	snprintf(text, sizeof(text), "%s", name);
	elide_name(&of, text, sizeof(text), width);
	CHECK_STR(text, want);
}

TEST(names_without_room)
{
	check_elided("std::map<int, char>::find(int)", 30, true, "std::map<int, char>::find(int)");
	check_elided("std::map<int, char>::find(int)", 25, true, "std::map<>::find(int)");
	check_elided("std::map<int, char>::find(int)", 20, true, "std::map<>::find()");
	check_elided("std::map<int, char>::find(int)", 13, true, "std:…::find()");
	check_elided("std::map<int, char>::find(int)", 13, false, "std:~::find()");
	check_elided("f(void (*)(int), char) const", 12, true, "f() const");
	check_elided("[k] a_long_name_of_a_function", 16, true, "[k] a_l…function");
	check_elided("漢字漢字漢字", 7, true, "漢…漢字");
}
