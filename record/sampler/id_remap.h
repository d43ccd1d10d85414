/*
 * id_remap: makes records of an event that was opened again records of the event that the file knows.
 *
 * A CPU that goes offline ends the events on it (perf_event_exit_cpu in kernel/events/core.c), and those opened when it
 * is back have other ids. The ids in a file are fixed when it begins: they are in its header, or in the first records
 * of a pipe. Readers accept no others (Linux perf fails with "Can't parse sample"). So the records get the id of the
 * event they continue. Counts in samples (PERF_SAMPLE_READ) continue as well, because readers subtract from each the
 * one before it of the same id.
 *
 * Ids must have one place in all events, as in those of an event_set.
 *
 * Threads: any.
 */
#ifndef PREC_RECORD_SAMPLER_ID_REMAP_H
#define PREC_RECORD_SAMPLER_ID_REMAP_H

#include "formats/record/event.h"

#include <sys/types.h>

struct id_remap {
	uint64_t opened;  /* the id that the kernel writes */
	uint64_t id;      /* what it is in the file */
	uint64_t counted; /* by the descriptors before */
	uint32_t event;   /* in the set */
	pid_t tid;        /* that it was opened for, or -1; what that starts may inherit it */
	struct event_layout layout;
	bool has_read; /* PERF_SAMPLE_READ, as read_format says */
	uint64_t read_format;
	bool is_ended; /* closed: its last records may wait in the ring */
};

/*
 * Changes `size` bytes of whole records from a ring. list: the renewed events of that ring. Records of other events do
 * not change, nor does anything from a record of a wrong size on. The list is in the order of `opened`, which
 * is that of opening: the kernel counts ids up.
 */
void id_remap_apply(const struct id_remap *list, size_t n, uint8_t *records, size_t size);

/* The event with that id of the kernel, or NULL. */
const struct id_remap *id_remap_find(const struct id_remap *list, size_t n, uint64_t opened);

/* The event with that id, if it is in the list, has ended. */
void id_remap_end(struct id_remap *list, size_t n, uint64_t opened);

/* Takes those out of the list that have ended; how many are left. */
size_t id_remap_remove_ended(struct id_remap *list, size_t n);

#endif
