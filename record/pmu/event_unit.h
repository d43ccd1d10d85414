/*
 * event_unit: reads the unit and scale of an event's counts, which a PMU has in files beside that of the event. Source:
 * Documentation/ABI/testing/sysfs-bus-event_source-devices-events of the kernel.
 *
 * Ownership: _fini; an empty one is all zero. Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_EVENT_UNIT_H
#define PREC_RECORD_PMU_EVENT_UNIT_H

#include "record/pmu/pmu.h"

#include <stdbool.h>

struct event_unit {
	char *text;       /* "Joules"; NULL: a plain number */
	double scale;     /* 0: 1 */
	bool per_package; /* each CPU of a package has the count of the whole package */
	bool is_snapshot; /* the count is a state, and does not add up */
};

/* Replaces *unit if the event has such files. 0 or -ENOMEM. */
int event_unit_read(struct event_unit *unit, const struct pmu *pmu, const struct pmu_event *event);
void event_unit_fini(struct event_unit *unit);

#endif
