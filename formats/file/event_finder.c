#include "formats/file/event_finder.h"

const struct file_event *event_finder_find_anew(struct event_finder *f, const struct record *r)
{
	const struct perf_file *file = f->file;
	uint16_t place;

	if (file->n_events == 1)
		return &file->events[0];
	if (r->type != PERF_RECORD_SAMPLE || !file->same_id_place)
		return perf_file_event_of(file, r);
	place = event_layout_sample_id(&file->events[0].layout);
	if (place + 8 > r->size)
		return NULL;
	f->last_id = load_u64_order(r->data + place, r->swap);
	f->last = perf_file_event_by_id(file, f->last_id);
	f->id_place = place;
	return f->last;
}
