#include "report/scan/sample_table.h"
#include "tests/support/test.h"

static struct sample_key key_of(uint64_t n)
{
	return (struct sample_key){ { n * 0x1000, n % 7, 0, n % 3 } };
}

TEST(counts)
{
	struct sample_key a = key_of(1), b = key_of(2), none = key_of(3);
	const struct sample_entry *e;
	struct sample_table t;

	CHECK(!sample_table_init(&t));
	CHECK(!sample_table_count(&t, &a, 10, 500));
	CHECK(!sample_table_count(&t, &b, 1, 1));
	CHECK(!sample_table_count(&t, &a, 30, 400));
	CHECK(!sample_table_count(&t, &a, 20, 600));
	e = sample_table_find(&t, &a);
	CHECK(e);
	CHECK_EQ_U64(e->count, 3);
	CHECK_EQ_U64(e->period, 60);
	CHECK_EQ_U64(e->first, 400);
	CHECK_EQ_U64(e->last, 600);
	CHECK_EQ_U64(t.n, 2);
	CHECK(!sample_table_find(&t, &none));
	sample_table_fini(&t);
}

/* A key of zeroes is a key like any other. */
TEST(zero_key)
{
	struct sample_key zero = { { 0 } };
	struct sample_table t;

	CHECK(!sample_table_init(&t));
	CHECK(!sample_table_find(&t, &zero));
	CHECK(!sample_table_count(&t, &zero, 0, 0));
	CHECK(sample_table_find(&t, &zero));
	sample_table_fini(&t);
}

TEST(grows_and_merges)
{
	struct sample_table t, other;
	uint64_t n = 300000;

	CHECK(!sample_table_init(&t));
	CHECK(!sample_table_init(&other));
	for (uint64_t i = 0; i < n; i++) {
		struct sample_key key = key_of(i);

		CHECK(!sample_table_count(&t, &key, i, i));
		if (i % 2)
			CHECK(!sample_table_count(&other, &key, 1, i + 5));
	}
	for (uint64_t i = 0; i < other.n_slots; i++)
		if (other.entries[i].count)
			CHECK(!sample_table_merge(&t, &other.entries[i]));
	CHECK_EQ_U64(t.n, n);
	CHECK(t.n < t.n_slots);
	for (uint64_t i = 0; i < n; i++) {
		struct sample_key key = key_of(i);
		const struct sample_entry *e = sample_table_find(&t, &key);

		CHECK(e);
		CHECK_EQ_U64(e->count, 1 + i % 2);
		CHECK_EQ_U64(e->period, i + i % 2);
		CHECK_EQ_U64(e->first, i);
		CHECK_EQ_U64(e->last, i % 2 ? i + 5 : i);
	}
	sample_table_fini(&t);
	sample_table_fini(&other);
}

TEST(room_that_was_asked_for_is_enough)
{
	static const uint64_t counts[] = { 0, 640, 641, 5000 };
	struct sample_table t;

	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		const struct sample_entry *entries;

		CHECK(!sample_table_init_for(&t, counts[i]));
		entries = t.entries;
		for (uint64_t k = 0; k < counts[i]; k++) {
			const struct sample_key key = { { k } };

			CHECK(!sample_table_count(&t, &key, 1, k));
		}
		CHECK(t.entries == entries);
		CHECK_EQ_U64(t.n, counts[i]);
		sample_table_fini(&t);
	}
}

TEST(fields_of_keys)
{
	struct sample_key k = { { 1, 2 | 3ull << 32, 4 | 5ull << 32, 0xffffffff | 6ull << 32 | 7ull << 48 } };

	CHECK_EQ_U64(sample_key_pid(&k), 2);
	CHECK_EQ_U64(sample_key_tid(&k), 3);
	CHECK_EQ_U64(sample_key_chain(&k), 4);
	CHECK_EQ_U64(sample_key_cpu(&k), 0xffffffff);
	CHECK_EQ_U64(sample_key_event(&k), 6);
	CHECK_EQ_U64(sample_key_mode(&k), 7);
}

static void count_keys(struct sample_table *t, uint64_t begin, uint64_t end)
{
	CHECK(!sample_table_init(t));
	for (uint64_t i = begin; i < end; i++) {
		struct sample_key key = key_of(i);

		CHECK(!sample_table_count(t, &key, 1, 1));
	}
}

/* Keys of two tables and of many, none of which, half or all are in both. Of the half 128 of 256 are met, give or take.
 */
TEST(keys_of_several_tables_are_estimated)
{
	static const struct {
		uint64_t begin, end, least, most;
	} others[] = {
		{ 0, 10000, 10000, 10000 }, { 5000, 15000, 13500, 16500 },  { 10000, 20000, 20000, 20000 },
		{ 0, 10, 10000, 10000 },    { 20000, 20010, 10010, 10010 }, { 0, 0, 10000, 10000 },
	};
	const struct sample_table *tables[20];
	struct sample_table first, other;

	count_keys(&first, 0, 10000);
	for (unsigned i = 0; i < ARRAY_SIZE(tables); i++)
		tables[i] = &first;
	CHECK_EQ_U64(sample_table_estimate(tables, 0), 0);
	CHECK_EQ_U64(sample_table_estimate(tables, 1), 10000);
	CHECK_EQ_U64(sample_table_estimate(tables, ARRAY_SIZE(tables)), 10000);
	for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
		uint64_t n;

		count_keys(&other, others[i].begin, others[i].end);
		tables[1] = &other;
		n = sample_table_estimate(tables, 2);
		CHECK(n >= others[i].least && n <= others[i].most);
		sample_table_fini(&other);
	}
	sample_table_fini(&first);
}
