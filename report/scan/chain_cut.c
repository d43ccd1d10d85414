#include "report/scan/chain_cut.h"

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

int chain_cut(struct buffer *chain, const struct chain_limit *limit, bool swap, const uint8_t **words, uint64_t *n)
{
	uint64_t begin, marker;

	if (*n <= limit->max)
		return 0;
	if (!limit->outer_kept) {
		*n = inner_words(*words, *n, limit->max, swap);
		return 0;
	}
	begin = outer_begin(*words, *n, limit->max, swap);
	marker = marker_before(*words, begin, swap);
	buffer_clear(chain);
	chain->swap = swap;
	if (marker)
		buffer_put_u64(chain, marker);
	buffer_append(chain, *words + 8 * begin, 8 * (*n - begin));
	if (!buffer_ok(chain))
		return -ENOMEM;
	*words = chain->data;
	*n = chain->size / 8;
	return 0;
}
