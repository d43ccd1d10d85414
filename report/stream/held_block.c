#include "report/stream/held_block.h"

#include <errno.h>
#include <stdlib.h>

/* Returns the end of the ascending run that begins at i. */
static uint32_t run_end(const struct ordered_item *items, uint32_t i, uint32_t n)
{
	for (i++; i < n && items[i].time >= items[i - 1].time; i++)
		;
	return i;
}

/* Merges [a, b) and [b, c) into `to` at a. */
static void run_merge(struct ordered_item *to, const struct ordered_item *from, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t left = a, right = b;

	for (uint32_t i = a; i < c; i++) {
		if (left < b && (right >= c || from[left].time <= from[right].time))
			to[i] = from[left++];
		else
			to[i] = from[right++];
	}
}

struct ordered_item *ordered_sort(struct ordered_item *items, struct ordered_item *scratch, uint32_t n)
{
	struct ordered_item *from = items, *to = scratch;

	/* Each pass at least halves the number of runs. */
	while (n && run_end(from, 0, n) < n) {
		struct ordered_item *other = from;

		for (uint32_t a = 0, c; a < n; a = c) {
			uint32_t b = run_end(from, a, n);

			c = b < n ? run_end(from, b, n) : n;
			run_merge(to, from, a, b, c);
		}
		from = to;
		to = other;
	}
	return from;
}

struct held_block *held_block_new(struct blocks *blocks, struct error *err)
{
	struct held_block *h = calloc(1, sizeof(*h));

	if (h && !block_reader_new(&h->reader, blocks, err))
		return h;
	free(h);
	error_nomem(err);
	return NULL;
}

void held_block_free(struct held_block *h)
{
	if (!h)
		return;
	block_reader_free(h->reader);
	free(h->room[0]);
	free(h->room[1]);
	free(h);
}

static int held_reserve(struct held_block *h)
{
	uint32_t capacity = h->capacity ? h->capacity * 2 : 4096;

	if (h->n < h->capacity)
		return 0;
	for (int i = 0; i < 2; i++) {
		struct ordered_item *room = realloc(h->room[i], capacity * sizeof(*room));

		if (!room)
			return -ENOMEM;
		h->room[i] = room;
	}
	h->capacity = capacity;
	return 0;
}

/* Adds the records of a block whose bytes are within those of the held one, or follow them. 0 or -ENOMEM. */
static int held_add(struct held_block *h, const struct block *block, const struct perf_file *file, uint64_t types,
		    struct event_finder *finder)
{
	size_t begin = (size_t)(block->data - h->block.data), pos = 0, at = 0;
	const struct file_event *e;
	uint64_t i = 0, time;
	struct record r;

	for (; block_next_record(block, file->swap, &pos, &r); at = pos, i++) {
		if (r.type >= 64 || !(types >> r.type & 1))
			continue;
		e = event_finder_find(finder, &r);
		if (!e || !record_time(file, e, &r, record_order(block->number, i), &time))
			continue;
		if (held_reserve(h))
			return -ENOMEM;
		h->room[0][h->n++] = (struct ordered_item){ .time = time == UINT64_MAX ? 0 : time,
							    .offset = (uint32_t)(begin + at),
							    .event = (uint32_t)(e - file->events) };
	}
	return 0;
}

int held_block_fill(struct held_block *h, const struct perf_file *file, uint64_t types, struct event_finder *finder)
{
	struct block rest;
	int result;

	h->n = h->next = 0;
	h->last_batch = UINT64_MAX;
	h->last_number = h->block.number;
	result = held_add(h, &h->block, file, types, finder);
	while (!result && block_reader_rest(h->reader, &rest)) {
		result = held_add(h, &rest, file, types, finder);
		h->block.size = (size_t)(rest.data - h->block.data) + rest.size;
		h->last_number = rest.number;
	}
	h->items = ordered_sort(h->room[0], h->room[1], h->n);
	return result;
}
