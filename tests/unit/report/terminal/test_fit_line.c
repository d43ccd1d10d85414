/* line_cut: lines that fit stay as they are, longer ones end in '~' at the last column, wherever the pieces part. */
#include "report/terminal/fit.h"
#include "tests/support/test.h"

#include <string.h>

static char shown[256];

/* The text in pieces of so many bytes, which must not part a character. */
static const char *cut_in(unsigned columns, const char *text, size_t piece)
{
	struct line_cut c;
	size_t used = 0, size = strlen(text);

	line_cut_init(&c, columns);
	for (size_t i = 0; i < size; i += piece) {
		size_t n = size - i < piece ? size - i : piece;
		size_t made = line_cut(&c, text + i, n, shown + used);

		CHECK(made <= n + LINE_CUT_CHARACTER);
		used += made;
	}
	used += line_cut_end(&c, shown + used);
	shown[used] = 0;
	return shown;
}

static const char *cut(unsigned columns, const char *text)
{
	static char whole[256];

	strcpy(whole, cut_in(columns, text, sizeof(shown)));
	return whole;
}

TEST(what_fits_stays)
{
	CHECK_STR(cut(5, "12345\n\n1234\n"), "12345\n\n1234\n");
	CHECK_STR(cut(5, "12345"), "12345");
	CHECK_STR(cut(0, "any length\n"), "any length\n");
}

TEST(what_does_not_is_cut)
{
	CHECK_STR(cut(5, "123456\nabcdefgh\nx\n"), "1234~\nabcd~\nx\n");
	CHECK_STR(cut(1, "ab\nc\n"), "~\nc\n");
}

TEST(characters_are_columns)
{
	CHECK_STR(cut(4, "gr\303\274n\ngr\303\274n!\n"), "gr\303\274n\ngr\303\274~\n");
	CHECK_STR(cut(3, "\360\237\220\233\342\202\254\303\274\n"), "\360\237\220\233\342\202\254\303\274\n");
	/* bytes of no character are one each */
	CHECK_STR(cut(3, "\377\377\377\377\n"), "\377\377~\n");
}

TEST(tabs)
{
	CHECK_STR(cut(10, "a\tb\n"), "a\tb\n");
	CHECK_STR(cut(10, "a\tbcd\n"), "a\tb~\n");
	CHECK_STR(cut(7, "a\tb\n"), "a~\n");
}

TEST(pieces_make_no_difference)
{
	static const char text[] = "123456\n12345\nabcdefghij\n\n1\n";

	for (size_t piece = 1; piece < sizeof(text); piece++)
		CHECK_STR(cut_in(5, text, piece), cut(5, text));
}

TEST(width)
{
	CHECK_EQ_U64(line_cut_width(""), 0);
	CHECK_EQ_U64(line_cut_width("gr\303\274n"), 4);
	CHECK_STR(line_cut_at("gr\303\274n", 3), "n");
	CHECK_STR(line_cut_at("gr\303\274n", 9), "");
}
