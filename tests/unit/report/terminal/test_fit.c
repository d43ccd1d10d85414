/* fit: the widest column gives first; templates lose their arguments before a name is cut. */
#include "report/terminal/fit.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

static void check_columns(const int *widths, const int *shares, int room, const char *want)
{
	int list[4];
	char have[64] = "";
	unsigned n = 0;

	for (; widths[n]; n++)
		list[n] = widths[n];
	fit_columns(list, shares, n, room);
	for (unsigned i = 0; i < n; i++)
		snprintf(have + strlen(have), sizeof(have) - strlen(have), "%s%d", i ? " " : "", list[i]);
	CHECK_STR(have, want);
}

TEST(columns)
{
	static const int even[] = { 1, 1, 1 }, last[] = { 1, 1, 2 };

	check_columns((int[]){ 7, 10, 20, 0 }, even, 37, "7 10 20");
	check_columns((int[]){ 7, 10, 20, 0 }, even, 30, "7 10 13");
	check_columns((int[]){ 7, 30, 300, 0 }, even, 57, "7 25 25");
	check_columns((int[]){ 7, 30, 300, 0 }, last, 58, "7 17 34");
	/* what does not divide is not lost */
	check_columns((int[]){ 7, 30, 300, 0 }, last, 59, "7 18 34");
	/* none disappears */
	check_columns((int[]){ 50, 50, 50, 0 }, even, 5, "6 6 6");
	check_columns((int[]){ 50, 50, 50, 0 }, last, -5, "6 6 12");
}

static void check_name(const char *name, int width, bool cut, const char *want)
{
	char text[256];

	snprintf(text, sizeof(text), "%s", name);
	fit_name(text, width, cut);
	CHECK_STR(text, want);
}

TEST(short_names_stay)
{
	check_name("std::map<int, long>::find", 25, true, "std::map<int, long>::find");
	check_name("", 0, true, "");
}

TEST(arguments_of_templates)
{
	check_name("std::map<int, std::vector<long>>::find<A>", 20, false, "std::map<>::find<>");
	check_name("f<(anonymous namespace)::g>", 5, false, "f<>");
	check_name("f<int (*)(A const&)->B>::h", 5, false, "f<>::h");
	/* these are none */
	check_name("<alloc::Vec<T> as core::Clone>::clone", 5, false, "<alloc::Vec<> as core::Clone>::clone");
	check_name("operator< (A, B)", 5, false, "operator< (A, B)");
	check_name("A<int>::operator<<", 5, false, "A<>::operator<<");
	check_name("A<int>::operator-><int>", 5, false, "A<>::operator-><int>");
	/* nothing closes them */
	check_name("a<b<c", 2, false, "a<b<c");
	check_name("a>b", 2, false, "a>b");
}

TEST(names_are_cut)
{
	check_name("a_function", 10, true, "a_function");
	check_name("a_function", 9, true, "a_functi~");
	check_name("a_function", 1, true, "~");
	check_name("gr\303\274ne_B\303\244ume", 8, true, "gr\303\274ne_B~");
	check_name("map<int>::find", 6, true, "map<>~");
}
