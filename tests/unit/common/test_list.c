/* list: arrays that grow, with a capacity that is kept and without. */
#include "common/list.h"
#include "tests/support/test.h"

#include <stdlib.h>

TEST(with_a_capacity)
{
	uint32_t *list = NULL, capacity = 0;

	for (uint32_t n = 0; n < 1000; n++) {
		CHECK(list_reserve(&list, n, &capacity, sizeof(*list)));
		CHECK(capacity > n);
		list[n] = n;
	}
	for (uint32_t n = 0; n < 1000; n++)
		CHECK_EQ_U64(list[n], n);
	/* More than there can be: nothing changes. */
	capacity = 1u << 31;
	CHECK(!list_grow(&list, capacity, &capacity, sizeof(*list)));
	CHECK_EQ_U64(capacity, 1u << 31);
	CHECK_EQ_U64(list[999], 999);
	free(list);
}

/* A sanitizer sees what is written beyond the room. */
TEST(without_a_capacity)
{
	uint64_t *list = NULL;

	for (uint64_t n = 0; n < 1000; n++) {
		CHECK(list_reserve_unkept(&list, n, sizeof(*list)));
		list[n] = n;
	}
	for (uint64_t n = 0; n < 1000; n++)
		CHECK_EQ_U64(list[n], n);
	CHECK(!list_reserve_unkept(&list, SIZE_MAX / 4 + 1, sizeof(*list)));
	CHECK_EQ_U64(list[999], 999);
	free(list);
}

TEST(extended_by_zeros)
{
	uint32_t *list = NULL;

	CHECK(list_extend(&list, 0, 3, sizeof(*list)));
	CHECK(!list[0] && !list[1] && !list[2]);
	list[2] = 7;
	CHECK(list_extend(&list, 3, 3, sizeof(*list)) && list_extend(&list, 3, 100, sizeof(*list)));
	CHECK_EQ_U64(list[2], 7);
	for (size_t i = 3; i < 100; i++)
		CHECK(!list[i]);
	CHECK(!list_extend(&list, 100, SIZE_MAX, sizeof(*list)));
	CHECK_EQ_U64(list[2], 7);
	free(list);
}

TEST(by_key)
{
	struct element {
		uint32_t a, b;
	} *list = NULL, *e;
	struct u32map by_key = { 0 };
	uint32_t n = 0, capacity = 0;

	for (uint32_t key = 0; key < 100; key++) {
		e = list_element(&by_key, key * 7, &list, &n, &capacity, sizeof(*list));
		CHECK(e && !e->a && !e->b);
		e->a = key;
	}
	e = list_element(&by_key, 3 * 7, &list, &n, &capacity, sizeof(*list));
	CHECK_EQ_U64(e->a, 3);
	CHECK_EQ_U64(n, 100);
	u32map_fini(&by_key);
	free(list);
}
