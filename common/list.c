#include "common/list.h"

#include <stdlib.h>
#include <string.h>

#define LIST_FIRST 16

/* Resizes an array. list: the address of the pointer to its elements. False: no memory. */
static bool list_resize(void *list, size_t n, size_t size)
{
	void *elements;

	memcpy(&elements, list, sizeof(elements));
	elements = n > SIZE_MAX / size ? NULL : realloc(elements, n * size);
	if (elements)
		memcpy(list, &elements, sizeof(elements));
	return elements != NULL;
}

bool list_grow(void *list, uint32_t n, uint32_t *capacity, size_t size)
{
	uint32_t more = *capacity ? *capacity * 2 : LIST_FIRST;

	if (more < n || more > UINT32_MAX / 2 || !list_resize(list, more, size))
		return false;
	*capacity = more;
	return true;
}

bool list_reserve_unkept(void *list, size_t n, size_t size)
{
	return n & (n - 1) || list_resize(list, n ? 2 * n : 1, size);
}

bool list_extend(void *list, size_t n, size_t to, size_t size)
{
	uint8_t *elements;

	if (n == to)
		return true;
	if (!list_resize(list, to, size))
		return false;
	memcpy(&elements, list, sizeof(elements));
	memset(elements + n * size, 0, (to - n) * size);
	return true;
}

void *list_element(struct u32map *by_key, uint32_t key, void *list, uint32_t *n, uint32_t *capacity, size_t size)
{
	uint32_t i = u32map_get(by_key, key);
	uint8_t *elements;

	if (i == U32MAP_NONE && (!list_reserve(list, *n, capacity, size) || u32map_set(by_key, key, *n)))
		return NULL;
	memcpy(&elements, list, sizeof(elements));
	if (i != U32MAP_NONE)
		return elements + i * size;
	return memset(elements + (*n)++ * size, 0, size);
}
