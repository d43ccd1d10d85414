#include "common/list.h"

#include <stdlib.h>
#include <string.h>

#define LIST_FIRST 16

bool list_grow(void *list, uint32_t n, uint32_t *capacity, size_t size)
{
	uint32_t more = *capacity ? *capacity * 2 : LIST_FIRST;
	void *elements;

	if (more < n || more > UINT32_MAX / 2)
		return false;
	memcpy(&elements, list, sizeof(elements));
	elements = realloc(elements, more * size);
	if (!elements)
		return false;
	memcpy(list, &elements, sizeof(elements));
	*capacity = more;
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
