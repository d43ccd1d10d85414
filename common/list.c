#include "common/list.h"

#include <stdlib.h>
#include <string.h>

#define LIST_FIRST 16

bool list_reserve(void *list, uint32_t n, uint32_t *capacity, size_t size)
{
	uint32_t more = *capacity ? *capacity * 2 : LIST_FIRST;
	void *elements;

	if (n < *capacity)
		return true;
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
