#include "report/stream/record_time.h"

const struct file_event *event_finder_find(struct event_finder *f, const struct record *r)
{
	const struct perf_file *file = f->file;
	uint16_t place;
	uint64_t id;

	if (file->n_events == 1)
		return &file->events[0];
	if (r->type != PERF_RECORD_SAMPLE || !file->same_id_place)
		return perf_file_event_of(file, r);
	place = event_layout_sample_id(&file->events[0].layout);
	if (place + 8 > r->size)
		return NULL;
	id = load_u64_order(r->data + place, r->swap);
	if (!f->last || id != f->last_id) {
		f->last = perf_file_event_by_id(file, id);
		f->last_id = id;
	}
	return f->last;
}

bool record_time(const struct perf_file *f, const struct file_event *e, const struct record *r, uint64_t order,
		 uint64_t *ret_time)
{
	const struct event_layout *l = &e->layout;

	*ret_time = order;
	if (!f->timed)
		return true;
	if (r->type == PERF_RECORD_SAMPLE) {
		if (l->time + 8 > r->size)
			return false;
		*ret_time = load_u64_order(r->data + l->time, r->swap);
		return true;
	}
	*ret_time = 0;
	if (!l->trailer_time)
		return true;
	if (l->trailer_size > r->size - RECORD_HEADER_SIZE)
		return false;
	*ret_time = load_u64_order(r->data + r->size - l->trailer_time, r->swap);
	return true;
}

uint64_t block_first_time(const struct perf_file *f, const struct block *block, bool *ret_untimed)
{
	struct event_finder finder = { .file = f };
	const struct file_event *e;
	uint64_t first = UINT64_MAX, time;
	struct record r;
	size_t pos = 0;

	*ret_untimed = false;
	if (!f->timed)
		return record_order(block->number, 0);
	while (block_next_record(block, f->swap, &pos, &r)) {
		if (r.type >= PERF_RECORD_USER_TYPE_START)
			continue;
		e = event_finder_find(&finder, &r);
		if (!e || !record_time(f, e, &r, 0, &time))
			continue;
		if (record_time_is_none(time))
			*ret_untimed = true;
		else if (time < first)
			first = time;
	}
	return first;
}
