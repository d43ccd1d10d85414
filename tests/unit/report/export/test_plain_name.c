/*
 * Names as plain text, from which their bytes can be had back; and numbers in few bytes.
 */
#include "report/export/plain_name.h"

#include "report/export/packed_numbers.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <ctype.h>

static void check_name(const char *name, const char *want)
{
	struct buffer b;

	buffer_init(&b);
	CHECK_STR(plain_name(&b, name), want);
	buffer_fini(&b);
}

TEST(names)
{
	check_name("", "");
	check_name("std::map<int, \"x\">::find(\\y) \\", "std::map<int, \"x\">::find(\\y) \\");
	check_name("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
	check_name("a\x01\n\x7f"
		   "b",
		   "a\\x01\\x0a\\x7fb");
	/* U+009B, and the bytes that look like its second one; what is cut; a surrogate */
	check_name("\xc2\x9b", "\\xc2\\x9b");
	check_name("\x9b\xe2\x82", "\\x9b\\xe2\\x82");
	check_name("\xed\xa0\x80", "\\xed\\xa0\\x80");
	check_name("\\x01", "\\x5cx01");
	check_name("\\\x01", "\\\\x01");
	check_name("C:\\xml\\x0", "C:\\xml\\x0");
}

/* The bytes that a plain name stands for. */
static void plain_read(const char *text, char *name)
{
	for (; *text; name++) {
		if (text[0] == '\\' && text[1] == 'x' && isxdigit(text[2]) && isxdigit(text[3])) {
			unsigned byte = 0;

			for (unsigned i = 2; i < 4; i++)
				byte = 16 * byte + (unsigned)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
			*name = (char)byte;
			text += 4;
		} else {
			*name = *text++;
		}
	}
	*name = 0;
}

TEST(different_names_stay_different)
{
	static const char letters[] = "\\x5c01\x01\xc2\x9b\xc3\xa4";
	uint64_t random = RANDOM_FIRST;
	char name[8], back[8];
	struct buffer b;

	buffer_init(&b);
	for (unsigned i = 0; i < 200000; i++) {
		unsigned n = (unsigned)(random_next(&random) % 7);

		for (unsigned k = 0; k < n; k++)
			name[k] = letters[random_next(&random) % (sizeof(letters) - 1)];
		name[n] = 0;
		plain_read(plain_name(&b, name), back);
		CHECK_STR(back, name);
	}
	buffer_fini(&b);
}

TEST(packed_numbers)
{
	static const uint64_t numbers[] = { 0, 1, 127, 128, 1ull << 32, UINT64_MAX, 5, UINT64_MAX - 1, 1ull << 63, 0 };
	const uint8_t *at;
	uint64_t before = 0;
	struct buffer b;

	buffer_init(&b);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		packed_put(&b, numbers[i]);
		packed_put_difference(&b, numbers[i], before);
		before = numbers[i];
	}
	at = b.data;
	before = 0;
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		CHECK_EQ_U64(packed_get(&at), numbers[i]);
		before = packed_get_next(&at, before);
		CHECK_EQ_U64(before, numbers[i]);
	}
	CHECK(at == b.data + b.size);
	buffer_clear(&b);
	packed_put_difference(&b, 1000063, 1000000);
	packed_put_difference(&b, 1000000, 1000063);
	CHECK_EQ_U64(b.size, 2);
	buffer_fini(&b);
}
