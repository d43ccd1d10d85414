#include "report/unwind/chain_cut.h"

#include "formats/record/abi.h"

#include <errno.h>

static uint64_t word_at(const uint8_t *words, uint64_t i, bool swap)
{
	return load_u64_order(words + 8 * i, swap);
}

static uint64_t inner_words(const uint8_t *words, uint64_t n, uint32_t max, bool swap)
{
	uint64_t i = 0;

	for (uint32_t kept = 0; i < n && kept < max; i++)
		kept += word_at(words, i, swap) < CALLCHAIN_MARKER_MIN;
	return i;
}

/* Where the outermost addresses begin: 0 where they are all there are. */
static uint64_t outer_begin(const uint8_t *words, uint64_t n, uint32_t max, bool swap)
{
	uint64_t i = n;

	for (uint32_t kept = 0; i > 0 && kept < max; i--)
		kept += word_at(words, i - 1, swap) < CALLCHAIN_MARKER_MIN;
	return i;
}

/* The word of the last marker before a word: what it is, or 0 where there is none. */
static uint64_t marker_before(const uint8_t *words, uint64_t i, bool swap)
{
	while (i > 0) {
		uint64_t word = word_at(words, --i, swap);

		if (word >= CALLCHAIN_MARKER_MIN)
			return word;
	}
	return 0;
}

int chain_cut(struct buffer *chain, const struct chain_limit *limit, uint64_t n_unwound, bool swap,
	      const uint8_t **words, uint64_t *n)
{
	uint64_t begin = 0, end = *n - n_unwound, marker = 0;

	if (end <= limit->max)
		return 0;
	if (limit->outer_kept) {
		begin = outer_begin(*words, end, limit->max, swap);
		marker = marker_before(*words, begin, swap);
	} else {
		end = inner_words(*words, end, limit->max, swap);
	}
	/* What is kept is in one piece. */
	if (!begin && !n_unwound) {
		*n = end;
		return 0;
	}
	buffer_clear(chain);
	chain->swap = swap;
	if (marker)
		buffer_put_u64(chain, marker);
	buffer_append(chain, *words + 8 * begin, 8 * (end - begin));
	buffer_append(chain, *words + 8 * (*n - n_unwound), 8 * n_unwound);
	if (!buffer_ok(chain))
		return -ENOMEM;
	*words = chain->data;
	*n = chain->size / 8;
	return 0;
}
