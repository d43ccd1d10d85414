#include "common/pids.h"

#include <stdlib.h>

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
