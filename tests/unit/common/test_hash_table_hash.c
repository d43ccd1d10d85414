/*
 * The mix of hash tables: its seed is another one in every process, so that no file can bring keys that collide.
 */
#include "common/hash_table.h"
#include "tests/support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define PROCESSES 4
#define KEYS      4096
#define SLOTS     8192

/* For the case below, which runs this one in other processes. */
TEST(print)
{
	printf("# hash %" PRIx64 "\n", hash_u64(1));
}

static void printed(char *line, size_t size)
{
	char command[64];
	FILE *out;

	snprintf(command, sizeof(command), "/proc/%d/exe print", getpid());
	out = popen(command, "r");
	CHECK(out);
	while (fgets(line, (int)size, out) && strncmp(line, "# hash ", 7) != 0)
		;
	CHECK(!strncmp(line, "# hash ", 7));
	while (fgetc(out) != EOF)
		;
	CHECK(!pclose(out));
}

TEST(seed_is_of_the_process)
{
	char lines[PROCESSES][64];

	for (int i = 0; i < PROCESSES; i++) {
		printed(lines[i], sizeof(lines[i]));
		for (int k = 0; k < i; k++)
			CHECK(strcmp(lines[i], lines[k]) != 0);
	}
}

/* How many slots n keys fall into: a table's probes are short if these are many. */
static unsigned slots_hit(uint64_t (*key)(uint64_t i))
{
	static bool hit[SLOTS];
	unsigned n = 0;

	memset(hit, 0, sizeof(hit));
	for (uint64_t i = 0; i < KEYS; i++) {
		bool *slot = &hit[hash_u64(key(i)) % SLOTS];

		n += !*slot;
		*slot = true;
	}
	return n;
}

static uint64_t key_count(uint64_t i)
{
	return i;
}

static uint64_t key_page(uint64_t i)
{
	return 0xffffffff81000000 + i * 4096;
}

static uint64_t key_high(uint64_t i)
{
	return i << 52;
}

/* Balls thrown by chance hit 1 - 1/sqrt(e) of the slots: 3222. */
TEST(spread)
{
	CHECK(slots_hit(key_count) > 2800);
	CHECK(slots_hit(key_page) > 2800);
	CHECK(slots_hit(key_high) > 2800);
}

/* What compilers without numbers of 128 bits have: the same. */
TEST(product_by_halves)
{
	static const uint64_t factors[] = { 0, 1, 2, 0xffffffff, 0x100000000, 0xffffffffffffffff, 0xd6e8feb86659fd93 };

	for (size_t i = 0; i < ARRAY_SIZE(factors); i++)
		for (uint64_t k = 0, b = 0; k < 1000; k++, b += 0x9e3779b97f4a7c15)
			CHECK_EQ_U64(product_folded_by_halves(factors[i], b), product_folded(factors[i], b));
	/* 2^64 - 1 by itself: 2^128 - 2^65 + 1 */
	CHECK_EQ_U64(product_folded_by_halves(UINT64_MAX, UINT64_MAX), 0xfffffffffffffffeull ^ 1);
	CHECK_EQ_U64(product_folded_by_halves(1ull << 63, 6), 3);
}
