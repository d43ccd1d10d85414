/* branch_history: chains with the branches of their samples, in both byte orders; what is made of odd ones. */
#include "report/unwind/branch_chain.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

static const struct event_attr attr = {
	.type = PERF_TYPE_HARDWARE,
	.size = ATTR_SIZE_VER7,
	.sample_period = 1,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK,
	.branch_sample_type = PERF_SAMPLE_BRANCH_ANY,
};

#define KERNEL 0xffffffff81000010
#define WORDS  16

struct made {
	uint64_t chain[WORDS], n_chain;
	struct perf_builder_branch branches[WORDS];
	uint64_t n_branches;
	uint64_t callee[WORDS], n_callee;
	uint64_t caller[WORDS], n_caller;
};

static const struct made made[] = {
	/* as many words are left out as there are branches: the outermost callers, or the innermost */
	{ { CALLCHAIN_USER, 0x10, 0x20, 0x30 },
	  4,
	  { { 0x15, 0x11, 0 } },
	  1,
	  { CALLCHAIN_USER, 0x11, 0x15, 0x10, 0x20 },
	  5,
	  { CALLCHAIN_USER, 0x10, 0x20, 0x30, 0x15, 0x11 },
	  6 },
	/* nothing is left of the chain */
	{ { CALLCHAIN_USER, 0x10 },
	  2,
	  { { 0x15, 0x11, 0 }, { 0x25, 0x12, 0 } },
	  2,
	  { CALLCHAIN_USER, 0x11, 0x15, 0x12, 0x25 },
	  5,
	  { CALLCHAIN_USER, 0x15, 0x11, 0x25, 0x12 },
	  5 },
	/* a call that is in the chain: it came from no more than eight bytes before it */
	{ { CALLCHAIN_USER, 0x110, 0x220, 0x330, 0x440, 0x550 },
	  6,
	  { { 0x300, 0x101, 0 }, { 0x108, 0x102, 0 } },
	  2,
	  { CALLCHAIN_USER, 0x101, 0x300, 0x102, 0x108, 0x220, 0x330 },
	  7,
	  { CALLCHAIN_USER, 0x220, 0x330, 0x440, 0x550, 0x300, 0x101, 0x108, 0x102 },
	  9 },
	/* but not from nine */
	{ { CALLCHAIN_USER, 0x110, 0x220, 0x330 },
	  4,
	  { { 0x300, 0x101, 0 }, { 0x107, 0x102, 0 } },
	  2,
	  { CALLCHAIN_USER, 0x101, 0x300, 0x102, 0x107, 0x110 },
	  6,
	  { CALLCHAIN_USER, 0x220, 0x330, 0x300, 0x101, 0x107, 0x102 },
	  7 },
	/* a loop of two branches that turns twice */
	{ { CALLCHAIN_USER, 0x10, 0x20, 0x30, 0x40 },
	  5,
	  { { 0x15, 0x11, 0 }, { 0x19, 0x12, 0 }, { 0x15, 0x11, 0 }, { 0x19, 0x12, 0 } },
	  4,
	  { CALLCHAIN_USER, 0x11, 0x15, 0x12, 0x19, 0x10, 0x20 },
	  7,
	  { CALLCHAIN_USER, 0x20, 0x30, 0x40, 0x15, 0x11, 0x19, 0x12 },
	  8 },
	/* into the kernel and in it, with the markers that the addresses need */
	{ { CALLCHAIN_KERNEL, KERNEL, CALLCHAIN_USER, 0x10, 0x20, 0x30 },
	  6,
	  { { 0x15, KERNEL + 1, 0 } },
	  1,
	  { CALLCHAIN_KERNEL, KERNEL + 1, CALLCHAIN_USER, 0x15, CALLCHAIN_KERNEL, KERNEL, CALLCHAIN_USER, 0x10, 0x20 },
	  9,
	  { CALLCHAIN_KERNEL, KERNEL, CALLCHAIN_USER, 0x10, 0x20, 0x30, 0x15, CALLCHAIN_KERNEL, KERNEL + 1 },
	  9 },
	/* no chain at all, no branches at all */
	{ { 0 }, 0, { { 0x15, 0x11, 0 } }, 1, { CALLCHAIN_USER, 0x11, 0x15 }, 3, { CALLCHAIN_USER, 0x15, 0x11 }, 3 },
	{ { CALLCHAIN_USER, 0x10 }, 2, { { 0 } }, 0, { CALLCHAIN_USER, 0x10 }, 2, { CALLCHAIN_USER, 0x10 }, 2 },
};

/* Checks what is made of a sample, word by word. */
static void check_words(const struct record *r, bool caller_first, const struct made *m)
{
	const uint64_t *want = caller_first ? m->caller : m->callee;
	uint64_t n_want = caller_first ? m->n_caller : m->n_callee;
	struct buffer chain;
	/* after the address and the chain's count */
	struct chain_words words = { .data = r->data + RECORD_HEADER_SIZE + 16, .n = m->n_chain, .swap = r->swap };

	buffer_init(&chain);
	CHECK_EQ_I64(branch_history_make(&chain, r, &attr, caller_first, &words), 0);
	CHECK_EQ_U64(words.n, n_want);
	for (uint64_t i = 0; i < words.n; i++)
		CHECK_EQ_U64(chain_word(&words, i), want[i]);
	buffer_fini(&chain);
}

static void check_made(const struct made *m, bool swap)
{
	struct error err = ERROR_INIT;
	const struct buffer *file;
	struct perf_builder b;
	struct record r;
	uint64_t at;

	perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
	perf_builder_event(&b, &attr, "cycles", NULL, 0);
	at = perf_builder_data_offset(&b);
	perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
							       .ip = 0x10,
							       .chain = m->chain,
							       .n_chain = m->n_chain,
							       .branches = m->branches,
							       .n_branches = m->n_branches });
	file = perf_builder_finish(&b);
	CHECK_EQ_I64(record_at(&r, file->data + at, file->size - at, at, swap, &err), 0);
	check_words(&r, false, m);
	check_words(&r, true, m);
	perf_builder_fini(&b);
}

TEST(chains_with_branches)
{
	for (size_t i = 0; i < ARRAY_SIZE(made); i++) {
		check_made(&made[i], false);
		check_made(&made[i], true);
	}
}

/* n branches that do not repeat, and a chain that is longer. */
static uint64_t words_of(uint32_t n)
{
	struct perf_builder_branch branches[BRANCH_HISTORY_MAX + 1];
	uint64_t chain[BRANCH_HISTORY_MAX + 3] = { CALLCHAIN_USER };
	struct chain_words words = { .n = ARRAY_SIZE(chain) };
	struct error err = ERROR_INIT;
	const struct buffer *file;
	struct perf_builder b;
	struct buffer out;
	struct record r;
	uint64_t at;

	for (uint32_t i = 0; i < n; i++)
		branches[i] = (struct perf_builder_branch){ 0x1000 + 16 * i, 0x2000, 0 };
	for (size_t i = 1; i < ARRAY_SIZE(chain); i++)
		chain[i] = 0x8000;
	buffer_init(&out);
	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "cycles", NULL, 0);
	at = perf_builder_data_offset(&b);
	perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
							       .chain = chain,
							       .n_chain = ARRAY_SIZE(chain),
							       .branches = branches,
							       .n_branches = n });
	file = perf_builder_finish(&b);
	CHECK_EQ_I64(record_at(&r, file->data + at, file->size - at, at, false, &err), 0);
	words.data = r.data + RECORD_HEADER_SIZE + 16;
	CHECK_EQ_I64(branch_history_make(&out, &r, &attr, false, &words), 0);
	buffer_fini(&out);
	perf_builder_fini(&b);
	return words.n;
}

TEST(more_branches_than_any_processor_has)
{
	CHECK_EQ_U64(words_of(BRANCH_HISTORY_MAX), 1 + 2 * BRANCH_HISTORY_MAX + 2);
	CHECK_EQ_U64(words_of(BRANCH_HISTORY_MAX + 1), BRANCH_HISTORY_MAX + 3);
}

TEST(damaged_samples_keep_their_chains)
{
	struct made m = made[0];
	struct error err = ERROR_INIT;
	const struct buffer *file;
	struct perf_builder b;
	struct record r;
	uint64_t at;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "cycles", NULL, 0);
	at = perf_builder_data_offset(&b);
	perf_builder_sample(&b,
			    &(struct perf_builder_sample){
				    .chain = m.chain, .n_chain = m.n_chain, .branches = m.branches, .n_branches = 1 });
	file = perf_builder_finish(&b);
	CHECK_EQ_I64(record_at(&r, file->data + at, file->size - at, at, false, &err), 0);
	memcpy(m.callee, m.chain, sizeof(m.chain));
	m.n_callee = m.n_chain;
	for (r.size -= 8; r.size > RECORD_HEADER_SIZE + 16 + 8 * m.n_chain; r.size -= 8)
		check_words(&r, false, &m);
	perf_builder_fini(&b);
}
