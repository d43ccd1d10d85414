#include "common/printable.h"
#include "tests/support/test.h"

#include <stdio.h>

static const char *mask(const char *text)
{
	static char masked[64];

	snprintf(masked, sizeof(masked), "%s", text);
	CHECK_EQ_U64(printable_mask(masked, strlen(masked), false), strlen(text));
	return masked;
}

TEST(what_terminals_take_for_commands)
{
	CHECK_STR(mask("plain\ttext\n"), "plain\ttext\n");
	CHECK_STR(mask("a\033[2Jb\rc\bd\ae\177f"), "a?[2Jb?c?d?e?f");
	CHECK_STR(mask("\302\2332J"), "??2J");
	CHECK_STR(mask("\302\200 \302\237"), "?? ??");
}

TEST(utf8_stays)
{
	/* letters whose last bytes are those of control characters: U+011b, U+2019, U+1f41b */
	CHECK_STR(mask("gr\303\274n \302\265s \342\202\254"), "gr\303\274n \302\265s \342\202\254");
	CHECK_STR(mask("\304\233 \342\200\231 \360\237\220\233"), "\304\233 \342\200\231 \360\237\220\233");
	/* the first and the last of each size */
	CHECK_STR(mask("\302\240\337\277"), "\302\240\337\277");
	CHECK_STR(mask("\340\240\200\355\237\277\356\200\200\357\277\277"),
		  "\340\240\200\355\237\277\356\200\200\357\277\277");
	CHECK_STR(mask("\360\220\200\200\364\217\277\277"), "\360\220\200\200\364\217\277\277");
}

TEST(bytes_that_are_no_utf8)
{
	/* each of the bytes alone, and after a letter of ISO 8859 */
	for (int byte = 0x80; byte <= 0x9f; byte++) {
		CHECK_STR(mask((char[]){ 'a', (char)byte, '2', 'J', 0 }), "a?2J");
		CHECK_STR(mask((char[]){ (char)0xff, (char)byte, 0 }), "\377?");
	}
	CHECK_STR(mask("gr\374n"), "gr\374n");
	/* cut off by another character, and by the end */
	CHECK_STR(mask("\342\233A"), "\342?A");
	CHECK_STR(mask("\360\237\220"), "\360??");
	CHECK_STR(mask("\342\342\202\254"), "\342\342\202\254");
	/* longer than need be: U+001b in 2, 3 and 4 bytes; surrogates; beyond U+10ffff */
	CHECK_STR(mask("\300\233 \340\200\233 \360\200\200\233"), "\300? \340?? \360???");
	CHECK_STR(mask("\355\240\200 \364\220\200\200 \365\233"), "\355\240? \364??? \365?");
}

TEST(direction)
{
	CHECK_STR(mask("a\342\200\256b\342\200\252c\342\201\246d\342\201\251e"), "a???b???c???d???e");
	CHECK_STR(mask("\342\200\251\342\200\257\342\201\245\342\201\252"),
		  "\342\200\251\342\200\257\342\201\245\342\201\252");
}

/* However the text is cut, the same comes out. */
TEST(pieces)
{
	static const char text[] = "x\302\233\304\233\342\200\256\360\237\220\233\233\342\233y\360\237z";
	const char *want = mask(text);
	size_t size = strlen(text);

	for (size_t a = 0; a <= size; a++) {
		for (size_t b = a; b <= size; b++) {
			const size_t ends[] = { a, b, size };
			char have[64];
			size_t done = 0;

			snprintf(have, sizeof(have), "%s", text);
			for (int i = 0; i < 3; i++) {
				done += printable_mask(have + done, ends[i] - done, i < 2);
				CHECK(ends[i] - done <= 3);
			}
			CHECK_STR(have, want);
		}
	}
}
