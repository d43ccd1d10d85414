/*
 * sorting: searches in sorted arrays, and sorts by 64-bit keys and lists of pids.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_SORTING_H
#define PREC_COMMON_SORTING_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Returns the first number `i` in [first, end) for which the expression `holds` is false; `end`: it is true for all. It
 * has to be true for all numbers before that one, and false for all after it.
 *
 *	BISECT(0, n, i, list[i].start <= address)	how many start at or before the address
 *	BISECT(0, n, i, list[i].id < id)		the first with the id, if there is one
 *	BISECT(1, n, i, list[i].start <= at) - 1	the last that starts at or before `at`; if none does, the first
 */

#define BISECT(first, end, i, holds)                                    \
	({                                                              \
		__typeof__((end) + 0) low_ = (first), high_ = (end);    \
                                                                        \
		while (low_ < high_) {                                  \
			__typeof__(low_) i = low_ + (high_ - low_) / 2; \
                                                                        \
			if (holds)                                      \
				low_ = i + 1;                           \
			else                                            \
				high_ = i;                              \
		}                                                       \
		low_;                                                   \
	})

/* A sort key and the index of its element. The caller moves each element once, after sorting. */
struct key_index {
	uint64_t key;
	uint32_t index;
};

/*
 * Sorts n elements by key, stable, in time proportional to n (a radix sort). keys: has room for 2 * n elements, of
 * which the first n are filled. Returns the half with the sorted elements. Sorted keys are only read once, and a byte
 * that is the same in all keys takes no pass.
 */
struct key_index *key_sort(struct key_index *keys, uint32_t n);

/* Sorts pids ascending and removes duplicates. Returns how many are left. */
size_t pids_sort(pid_t *pids, size_t n);

#endif
