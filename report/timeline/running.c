#include "report/timeline/running.h"

#include "common/bisect.h"
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
	uint32_t n = BISECT(0, r->n, i, r->list[i].time <= time);

	return n && r->list[n - 1].n > 1 ? (uint32_t)r->list[n - 1].n : 1;
}
