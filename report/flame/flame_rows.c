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

static bool is_sorted(const struct flame_row *rows, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		if (compare_rows(&rows[i - 1], &rows[i]) > 0)
			return false;
	return true;
}

/* Sorts rows that begin with those of a time: as many as agree in thread and time. Returns how many. */
static uint32_t sort_moment(struct flame_row *rows, uint32_t n)
{
	uint32_t end = 1;

	while (end < n && rows[end].thread == rows[0].thread && rows[end].time == rows[0].time)
		end++;
	if (!is_sorted(rows, end))
		qsort(rows, end, sizeof(*rows), compare_rows);
	return end;
}

/* Puts rows in the order of their threads, those of one in the order in which they are. False without memory. */
static bool gather_threads(struct flame_recording *r)
{
	struct flame_row *gathered = malloc(((size_t)r->n + 1) * sizeof(*gathered));
	uint32_t n_threads = 0, *first;
	bool has_memory;

	for (uint32_t i = 0; i < r->n; i++)
		n_threads = r->rows[i].thread >= n_threads ? r->rows[i].thread + 1 : n_threads;
	first = calloc((size_t)n_threads + 1, sizeof(*first));
	has_memory = gathered && first;
	if (has_memory) {
		for (uint32_t i = 0; i < r->n; i++)
			first[r->rows[i].thread + 1]++;
		for (uint32_t i = 0; i < n_threads; i++)
			first[i + 1] += first[i];
		for (uint32_t i = 0; i < r->n; i++)
			gathered[first[r->rows[i].thread]++] = r->rows[i];
		free(r->rows);
		r->rows = gathered;
		r->capacity = r->n + 1;
		gathered = NULL;
	}
	free(gathered);
	free(first);
	return has_memory;
}

/* They come in the order of time, so that next to nothing is left to be compared once threads are apart. */
static void sort_rows(struct flame_recording *r)
{
	if (gather_threads(r))
		for (uint32_t i = 0; i < r->n;)
			i += sort_moment(&r->rows[i], r->n - i);
	if (!is_sorted(r->rows, r->n))
		qsort(r->rows, r->n, sizeof(*r->rows), compare_rows);
}

void flame_rows_merge(struct flame_recording *r)
{
	uint32_t n = 0;

	if (r->n)
		sort_rows(r);
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
