/*
 * losses: what the events of the rings lost, by the kernel's own count.
 *
 * LOST records report a loss only once there is room again. PERF_FORMAT_LOST counts all of it, so a ring whose events
 * all have that does not need the records. What was lost goes into the file too, as Linux perf writes it.
 */
#ifndef PREC_RECORD_DRAIN_LOSSES_H
#define PREC_RECORD_DRAIN_LOSSES_H

#include "record/drain/drain.h"

/*
 * Counts what a descriptor lost, and puts it into the stream of samples; it must have been disabled or be at its end.
 * Its count is added to event->counted.
 */
void losses_count(struct drain *d, struct event_fd *event);

/* Counts what all that are open have lost since they were last counted, at the end of a file. 0 or a negative errno. */
int losses_count_all(struct drain *d, struct error *err);

#endif
