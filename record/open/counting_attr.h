/*
 * counting_attr: the attr of an event that counts, and is read: it takes no samples.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_OPEN_COUNTING_ATTR_H
#define PREC_RECORD_OPEN_COUNTING_ATTR_H

#include "record/events/event_list.h"
#include "record/open/sampler_config.h"
#include "record/open/target.h"

struct counting_config {
	struct sample_modes modes;
	bool starts_later;        /* a command's events are not enabled by its exec */
	bool refuses_breakpoints; /* a form that the kernel does not take is an error, not what the machine lacks */
};

/*
 * Completes *attr, the attr of event i of the list. It is disabled, unless it is in a group: members count when their
 * leader does. What read(2) returns has the times enabled and running, and of a group all members with their ids.
 */
void counting_attr_fill(struct event_attr *attr, const struct event_list *list, int i, const struct target *target,
			const struct counting_config *config);

#endif
