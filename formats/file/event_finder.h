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
};

/* As perf_file_event_of. */
const struct file_event *event_finder_find(struct event_finder *f, const struct record *r);

#endif
