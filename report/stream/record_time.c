#include "report/stream/record_time.h"

#include "formats/file/perf_file.h"

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
