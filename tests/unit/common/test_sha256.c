#include "common/sha256.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>

static void check_hash(const void *data, size_t size, size_t step, const char *want)
{
	uint8_t hash[SHA256_SIZE];
	char text[2 * SHA256_SIZE + 1];
	struct sha256 s;

	sha256_init(&s);
	for (size_t at = 0; at < size; at += step)
		sha256_add(&s, (const uint8_t *)data + at, step < size - at ? step : size - at);
	sha256_end(&s, hash);
	for (size_t i = 0; i < SHA256_SIZE; i++)
		snprintf(text + 2 * i, 3, "%02x", hash[i]);
	CHECK_STR(text, want);
}

/* The examples of FIPS 180-4; the last by sha256sum. */
TEST(the_standard_s_examples)
{
	static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
	char *million = malloc(1000000);

	check_hash("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	check_hash("abc", 3, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	for (size_t step = 1; step < sizeof(two); step += 7)
		check_hash(two, sizeof(two) - 1, step,
			   "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
	memset(million, 'a', 1000000);
	for (size_t step = 1; step < 1000; step += 333)
		check_hash(million, 1000000, step, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	free(million);
}
