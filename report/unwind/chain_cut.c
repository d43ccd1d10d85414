#include "report/unwind/chain_cut.h"

static uint64_t inner_words(const struct chain_words *words, uint64_t n, uint32_t max)
{
	uint64_t i = 0;

	for (uint32_t kept = 0; i < n && kept < max; i++)
		kept += chain_word(words, i) < CALLCHAIN_MARKER_MIN;
	return i;
}

/* Returns the index of the first word of the outermost addresses; 0: all are kept. */
static uint64_t outer_begin(const struct chain_words *words, uint64_t n, uint32_t max)
{
	uint64_t i = n;

	for (uint32_t kept = 0; i > 0 && kept < max; i--)
		kept += chain_word(words, i - 1) < CALLCHAIN_MARKER_MIN;
	return i;
}

/* Returns the last marker before a word, or 0. */
static uint64_t marker_before(const struct chain_words *words, uint64_t i)
{
	while (i > 0) {
		uint64_t word = chain_word(words, --i);

		if (word >= CALLCHAIN_MARKER_MIN)
			return word;
	}
	return 0;
}

int chain_cut(struct buffer *chain, const struct chain_limit *limit, uint64_t n_unwound, struct chain_words *words)
{
	uint64_t begin = 0, end = words->n - n_unwound, marker = 0;

	if (end <= limit->max)
		return 0;
	if (limit->outer_kept) {
		begin = outer_begin(words, end, limit->max);
		marker = marker_before(words, begin);
	} else {
		end = inner_words(words, end, limit->max);
	}
	/* The kept words are contiguous. */
	if (!begin && !n_unwound) {
		words->n = end;
		return 0;
	}
	chain_words_begin(words, chain);
	if (marker)
		buffer_put_u64(chain, marker);
	buffer_append(chain, words->data + 8 * begin, 8 * (end - begin));
	buffer_append(chain, words->data + 8 * (words->n - n_unwound), 8 * n_unwound);
	return chain_words_take(words, chain);
}
