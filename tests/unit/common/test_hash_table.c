/* hash_table: elements are found again by their hash and by what they are. */
#include "common/hash_table.h"
#include "tests/support/test.h"

#include <errno.h>

/* Elements of which each is a number; the hash is what a case says. */
static const uint64_t list[] = { 10, 20, 30, 40 };

static bool same_number(const void *context, uint32_t number, const void *wanted)
{
	return ((const uint64_t *)context)[number] == *(const uint64_t *)wanted;
}

static uint32_t find(const struct hash_table *t, uint64_t hash, uint64_t wanted)
{
	return hash_table_find(t, hash, same_number, list, &wanted);
}

TEST(empty)
{
	struct hash_table t = { 0 };

	CHECK_EQ_U64(find(&t, 1, 10), HASH_TABLE_NONE);
	CHECK_EQ_U64(hash_table_bytes(&t), 0);
	hash_table_clear(&t);
	hash_table_fini(&t);
}

/* Elements with equal hashes are distinguished by comparison, others by their hashes alone. */
TEST(same_hash)
{
	struct hash_table t = { 0 };

	CHECK_EQ_I64(hash_table_add(&t, 7, 0), 0);
	CHECK_EQ_I64(hash_table_add(&t, 7, 1), 0);
	CHECK_EQ_I64(hash_table_add(&t, 8, 2), 0);
	CHECK_EQ_U64(find(&t, 7, 10), 0);
	CHECK_EQ_U64(find(&t, 7, 20), 1);
	CHECK_EQ_U64(find(&t, 7, 30), HASH_TABLE_NONE);
	CHECK_EQ_U64(find(&t, 8, 30), 2);
	CHECK_EQ_U64(find(&t, 9, 10), HASH_TABLE_NONE);
	hash_table_fini(&t);
}

/* Of a hash the low 32 bits count. */
TEST(wide_hashes)
{
	struct hash_table t = { 0 };

	CHECK_EQ_I64(hash_table_add(&t, 0x500000007, 0), 0);
	CHECK_EQ_U64(find(&t, 7, 10), 0);
	CHECK_EQ_U64(find(&t, 0x900000007, 10), 0);
	hash_table_fini(&t);
}

TEST(renumbered)
{
	struct hash_table t = { 0 };

	CHECK_EQ_I64(hash_table_add(&t, 7, 0), 0);
	CHECK_EQ_I64(hash_table_add(&t, 7, 1), 0);
	hash_table_renumber(&t, 7, 1, 3);
	CHECK_EQ_U64(find(&t, 7, 20), HASH_TABLE_NONE);
	CHECK_EQ_U64(find(&t, 7, 40), 3);
	CHECK_EQ_U64(find(&t, 7, 10), 0);
	hash_table_fini(&t);
}

TEST(cleared)
{
	struct hash_table t = { 0 };
	uint64_t bytes;

	CHECK_EQ_I64(hash_table_add(&t, 7, 0), 0);
	bytes = hash_table_bytes(&t);
	hash_table_clear(&t);
	CHECK_EQ_U64(find(&t, 7, 10), HASH_TABLE_NONE);
	CHECK_EQ_U64(t.n, 0);
	CHECK_EQ_U64(hash_table_bytes(&t), bytes);
	CHECK_EQ_I64(hash_table_add(&t, 7, 1), 0);
	CHECK_EQ_U64(find(&t, 7, 20), 1);
	hash_table_fini(&t);
}

/* At most half of the slots are taken, so a search always ends; all elements are still there after it has grown. */
TEST(growth)
{
	struct hash_table t = { 0 };

	for (uint32_t i = 0; i < 100000; i++) {
		CHECK_EQ_I64(hash_table_add(&t, i * 0x10000u + i, i), 0);
		CHECK(t.n <= t.n_slots / 2);
	}
	for (uint32_t i = 0; i < 100000; i++)
		CHECK_EQ_U64(hash_table_find(&t, i * 0x10000u + i, NULL, NULL, NULL), i);
	CHECK_EQ_U64(hash_table_find(&t, 1, NULL, NULL, NULL), HASH_TABLE_NONE);
	hash_table_fini(&t);
}

TEST(reserved)
{
	struct hash_table t = { 0 };
	uint64_t bytes;

	CHECK_EQ_I64(hash_table_reserve(&t, 1000), 0);
	bytes = hash_table_bytes(&t);
	for (uint32_t i = 0; i < 1000; i++)
		CHECK_EQ_I64(hash_table_add(&t, i, i), 0);
	CHECK_EQ_U64(hash_table_bytes(&t), bytes);
	CHECK_EQ_I64(hash_table_reserve(&t, UINT32_MAX), -ENOMEM);
	CHECK_EQ_U64(hash_table_find(&t, 999, NULL, NULL, NULL), 999);
	hash_table_fini(&t);
}

TEST(map)
{
	struct u32map m = { 0 };

	CHECK_EQ_U64(u32map_get(&m, 0), U32MAP_NONE);
	for (uint32_t key = 0; key < 1000; key++)
		CHECK_EQ_I64(u32map_set(&m, key << 20, key), 0);
	CHECK_EQ_I64(u32map_set(&m, 5u << 20, UINT32_MAX - 1), 0);
	for (uint32_t key = 0; key < 1000; key++)
		CHECK_EQ_U64(u32map_get(&m, key << 20), key == 5 ? UINT32_MAX - 1 : key);
	CHECK_EQ_U64(u32map_get(&m, 1), U32MAP_NONE);
	CHECK_EQ_I64(u32map_set(&m, 0, 77), 0);
	CHECK_EQ_U64(u32map_get(&m, 0), 77);
	/* Values may stand several times. */
	for (uint32_t key = 0; key < 1000; key++)
		CHECK_EQ_I64(u32map_set(&m, key << 20, 3), 0);
	CHECK_EQ_I64(u32map_set(&m, 9u << 20, 4), 0);
	for (uint32_t key = 0; key < 1000; key++)
		CHECK_EQ_U64(u32map_get(&m, key << 20), key == 9 ? 4 : 3);
	u32map_fini(&m);
}
