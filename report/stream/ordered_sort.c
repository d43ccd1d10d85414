#include "report/stream/ordered_sort.h"

/* Where the run that begins at i ends. */
static uint32_t run_end(const struct ordered_item *items, uint32_t i, uint32_t n)
{
	for (i++; i < n && items[i].time >= items[i - 1].time; i++)
		;
	return i;
}

/* Merges [a, b) and [b, c) into `to` at a. */
static void run_merge(struct ordered_item *to, const struct ordered_item *from, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t left = a, right = b;

	for (uint32_t i = a; i < c; i++) {
		if (left < b && (right >= c || from[left].time <= from[right].time))
			to[i] = from[left++];
		else
			to[i] = from[right++];
	}
}

struct ordered_item *ordered_sort(struct ordered_item *items, struct ordered_item *scratch, uint32_t n)
{
	struct ordered_item *from = items, *to = scratch;

	/* Every round halves the number of runs at least. */
	while (n && run_end(from, 0, n) < n) {
		struct ordered_item *other = from;

		for (uint32_t a = 0, c; a < n; a = c) {
			uint32_t b = run_end(from, a, n);

			c = b < n ? run_end(from, b, n) : n;
			run_merge(to, from, a, b, c);
		}
		from = to;
		to = other;
	}
	return from;
}
