#include "formats/file/event_finder.h"

const struct file_event *event_finder_find_anew(struct event_finder *f, const struct record *r)
{
	const struct perf_file *file = f->file;
	uint16_t place;

	if (r->type != PERF_RECORD_SAMPLE)
		return perf_file_event_of(file, r);
	if (file->n_events == 1 || !file->same_id_place) {
		f->last = &file->events[0];
		f->id_end = RECORD_HEADER_SIZE;
		f->id_mask = 0;
		return f->last;
	}
	place = event_layout_sample_id(&file->events[0].layout);
	if (place + 8 > r->size)
		return NULL;
	f->last_id = load_u64_order(r->data + place, r->swap);
	f->last = perf_file_event_by_id(file, f->last_id);
	f->id_end = place + 8;
	f->id_mask = UINT64_MAX;
	return f->last;
}
