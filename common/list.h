/*
 * list: grows arrays whose elements and number the caller keeps.
 */
#ifndef PREC_COMMON_LIST_H
#define PREC_COMMON_LIST_H

#include "common/hash_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Grows a full list: the slow path of list_reserve. */
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

/* Grows the array from n to `to` elements, n or more, without spare room; new ones are zero. False: no memory. */
bool list_extend(void *list, size_t n, size_t to, size_t size);

/*
 * Finds the element of a key, or appends a zeroed one and increases *n. by_key: from keys to numbers of elements. The
 * pointer is valid until the next element is appended. NULL: no memory.
 */
void *list_element(struct u32map *by_key, uint32_t key, void *list, uint32_t *n, uint32_t *capacity, size_t size);

#endif
