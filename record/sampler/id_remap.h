/*
 * id_remap: gives the records of an event that was opened again the id of the event in the file.
 *
 * When a CPU goes offline, its events end (perf_event_exit_cpu in kernel/events/core.c); those opened when it is back
 * have other ids. The ids in a file are fixed at its beginning, in its header or the first records of a pipe, and
 * readers accept no others (Linux perf: "Can't parse sample"). So the records get the id of the event they continue.
 * Counts in samples (PERF_SAMPLE_READ) continue, too: readers subtract from each the one before it of the same id.
 *
 * The id must be at one offset in all events, as in an event_set.
 *
 * Threads: any.
 */
#ifndef PREC_RECORD_SAMPLER_ID_REMAP_H
#define PREC_RECORD_SAMPLER_ID_REMAP_H

#include "formats/record/event.h"

#include <sys/types.h>

struct id_remap {
	uint64_t opened;  /* the kernel's id */
	uint64_t id;      /* the id in the file */
	uint64_t counted; /* the count of the descriptors before */
	uint32_t event;   /* in the set */
	pid_t tid;        /* the thread it was opened for, or -1; its children may inherit the event */
	struct event_layout layout;
	bool has_read; /* PERF_SAMPLE_READ, as read_format says */
	uint64_t read_format;
	bool is_ended; /* closed: its last records may wait in the ring */
};

/*
 * Changes the ids in `size` bytes of whole records from a ring. list: the reopened events of that ring, in the order of
 * `opened`, which is that of opening: the kernel counts ids up. Leaves other events' records as they are, and
 * everything from a record of a wrong size on.
 */
void id_remap_apply(const struct id_remap *list, size_t n, uint8_t *records, size_t size);

/* Finds the event with this kernel id; NULL: there is none. */
const struct id_remap *id_remap_find(const struct id_remap *list, size_t n, uint64_t opened);

/* Marks the event with this kernel id as ended, if it is in the list. */
void id_remap_end(struct id_remap *list, size_t n, uint64_t opened);

/* Removes ended events from the list. Returns how many are left. */
size_t id_remap_remove_ended(struct id_remap *list, size_t n);

#endif
