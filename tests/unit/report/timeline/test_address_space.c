/* Random mappings against an array that says what is mapped at each address; old roots stay as they were. */
#include "report/timeline/address_space.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define ADDRS 512

struct model {
	uint32_t at[ADDRS];
};

static void model_empty(struct model *m)
{
	for (int i = 0; i < ADDRS; i++)
		m->at[i] = SPACE_NONE;
}

static void check_model(const struct address_space_store *s, address_space_root root, const struct model *m)
{
	for (uint64_t i = 0; i < ADDRS; i++)
		CHECK_EQ_U64(address_space_find(s, root, i), m->at[i]);
	CHECK_EQ_U64(address_space_find(s, root, ADDRS), SPACE_NONE);
	CHECK_EQ_U64(address_space_find(s, root, UINT64_MAX), SPACE_NONE);
}

TEST(empty)
{
	struct address_space_store s;
	struct model m;

	CHECK(!address_space_store_init(&s));
	model_empty(&m);
	check_model(&s, SPACE_EMPTY, &m);
	CHECK_EQ_U64(address_space_insert(&s, SPACE_EMPTY, 5, 5, 1), SPACE_EMPTY);
	CHECK_EQ_U64(address_space_insert(&s, SPACE_EMPTY, 6, 5, 1), SPACE_EMPTY);
	address_space_store_fini(&s);
}

/* Each older interval is cut at its end, its beginning, its middle, or covered. */
TEST(over_older_mappings)
{
	static const struct {
		uint64_t start, end;
	} over[] = { { 100, 200 }, { 150, 250 }, { 50, 150 }, { 120, 180 }, { 50, 250 }, { 200, 300 }, { 0, 100 } };

	for (size_t i = 0; i < ARRAY_SIZE(over); i++) {
		struct address_space_store s;
		address_space_root root;
		struct model m;

		CHECK(!address_space_store_init(&s));
		model_empty(&m);
		for (uint64_t a = 100; a < 200; a++)
			m.at[a] = 1;
		for (uint64_t a = over[i].start; a < over[i].end; a++)
			m.at[a] = 2;
		root = address_space_insert(&s, SPACE_EMPTY, 100, 200, 1);
		root = address_space_insert(&s, root, over[i].start, over[i].end, 2);
		check_model(&s, root, &m);
		address_space_store_fini(&s);
	}
}

TEST(whole_range)
{
	struct address_space_store s;
	address_space_root root;

	CHECK(!address_space_store_init(&s));
	root = address_space_insert(&s, SPACE_EMPTY, 0, UINT64_MAX, 1);
	root = address_space_insert(&s, root, UINT64_MAX - 10, UINT64_MAX, 2);
	CHECK_EQ_U64(address_space_find(&s, root, 0), 1);
	CHECK_EQ_U64(address_space_find(&s, root, UINT64_MAX - 11), 1);
	CHECK_EQ_U64(address_space_find(&s, root, UINT64_MAX - 1), 2);
	address_space_store_fini(&s);
}

/* All intervals, in order, each once. */
TEST(next)
{
	struct address_space_store s;
	address_space_root root = SPACE_EMPTY;
	const struct address_space_node *at;
	uint64_t addr = 0;
	uint32_t n = 0;

	CHECK(!address_space_store_init(&s));
	CHECK(!address_space_next(&s, root, 0));
	for (uint32_t i = 0; i < 100; i++)
		root = address_space_insert(&s, root, i * 37 % 100 * 10 + 1, i * 37 % 100 * 10 + 9, i * 37 % 100);
	for (; (at = address_space_next(&s, root, addr)); addr = at->end, n++) {
		CHECK_EQ_U64(at->map, n);
		CHECK_EQ_U64(at->start, n * 10 + 1);
	}
	CHECK_EQ_U64(n, 100);
	CHECK_EQ_U64(address_space_next(&s, root, 500)->map, 50);
	CHECK_EQ_U64(address_space_next(&s, root, 508)->map, 50);
	CHECK_EQ_U64(address_space_next(&s, root, 509)->map, 51);
	root = address_space_insert(&s, root, 5000, UINT64_MAX, 7);
	CHECK_EQ_U64(address_space_next(&s, root, 999)->map, 7);
	CHECK(!address_space_next(&s, root, UINT64_MAX));
	address_space_store_fini(&s);
}

/* Roots are kept, forked and changed at random; every one sealed must say later what it said first. */
TEST(random_with_old_roots)
{
	enum { KEPT = 64 };

	for (int round = 0; round < 8; round++) {
		struct model *models = malloc(KEPT * sizeof(*models));
		address_space_root roots[KEPT] = { 0 };
		struct address_space_store s;

		CHECK(models && !address_space_store_init(&s));
		for (int i = 0; i < KEPT; i++)
			model_empty(&models[i]);
		for (uint32_t step = 0; step < 600; step++) {
			uint32_t from = random_below(KEPT), to = random_below(KEPT);
			struct model m = models[from];
			address_space_root root = roots[from];

			address_space_seal(&s);
			for (uint32_t n = random_below(6); n-- > 0;) {
				uint64_t start = random_below(ADDRS), end = start + random_below(80);

				if (end > ADDRS)
					end = ADDRS;
				root = address_space_insert(&s, root, start, end, step * 8 + n);
				for (uint64_t a = start; a < end; a++)
					m.at[a] = step * 8 + n;
			}
			models[to] = m;
			roots[to] = root;
		}
		CHECK(!s.failed);
		for (int i = 0; i < KEPT; i++)
			check_model(&s, roots[i], &models[i]);
		address_space_store_fini(&s);
		free(models);
	}
}

/* Addresses in order, as in /proc/PID/maps, do not make the tree a list: it stays fast. */
TEST(ascending_addresses)
{
	struct address_space_store s;
	address_space_root root = SPACE_EMPTY;

	CHECK(!address_space_store_init(&s));
	for (uint64_t i = 0; i < 200000; i++)
		root = address_space_insert(&s, root, i * 4096, (i + 1) * 4096, (uint32_t)i);
	for (uint64_t i = 0; i < 200000; i++)
		CHECK_EQ_U64(address_space_find(&s, root, i * 4096 + 17), i);
	/* unsealed: a node an insert */
	CHECK(s.n <= 200001);
	address_space_store_fini(&s);
}
