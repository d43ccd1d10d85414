/*
 * losses: reads how many records each event lost, by the kernel's own count, and writes it into the file as Linux perf
 * does (LOST_SAMPLES).
 *
 * A LOST record reports a loss only once the ring has room again. PERF_FORMAT_LOST counts every loss, so LOST records
 * are not needed for a ring whose events all have it.
 */
#ifndef PREC_RECORD_DRAIN_LOSSES_H
#define PREC_RECORD_DRAIN_LOSSES_H

#include "record/drain/drain.h"

/*
 * Reads what a descriptor lost, and appends it to the stream of samples. The event must be disabled or have ended. Adds
 * its count to event->counted.
 */
void losses_count(struct drain *d, struct event_fd *event);

/* Does so for all open events at the end of a file: since their last reading. 0 or a negative errno. */
int losses_count_all(struct drain *d, struct error *err);

#endif
