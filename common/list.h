/*
 * list: makes room in arrays that belong to the caller.
 *
 * Threads: no state; one thread at a time for each array.
 */
#ifndef PREC_COMMON_LIST_H
#define PREC_COMMON_LIST_H

#include "common/hash_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes room as list_reserve does, for a list that is full. */
bool list_grow(void *list, uint32_t n, uint32_t *capacity, size_t size);

/*
 * Makes room for one more element in a list of n. list: the address of the pointer to the elements; the pointer and
 * *capacity are 0 at first. False: no memory, and nothing has changed.
 */
static inline bool list_reserve(void *list, uint32_t n, uint32_t *capacity, size_t size)
{
	return n < *capacity || list_grow(list, n, capacity, size);
}

/*
 * Makes room as list_reserve does, for a list without a stored capacity: it is full when n is 0 or a power of two. A
 * list that was allocated elsewhere must have room up to the next power of two.
 */
bool list_reserve_unkept(void *list, size_t n, size_t size);

/* Makes the array larger, from n to exactly `to` elements; new ones are zero. False: no memory. */
bool list_extend(void *list, size_t n, size_t to, size_t size);

/*
 * Returns the element of a key; if there is none, appends a zeroed one and increases *n. by_key: the numbers of the
 * elements by key. The pointer is valid until the next element is appended. NULL: no memory.
 */
void *list_element(struct u32map *by_key, uint32_t key, void *list, uint32_t *n, uint32_t *capacity, size_t size);

#endif
