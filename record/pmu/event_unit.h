/*
 * event_unit: what a count of an event means: its unit, and what it is to be multiplied with. A PMU says it in files
 * beside that of the event. Source: Documentation/ABI/testing/sysfs-bus-event_source-devices-events of the kernel.
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
	bool per_package; /* any CPU of a package has the count of all of it */
	bool is_snapshot; /* the count is a state, and does not add up */
};

/* What *unit had is given up, if the event has files of its own. 0 or -ENOMEM. */
int event_unit_read(struct event_unit *unit, const struct pmu *pmu, const struct pmu_event *event);
void event_unit_fini(struct event_unit *unit);

#endif
