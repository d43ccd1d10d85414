#include "common/sorting.h"

#include <stdbool.h>
#include <stdlib.h>

/* Offsets in files of up to 8 GiB take three passes, and the counts stay in the L1 cache. */
#define DIGIT_BITS 11
#define DIGIT_MASK ((1u << DIGIT_BITS) - 1)

/* One pass of a radix sort: from -> to, stable, by one digit. */
static void key_sort_pass(const struct key_index *from, struct key_index *to, uint32_t n, unsigned shift)
{
	uint32_t at[DIGIT_MASK + 2] = { 0 };

	for (uint32_t i = 0; i < n; i++)
		at[(from[i].key >> shift & DIGIT_MASK) + 1]++;
	for (unsigned d = 1; d <= DIGIT_MASK; d++)
		at[d] += at[d - 1];
	for (uint32_t i = 0; i < n; i++)
		to[at[from[i].key >> shift & DIGIT_MASK]++] = from[i];
}

struct key_index *key_sort(struct key_index *keys, uint32_t n)
{
	struct key_index *from = keys, *to = keys + n;
	uint64_t differ = 0;
	bool sorted = true;

	for (uint32_t i = 1; i < n; i++) {
		differ |= keys[i].key ^ keys[0].key;
		sorted &= keys[i - 1].key <= keys[i].key;
	}
	for (unsigned shift = 0; shift < 64 && !sorted; shift += DIGIT_BITS) {
		struct key_index *swap = from;

		if (!(differ >> shift & DIGIT_MASK))
			continue;
		key_sort_pass(from, to, n, shift);
		from = to;
		to = swap;
	}
	return from;
}

static int compare(const void *a, const void *b)
{
	pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return x < y ? -1 : x > y;
}

size_t pids_sort(pid_t *pids, size_t n)
{
	size_t different = 0;

	qsort(pids, n, sizeof(*pids), compare);
	for (size_t i = 0; i < n; i++)
		if (!different || pids[different - 1] != pids[i])
			pids[different++] = pids[i];
	return different;
}
