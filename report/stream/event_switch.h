/*
 * event_switch: selects the samples between two events: --switch-on, --switch-off.
 *
 *	a  ON  b  ON  c  OFF  d  ON  e		b ON c e
 *
 * Without an event for ON, samples are selected from the start; without one for OFF, to the end. A sample that switches
 * is left out, unless `shows` is set. A sample of these events that does not switch is treated like any other.
 */
#ifndef PREC_REPORT_STREAM_EVENT_SWITCH_H
#define PREC_REPORT_STREAM_EVENT_SWITCH_H

#include "formats/file/perf_file.h"
#include "formats/record/record.h"
#include "report/stream/time_ranges.h"

/* A sample that switches. */
struct switch_point {
	uint64_t time, offset; /* of its record */
	uint32_t event;
};

struct event_switch {
	bool *begins, *ends;         /* by event: it switches on or off; NULL: none does. Owned */
	bool shows;                  /* samples that switch are selected, too */
	struct switch_point *points; /* sorted by time; owned */
	uint32_t n, capacity;
};

void event_switch_fini(struct event_switch *s);

/* True if some event switches. */
static inline bool event_switch_is_used(const struct event_switch *s)
{
	return s->begins || s->ends;
}

/*
 * True if the next sample, in the order of time, is selected. *on: samples are selected now; the caller initializes it:
 * true if `begins` is NULL.
 */
bool event_switch_next(const struct event_switch *s, bool *on, uint32_t event);

/*
 * Reads all records, and finds the samples within the times that switch, for event_switch_has. Does nothing if no event
 * switches. 0 or a negative errno with *err filled: -EINVAL: records have no times.
 */
int event_switch_read(struct event_switch *s, const struct perf_file *file, const struct time_ranges *times,
		      struct error *err);

/*
 * True if a sample is selected; samples may come in any order. Call event_switch_read before. offset: of its record.
 * Thread: any.
 */
bool event_switch_has(const struct event_switch *s, uint32_t event, uint64_t time, uint64_t offset);

#endif
