#include "report/unwind/deferred_chains.h"

#include "formats/record/abi.h"
#include "tests/support/test.h"

#define D CALLCHAIN_USER_DEFERRED

static void add(struct deferred_chains *d, uint32_t tid, uint64_t cookie, uint64_t time, uint64_t address, bool swap)
{
	uint64_t words[] = { CALLCHAIN_USER, address };

	for (size_t i = 0; i < 2; i++)
		words[i] = swap ? __builtin_bswap64(words[i]) : words[i];
	CHECK(!deferred_chains_add(
		d, tid, time, &(struct record_deferred){ .cookie = cookie, .n = 2, .words = (const uint8_t *)words }));
}

/* The last word of a sample's chain { 0xf1, D, cookie } when it is joined, and how many there are: 2, where none came.
 */
static uint64_t joined(const struct deferred_chains *d, uint32_t tid, uint64_t cookie, uint64_t time, bool swap,
		       uint64_t *ret_n)
{
	uint64_t given[] = { 0xf1, D, cookie }, last;
	struct chain_words words = { .data = (const uint8_t *)given, .n = 3, .swap = swap };
	enum deferred_join join;
	struct buffer chain;

	for (size_t i = 0; i < 3; i++)
		given[i] = swap ? __builtin_bswap64(given[i]) : given[i];
	buffer_init(&chain);
	CHECK(!deferred_chains_join(d, &chain, tid, time, &words, &join));
	CHECK_EQ_U64(join, words.n > 2 ? DEFERRED_JOINED : DEFERRED_MISSING);
	CHECK_EQ_U64(chain_word(&words, 0), 0xf1);
	last = chain_word(&words, words.n - 1);
	buffer_fini(&chain);
	*ret_n = words.n;
	return last;
}

TEST(samples_get_the_chain_of_their_thread_and_cookie)
{
	for (int swap = 0; swap < 2; swap++) {
		struct deferred_chains part, all;
		uint64_t n;

		deferred_chains_init(&part);
		deferred_chains_init(&all);
		add(&part, 2, 7, 100, 0x22, swap);
		add(&part, 1, 7, 100, 0x11, swap);
		add(&all, 1, 9, 50, 0x33, swap);
		CHECK(!deferred_chains_merge(&all, &part));
		deferred_chains_fini(&part);
		deferred_chains_sort(&all);
		CHECK_EQ_U64(joined(&all, 1, 7, 90, swap, &n), 0x11);
		CHECK_EQ_U64(n, 4);
		CHECK_EQ_U64(joined(&all, 2, 7, 100, swap, &n), 0x22);
		CHECK_EQ_U64(joined(&all, 1, 9, 1, swap, &n), 0x33);
		/* of another thread, of no record, and of one before the sample */
		CHECK_EQ_U64(joined(&all, 3, 7, 90, swap, &n), D);
		CHECK_EQ_U64(n, 2);
		CHECK_EQ_U64(joined(&all, 1, 8, 90, swap, &n), D);
		CHECK_EQ_U64(joined(&all, 1, 9, 51, swap, &n), D);
		deferred_chains_fini(&all);
	}
}

TEST(the_first_record_after_a_sample_counts)
{
	struct deferred_chains d;
	uint64_t n;

	deferred_chains_init(&d);
	add(&d, 1, 7, 300, 0x33, false);
	add(&d, 1, 7, 100, 0x11, false);
	add(&d, 1, 7, 200, 0x22, false);
	deferred_chains_sort(&d);
	CHECK_EQ_U64(joined(&d, 1, 7, 150, false, &n), 0x22);
	CHECK_EQ_U64(joined(&d, 1, 7, 250, false, &n), 0x33);
	CHECK_EQ_U64(joined(&d, 1, 7, 301, false, &n), D);
	deferred_chains_fini(&d);
}

TEST(words_are_kept_once)
{
	struct deferred_chains d;

	deferred_chains_init(&d);
	for (uint64_t i = 0; i < 1000; i++)
		add(&d, 1, i, i, i % 3, false);
	CHECK_EQ_U64(d.n, 1000);
	CHECK_EQ_U64(d.n_words, 3);
	deferred_chains_fini(&d);
}

TEST(chains_without_a_cookie_stay)
{
	const uint64_t given[] = { CALLCHAIN_USER, 0x11, D };
	struct deferred_chains d;
	struct buffer chain;

	deferred_chains_init(&d);
	buffer_init(&chain);
	for (uint64_t n = 0; n <= 3; n++) {
		enum deferred_join join = DEFERRED_JOINED;
		struct chain_words words = { .data = (const uint8_t *)given, .n = n };

		CHECK(!deferred_chains_join(&d, &chain, 1, 0, &words, &join));
		CHECK_EQ_U64(join, DEFERRED_NONE);
		CHECK_EQ_U64(words.n, n);
	}
	buffer_fini(&chain);
	deferred_chains_fini(&d);
}
