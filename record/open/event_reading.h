/*
 * event_reading: what read(2) of an event's descriptor returns: its count, and how many of its records were lost.
 *
 * The layouts are those of "Reading results" in perf_event_open(2) and of enum perf_event_read_format in
 * include/uapi/linux/perf_event.h:
 *
 *	alone:  value [time_enabled] [time_running] [id] [lost]
 *	group:  nr [time_enabled] [time_running] then for each of nr events: value [id] [lost]
 *
 * A read of any event of a group gives all of them, the leader first.
 *
 * Threads: any.
 */
#ifndef PREC_RECORD_OPEN_EVENT_READING_H
#define PREC_RECORD_OPEN_EVENT_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kernel refuses a larger group (perf_event_validate_size in kernel/events/core.c: 16 KiB). */
#define EVENT_READING_WORDS_MAX 2048

struct event_reading {
	uint64_t count; /* of the event */
	uint64_t lost;  /* records the kernel could not write */
	bool has_lost;  /* the kernel (6.0 and up) counts them */
};

/*
 * Finds the event `id` in the n words that a read returned for attr.read_format `format`. 0, or a negative errno and
 * *ret_reading untouched: -EIO where there are fewer words than the format asks for, -ENOENT where no event of the
 * group has the id.
 */
int event_reading_decode(struct event_reading *ret_reading, const uint64_t *words, size_t n, uint64_t format,
			 uint64_t id);

/* Reads fd, the descriptor of event `id`. 0 or a negative errno, also of read(2); *ret_reading is then untouched. */
int event_reading_get(struct event_reading *ret_reading, int fd, uint64_t format, uint64_t id);

#endif
