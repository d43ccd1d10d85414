/*
 * list: an array that grows, for callers that keep the elements and their number themselves.
 */
#ifndef PREC_COMMON_LIST_H
#define PREC_COMMON_LIST_H

#include "common/hash_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* list_reserve for a full list. */
bool list_grow(void *list, uint32_t n, uint32_t *capacity, size_t size);

/*
 * Makes room for one more element of a list of n. list: where the pointer to the elements is; both it and *capacity are
 * 0 at first. False without memory, when nothing has changed.
 */
static inline bool list_reserve(void *list, uint32_t n, uint32_t *capacity, size_t size)
{
	return n < *capacity || list_grow(list, n, capacity, size);
}

/*
 * Makes room for one more element of a list of n, whose capacity nobody keeps: the list is full when n is 0 or a power
 * of two, and one that comes from elsewhere has room for the next power of two. Otherwise as list_reserve.
 */
bool list_reserve_unkept(void *list, size_t n, size_t size);

/* Makes a list of n elements, in room of just their size, one of `to`, at least n: new ones are zero. As above. */
bool list_extend(void *list, size_t n, size_t to, size_t size);

/*
 * The element of a key, whose number by_key has; made when new, at the end and all zero. As above; *n goes up with it.
 * Valid until the next one is made; NULL without memory.
 */
void *list_element(struct u32map *by_key, uint32_t key, void *list, uint32_t *n, uint32_t *capacity, size_t size);

#endif
