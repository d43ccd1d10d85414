/*
 * running: how many threads of a recording were on a CPU at a time, by its SWITCH records, and by its EXIT records: no
 * other says that a thread which ended was switched out.
 *
 * Like the timeline it is built once, in ascending time, and then asked from any number of threads.
 */
#ifndef PREC_REPORT_TIMELINE_RUNNING_H
#define PREC_REPORT_TIMELINE_RUNNING_H

#include <stdbool.h>
#include <stdint.h>

struct running_change {
	uint64_t time;
	int64_t n; /* from then on; below 0 where records are missing */
};

/* All zero at first. */
struct running {
	struct running_change *list; /* ascending in time */
	uint32_t n, capacity;
};

void running_fini(struct running *r);

/* A thread was switched in or out. 0 or -ENOMEM. */
int running_add(struct running *r, uint64_t time, bool out);

/* How many there were, 1 at least: no record says that the first one was switched in, as in Linux perf. */
uint32_t running_at(const struct running *r, uint64_t time);

#endif
