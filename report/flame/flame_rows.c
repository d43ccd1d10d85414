#include "report/flame/flame_rows.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

/* As many steps of time are enough for a picture of any width and for milliseconds of an hour. */
#define STEPS_LOG 20

static int compare_rows(const void *a, const void *b)
{
	const struct flame_row *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->event != y->event)
		return x->event < y->event ? -1 : 1;
	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	return x->stack < y->stack ? -1 : x->stack > y->stack;
}

void flame_rows_merge(struct flame_recording *r)
{
	uint32_t n = 0;

	if (r->n)
		qsort(r->rows, r->n, sizeof(*r->rows), compare_rows);
	for (uint32_t i = 0; i < r->n; i++) {
		if (!n || compare_rows(&r->rows[n - 1], &r->rows[i]) != 0) {
			r->rows[n++] = r->rows[i];
			continue;
		}
		r->rows[n - 1].count += r->rows[i].count;
		r->rows[n - 1].weight += r->rows[i].weight;
	}
	r->n = n;
}

/* Makes times coarser until at most three quarters of the rows are left, or they all have one time. */
static void make_room(struct flame_recording *r)
{
	unsigned shift = r->shift;

	while (r->span >> shift >= 1u << STEPS_LOG)
		shift++;
	while (r->n > FLAME_ROWS_MAX / 4 * 3 && shift < 64) {
		for (uint32_t i = 0; i < r->n; i++)
			r->rows[i].time = r->rows[i].time >> shift << shift;
		r->shift = shift++;
		flame_rows_merge(r);
	}
}

int flame_rows_add(struct flame_recording *r, const struct flame_row *row)
{
	struct flame_row *added;

	if (!r->samples)
		r->start = row->time;
	if (r->n == FLAME_ROWS_MAX)
		make_room(r);
	if (!list_reserve(&r->rows, r->n, &r->capacity, sizeof(*r->rows)))
		return -ENOMEM;
	added = &r->rows[r->n++];
	*added = *row;
	/* One that is too far out of order to be first comes at the beginning. */
	added->time = row->time > r->start ? row->time - r->start : 0;
	if (added->time > r->span)
		r->span = added->time;
	added->time = added->time >> r->shift << r->shift;
	r->samples += row->count;
	return 0;
}
