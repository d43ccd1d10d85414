#include "common/strtab.h"
#include "tests/support/test.h"

#include <stdio.h>

TEST(empty_string_is_zero)
{
	struct strtab t;

	CHECK_EQ_I64(strtab_init(&t), 0);
	CHECK_EQ_U64(strtab_add_string(&t, ""), 0);
	CHECK_STR(strtab_get(&t, 0), "");
	strtab_fini(&t);
}

TEST(ids_in_order_of_first_sight)
{
	struct strtab t;

	CHECK_EQ_I64(strtab_init(&t), 0);
	CHECK_EQ_U64(strtab_add_string(&t, "a"), 1);
	CHECK_EQ_U64(strtab_add_string(&t, "b"), 2);
	CHECK_EQ_U64(strtab_add_string(&t, "a"), 1);
	CHECK_EQ_U64(strtab_find(&t, "b", 1), 2);
	CHECK_EQ_U64(strtab_find(&t, "c", 1), STRTAB_NONE);
	strtab_fini(&t);
}

/* A prefix is another string, and a NUL inside the size ends the string. */
TEST(sizes)
{
	struct strtab t;
	uint32_t abc, ab;

	CHECK_EQ_I64(strtab_init(&t), 0);
	abc = strtab_add(&t, "abcdef", 3);
	ab = strtab_add(&t, "ab\0xyz", 6);
	CHECK(abc != ab);
	CHECK_STR(strtab_get(&t, abc), "abc");
	CHECK_STR(strtab_get(&t, ab), "ab");
	CHECK_EQ_U64(strtab_find(&t, "ab", 2), ab);
	CHECK_EQ_U64(strtab_find(&t, "abc", 3), abc);
	CHECK_EQ_U64(strtab_find(&t, "abcd", 4), STRTAB_NONE);
	strtab_fini(&t);
}

TEST(many_strings_stay_where_they_are)
{
	enum { N = 50000 };
	struct strtab t;
	const char *first;
	char text[32];

	CHECK_EQ_I64(strtab_init(&t), 0);
	first = strtab_get(&t, strtab_add_string(&t, "string-0"));
	for (int i = 0; i < N; i++) {
		snprintf(text, sizeof(text), "string-%d", i);
		CHECK_EQ_U64(strtab_add_string(&t, text), i + 1);
	}
	for (int i = 0; i < N; i++) {
		snprintf(text, sizeof(text), "string-%d", i);
		CHECK_EQ_U64(strtab_find(&t, text, strlen(text)), i + 1);
		CHECK_STR(strtab_get(&t, i + 1), text);
	}
	CHECK(strtab_get(&t, 1) == first);
	strtab_fini(&t);
}

/* Two tables over one: what that one has keeps its number, what they add is theirs. */
TEST(over_another_table)
{
	struct strtab base, one, two;

	CHECK(!strtab_init(&base));
	CHECK_EQ_U64(strtab_add_string(&base, "a"), 1);
	CHECK_EQ_U64(strtab_add_string(&base, "b"), 2);
	CHECK(!strtab_init_over(&one, &base) && !strtab_init_over(&two, &base));
	CHECK_EQ_U64(strtab_add_string(&one, "b"), 2);
	CHECK_EQ_U64(strtab_add_string(&one, "c"), 3);
	CHECK_EQ_U64(strtab_add_string(&one, "d"), 4);
	CHECK_EQ_U64(strtab_add_string(&two, "d"), 3);
	CHECK_EQ_U64(strtab_add_string(&one, "c"), 3);
	CHECK_EQ_U64(strtab_add_string(&one, ""), 0);
	CHECK_EQ_U64(strtab_find(&one, "a", 1), 1);
	CHECK_EQ_U64(strtab_find(&two, "c", 1), STRTAB_NONE);
	CHECK_EQ_U64(base.n, 3);
	strtab_fini(&one);
	strtab_fini(&two);
	CHECK_STR(strtab_get(&base, 2), "b");
	strtab_fini(&base);
}
