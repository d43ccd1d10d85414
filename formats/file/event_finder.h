/*
 * event_finder: the events of many records, one after the other.
 *
 * Threads: one for each.
 */
#ifndef PREC_FORMATS_FILE_EVENT_FINDER_H
#define PREC_FORMATS_FILE_EVENT_FINDER_H

#include "formats/file/perf_file.h"
#include "formats/record/record.h"

/* Begins as { .file = file }. */
struct event_finder {
	const struct perf_file *file;
	const struct file_event *last; /* of the sample seen last, and its id: samples of an event come in rows */
	uint64_t last_id;
	uint64_t id_mask; /* 0: all samples are of one event */
	uint16_t id_end;  /* where the id of a sample ends, once `last` is set */
};

/* The same, whatever came before. */
const struct file_event *event_finder_find_anew(struct event_finder *f, const struct record *r);

/* Whether a SAMPLE is of the event of the one before. */
static inline bool event_finder_is_last(const struct event_finder *f, const uint8_t *data, uint16_t size, bool swap)
{
	return f->last && f->id_end <= size &&
	       !((load_u64_order(data + f->id_end - 8, swap) ^ f->last_id) & f->id_mask);
}

/* As perf_file_event_of. */
static inline const struct file_event *event_finder_find(struct event_finder *f, const struct record *r)
{
	if (r->type == PERF_RECORD_SAMPLE && event_finder_is_last(f, r->data, r->size, r->swap))
		return f->last;
	return event_finder_find_anew(f, r);
}

#endif
