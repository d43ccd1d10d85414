/*
 * event_switch: which samples count where one event begins what counts, and another ends it: --switch-on, --switch-off.
 *
 *	a  ON  b  ON  c  OFF  d  ON  e		b ON c e
 *
 * Without an event to begin with all counts at once, without one to end with to the last. A sample that changes
 * something is left out, unless it is asked for; one of these events that changes nothing is a sample as any other.
 */
#ifndef PREC_REPORT_STREAM_EVENT_SWITCH_H
#define PREC_REPORT_STREAM_EVENT_SWITCH_H

#include "formats/file/perf_file.h"
#include "formats/record/record.h"
#include "report/stream/time_ranges.h"

/* A sample that changes something. */
struct switch_point {
	uint64_t time, offset; /* of its record */
	uint32_t event;
};

struct event_switch {
	bool *begins, *ends;         /* by event; NULL: none does. Owned */
	bool shows;                  /* what changes something counts, too */
	struct switch_point *points; /* in the order of time; owned */
	uint32_t n, capacity;
};

void event_switch_fini(struct event_switch *s);

static inline bool event_switch_is_used(const struct event_switch *s)
{
	return s->begins || s->ends;
}

/*
 * Whether the next sample counts, for whoever has them in the order of time. *on: whether samples count at the moment;
 * at the beginning, if nothing begins it.
 */
bool event_switch_next(const struct event_switch *s, bool *on, uint32_t event);

/*
 * Finds what changes something among the samples within the times, for event_switch_has; all records are read, unless
 * nothing begins or ends. 0 or a negative errno with *err filled: -EINVAL where records have no times.
 */
int event_switch_read(struct event_switch *s, const struct perf_file *file, const struct time_ranges *times,
		      struct error *err);

/* Whether a sample counts, for whoever has them in any order. After event_switch_read; any thread. */
bool event_switch_has(const struct event_switch *s, uint32_t event, uint64_t time, uint64_t offset);

#endif
