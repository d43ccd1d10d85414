#include "report/timeline/running.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

void running_fini(struct running *r)
{
	free(r->list);
}

int running_add(struct running *r, uint64_t time, bool out)
{
	int64_t n = (r->n ? r->list[r->n - 1].n : 1) + (out ? -1 : 1);

	if (r->n && r->list[r->n - 1].time == time) {
		r->list[r->n - 1].n = n;
		return 0;
	}
	if (!list_reserve(&r->list, r->n, &r->capacity, sizeof(*r->list)))
		return -ENOMEM;
	r->list[r->n++] = (struct running_change){ .time = time, .n = n };
	return 0;
}

uint32_t running_at(const struct running *r, uint64_t time)
{
	uint32_t low = 0, high = r->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (r->list[middle].time <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low && r->list[low - 1].n > 1 ? (uint32_t)r->list[low - 1].n : 1;
}
