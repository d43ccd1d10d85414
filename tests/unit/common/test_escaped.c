#include "common/escaped.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static void check_escaped(const char *text, unsigned also, const char *want)
{
	struct buffer b;

	buffer_init(&b);
	escaped_put(&b, text, also);
	buffer_put_u8(&b, 0);
	CHECK(buffer_ok(&b));
	CHECK_STR((const char *)b.data, want);
	buffer_fini(&b);
}

TEST(characters_stay_and_bytes_are_escaped)
{
	check_escaped("", 0, "");
	check_escaped("main", 0, "main");
	check_escaped("gr\303\266\303\237e \342\202\254 \360\237\230\200", ESCAPED_CONTROLS,
		      "gr\303\266\303\237e \342\202\254 \360\237\230\200");
	check_escaped("a\377b\303", 0, "a\\xffb\\xc3");
	check_escaped("\303\050", 0, "\\xc3(");
}

TEST(what_looks_escaped_is_escaped)
{
	check_escaped("a\\xffb", 0, "a\\x5cxffb");
	check_escaped("a\\xfg\\x", 0, "a\\xfg\\x");
	check_escaped("C:\\x86\\y", 0, "C:\\x5cx86\\y");
}

TEST(controls_where_they_are_asked_for)
{
	check_escaped("a\tb\n\177\302\233", 0, "a\tb\n\177\302\233");
	check_escaped("a\tb\n\177\302\233", ESCAPED_CONTROLS, "a\\x09b\\x0a\\x7f\\xc2\\x9b");
	check_escaped("\302\240", ESCAPED_CONTROLS, "\302\240");
}

TEST(formulas_do_not_begin_as_such)
{
	check_escaped("=1+1", ESCAPED_FORMULA, "\\x3d1+1");
	check_escaped("@sum", ESCAPED_FORMULA, "\\x40sum");
	check_escaped("-", ESCAPED_FORMULA, "-");
	check_escaped("=1+1", 0, "=1+1");
	check_escaped("a=1", ESCAPED_FORMULA, "a=1");
}

/* Puts the bytes back. */
static size_t unescape(const struct buffer *b, uint8_t *bytes)
{
	size_t n = 0;

	for (size_t i = 0; i < b->size; i++) {
		char digits[3] = { 0 }, *end;

		bytes[n] = b->data[i];
		if (b->data[i] == '\\' && i + 3 < b->size && b->data[i + 1] == 'x') {
			memcpy(digits, &b->data[i + 2], 2);
			bytes[n] = (uint8_t)strtoul(digits, &end, 16);
			if (end == digits + 2)
				i += 3;
			else
				bytes[n] = '\\';
		}
		n++;
	}
	return n;
}

/* All texts of some bytes that matter: each is got back. */
TEST(different_names_stay_different)
{
	static const char letters[] = "\\xf5\377\303\277=";
	enum { LENGTH = 5 };
	size_t n_letters = sizeof(letters) - 1, n_texts = 1;

	for (int i = 0; i < LENGTH; i++)
		n_texts *= n_letters;
	for (size_t k = 0; k < n_texts; k++) {
		char text[LENGTH + 1] = { 0 };
		uint8_t bytes[8 * LENGTH];
		struct buffer b;

		for (size_t i = 0, rest = k; i < LENGTH; i++, rest /= n_letters)
			text[i] = letters[rest % n_letters];
		buffer_init(&b);
		escaped_put(&b, text, ESCAPED_CONTROLS | ESCAPED_FORMULA);
		CHECK_EQ_U64(unescape(&b, bytes), LENGTH);
		CHECK(!memcmp(bytes, text, LENGTH));
		buffer_fini(&b);
	}
}
