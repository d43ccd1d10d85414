#include "report/unwind/chain_cut.h"

#include "formats/record/abi.h"
#include "tests/support/test.h"

#define K CALLCHAIN_KERNEL
#define U CALLCHAIN_USER

static const uint64_t chain[] = { K, 0xf1, 0xf2, U, 0x11, 0x12, 0x13 };

/* What is left of the chain above. */
static void check_cut(uint32_t max, bool outer, uint64_t n_unwound, bool swap, const uint64_t *wanted,
		      uint64_t n_wanted)
{
	struct chain_limit limit = { .max = max, .outer_kept = outer };
	uint64_t given[ARRAY_SIZE(chain)];
	struct chain_words words = { .data = (const uint8_t *)given, .n = ARRAY_SIZE(chain), .swap = swap };
	struct buffer kept;

	for (size_t i = 0; i < ARRAY_SIZE(chain); i++)
		given[i] = swap ? __builtin_bswap64(chain[i]) : chain[i];
	buffer_init(&kept);
	CHECK(!chain_cut(&kept, &limit, n_unwound, &words));
	CHECK_EQ_U64(words.n, n_wanted);
	for (uint64_t i = 0; i < words.n && i < n_wanted; i++)
		CHECK_EQ_U64(chain_word(&words, i), wanted[i]);
	buffer_fini(&kept);
}

/* n_unwound: of the words of the chain so many at the end are unwound ones. */
#define CHECK_UNWOUND(max_, outer_, n_unwound_, ...)                                            \
	do {                                                                                    \
		const uint64_t wanted_[] = { __VA_ARGS__ };                                     \
		check_cut((max_), (outer_), (n_unwound_), false, wanted_, sizeof(wanted_) / 8); \
		check_cut((max_), (outer_), (n_unwound_), true, wanted_, sizeof(wanted_) / 8);  \
	} while (0)

#define CHECK_CUT(max_, outer_, ...) CHECK_UNWOUND(max_, outer_, 0, __VA_ARGS__)

TEST(innermost_addresses_are_kept)
{
	CHECK_CUT(1, false, K, 0xf1);
	CHECK_CUT(2, false, K, 0xf1, 0xf2);
	CHECK_CUT(3, false, K, 0xf1, 0xf2, U, 0x11);
	CHECK_CUT(5, false, K, 0xf1, 0xf2, U, 0x11, 0x12, 0x13);
	CHECK_CUT(100, false, K, 0xf1, 0xf2, U, 0x11, 0x12, 0x13);
}

TEST(outermost_addresses_are_kept_with_their_marker)
{
	CHECK_CUT(1, true, U, 0x13);
	CHECK_CUT(2, true, U, 0x12, 0x13);
	CHECK_CUT(3, true, U, 0x11, 0x12, 0x13);
	CHECK_CUT(4, true, K, 0xf2, U, 0x11, 0x12, 0x13);
	CHECK_CUT(5, true, K, 0xf1, 0xf2, U, 0x11, 0x12, 0x13);
}

TEST(unwound_addresses_are_kept_beside_those_of_the_kernel)
{
	CHECK_UNWOUND(1, false, 4, K, 0xf1, U, 0x11, 0x12, 0x13);
	CHECK_UNWOUND(1, true, 4, K, 0xf2, U, 0x11, 0x12, 0x13);
	CHECK_UNWOUND(2, true, 4, K, 0xf1, 0xf2, U, 0x11, 0x12, 0x13);
	CHECK_UNWOUND(2, false, 7, K, 0xf1, 0xf2, U, 0x11, 0x12, 0x13);
}

TEST(a_chain_without_markers)
{
	uint64_t given[] = { 1, 2, 3 };
	struct chain_words words = { .data = (const uint8_t *)given, .n = 3 };
	struct chain_limit limit = { .max = 2, .outer_kept = true };
	struct buffer kept;

	buffer_init(&kept);
	CHECK(!chain_cut(&kept, &limit, 0, &words));
	CHECK_EQ_U64(words.n, 2);
	CHECK_EQ_U64(chain_word(&words, 0), 2);
	CHECK_EQ_U64(chain_word(&words, 1), 3);
	buffer_fini(&kept);
}

TEST(an_empty_chain)
{
	struct chain_limit limit = { .max = 1, .outer_kept = true };
	struct chain_words words = { .n = 0 };
	struct buffer kept;

	buffer_init(&kept);
	CHECK(!chain_cut(&kept, &limit, 0, &words));
	CHECK_EQ_U64(words.n, 0);
	buffer_fini(&kept);
}
