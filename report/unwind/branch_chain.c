#include "report/unwind/branch_chain.h"

#include "formats/record/sample_decode.h"

#include <string.h>

int branch_chain_make(struct buffer *chain, const struct record *r, const struct event_attr *attr, uint64_t first,
		      const struct branch_tail *tail, struct chain_words *words)
{
	struct error err = ERROR_INIT;
	struct sample s;
	uint64_t i = 0;

	while (i < words->n && chain_word(words, i) != CALLCHAIN_USER)
		i++;
	if (i == words->n || sample_decode(r, attr, &s, &err))
		return 0;
	if (!first && i + 1 < words->n)
		first = chain_word(words, i + 1);
	chain_words_begin(words, chain);
	buffer_append(chain, words->data, 8 * (i + 1));
	if (first)
		buffer_put_u64(chain, first);
	for (uint32_t branch = 0; branch < s.branches.n; branch++)
		buffer_put_u64(chain, sample_branch(&s.branches, branch).from);
	for (uint32_t k = 0; k < tail->n; k++)
		buffer_put_u64(chain, tail->addresses[k]);
	return chain_words_take(words, chain);
}

/* The longest call instruction; the callchain has the address after it. */
#define CALL_SIZE_MAX 8u

struct history {
	struct buffer *out;
	uint64_t marker; /* the last marker */
	struct sample_branch branches[BRANCH_HISTORY_MAX];
	uint32_t n;
	const struct chain_words *words; /* the callchain */
};

static void put_marker(struct history *h, uint64_t marker)
{
	if (h->marker != marker)
		buffer_put_u64(h->out, marker);
	h->marker = marker;
}

/* One end of a branch. The kernel is in the upper half. */
static void put_end(struct history *h, uint64_t address)
{
	put_marker(h, address >> 63 ? CALLCHAIN_KERNEL : CALLCHAIN_USER);
	buffer_put_u64(h->out, address);
}

/* The words from begin to end, after the marker that holds for the first. */
static void put_words(struct history *h, uint64_t begin, uint64_t end)
{
	uint64_t before = begin;

	while (before > 0 && chain_word(h->words, before - 1) < CALLCHAIN_MARKER_MIN)
		before--;
	if (before > 0 && begin < end)
		put_marker(h, chain_word(h->words, before - 1));
	for (uint64_t i = begin; i < end; i++) {
		uint64_t word = chain_word(h->words, i);

		if (word >= CALLCHAIN_MARKER_MIN)
			put_marker(h, word);
		else
			buffer_put_u64(h->out, word);
	}
}

/* Returns how many words of the callchain, from the innermost on, the branches repeat. */
static uint64_t words_in_branches(const struct history *h)
{
	uint64_t first = 0;

	for (uint32_t i = 0; i < h->n && first < h->words->n; i++) {
		uint64_t word = chain_word(h->words, first), from = h->branches[i].from;

		if (word >= CALLCHAIN_MARKER_MIN || (from < word && word - from <= CALL_SIZE_MAX))
			first++;
	}
	return first;
}

/* The number of branches from `first` up to `at` if those from `at` on come from the same addresses, else 0. */
static uint32_t loop_size(const struct history *h, uint32_t first, uint32_t at)
{
	uint32_t size = 0;

	while (first + size < at && at + size < h->n) {
		if (h->branches[first + size].from != h->branches[at + size].from)
			return 0;
		size++;
	}
	return size;
}

/* Removes repeated iterations of loops. */
static void remove_loops(struct history *h)
{
	for (uint32_t i = 1; i < h->n; i++) {
		uint32_t first = 0, size;

		while (first < i && h->branches[first].from != h->branches[i].from)
			first++;
		size = loop_size(h, first, i);
		memmove(h->branches + i, h->branches + i + size, (h->n - i - size) * sizeof(*h->branches));
		h->n -= size;
	}
}

static void reverse_branches(struct history *h)
{
	for (uint32_t i = 0; i < h->n / 2; i++) {
		struct sample_branch branch = h->branches[i];

		h->branches[i] = h->branches[h->n - 1 - i];
		h->branches[h->n - 1 - i] = branch;
	}
}

static void put_callee_first(struct history *h)
{
	uint64_t first = words_in_branches(h);

	remove_loops(h);
	for (uint32_t i = 0; i < h->n; i++) {
		put_end(h, h->branches[i].to);
		put_end(h, h->branches[i].from);
	}
	if (h->words->n > h->n)
		put_words(h, first, h->words->n - h->n);
}

/* Searches loops from the oldest branch on, in the order in which they are shown. */
static void put_caller_first(struct history *h)
{
	reverse_branches(h);
	remove_loops(h);
	if (h->words->n > h->n)
		put_words(h, h->n, h->words->n);
	for (uint32_t i = h->n; i-- > 0;) {
		put_end(h, h->branches[i].from);
		put_end(h, h->branches[i].to);
	}
}

int branch_history_make(struct buffer *chain, const struct record *r, const struct event_attr *attr, bool caller_first,
			struct chain_words *words)
{
	struct history h = { .out = chain, .words = words };
	struct error err = ERROR_INIT;
	struct sample s;

	if (sample_decode(r, attr, &s, &err) || !s.branches.n || s.branches.n > BRANCH_HISTORY_MAX)
		return 0;
	for (; h.n < s.branches.n; h.n++)
		h.branches[h.n] = sample_branch(&s.branches, h.n);
	chain_words_begin(words, chain);
	if (caller_first)
		put_caller_first(&h);
	else
		put_callee_first(&h);
	return chain_words_take(words, chain);
}
