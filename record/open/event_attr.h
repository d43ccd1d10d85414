/*
 * event_attr: what perf_event_open(2) is asked for: the attr of an event, from its spec and the configuration.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_OPEN_EVENT_ATTR_H
#define PREC_RECORD_OPEN_EVENT_ATTR_H

#include "record/events/event_list.h"
#include "record/open/sampler_config.h"
#include "record/open/target.h"

/*
 * counting_attr: the attr of an event that counts, and is read: it takes no samples.
 *
 * Threads: no state, any thread.
 */

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

/*
 * What all events of a recording have alike. So the time and the id lie at one offset in all samples, and those of the
 * trailer too.
 */
struct event_attr_common {
	uint32_t size;
	uint64_t sample_type;
	uint64_t flags;
	bool per_cpu; /* rings are those of CPUs. Where not, the kernel lets no event be inherited that has one mapped
		       */
};

struct event_attr_common event_attr_common(const struct event_list *list, const struct sampler_config *config,
					   const struct target *target);

/* Completes *attr, the attr of event i of the list. */
void event_attr_fill(struct event_attr *attr, const struct event_list *list, int i,
		     const struct event_attr_common *common, const struct sampler_config *config);

/*
 * Whether event i is read at the samples of its group's leader, which is before it. Its attr then says of samples what
 * the leader's does, for readers who take them for its own.
 */
bool event_attr_follows(const struct event_list *list, int i);
void event_attr_follow_leader(struct event_attr *attr, const struct event_attr *leader);

/*
 * Whether an event can get another period. Events that the kernel counts by software (faults, switches, tracepoints,
 * breakpoints) cannot: where their samples have a period, each event is a sample (perf_swevent_event in
 * kernel/events/core.c), and where not, readers take that of the file.
 */
bool event_attr_can_change(const struct event_attr *attr, const struct event_spec *spec);

/*
 * What a trace, of that attr, needs of the sideband: flags. Its decoder has to know which thread ran when, and how the
 * kernel changed its own code.
 */
uint64_t event_attr_trace_sideband(const struct event_attr *attr, const struct event_trace *trace, bool per_cpu);

/*
 * Makes the attr of the event that brings the sideband records. It counts nothing, so that it needs no right to see the
 * kernel.
 */
void event_attr_fill_sideband(struct event_attr *attr, const struct event_attr_common *common,
			      const struct sampler_config *config);

#endif
