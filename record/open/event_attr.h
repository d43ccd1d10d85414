/*
 * event_attr: makes the attr of an event for perf_event_open(2) from its spec and the configuration.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_OPEN_EVENT_ATTR_H
#define PREC_RECORD_OPEN_EVENT_ATTR_H

#include "record/events/event_list.h"
#include "record/open/sampler_config.h"
#include "record/open/target.h"

/*
 * counting_attr: makes the attr of an event that counts and is read, without samples.
 *
 * Threads: no state, any thread.
 */

struct counting_config {
	struct sample_modes modes;
	bool starts_later;        /* a command's events are not enabled by its exec */
	bool refuses_breakpoints; /* a breakpoint that the kernel does not take is an error, not missing hardware */
};

/*
 * Completes *attr, the attr of event i of the list. The event starts disabled, but for members of a group: they count
 * while their leader does. read(2) returns the times enabled and running, and all members of a group with their ids.
 */
void counting_attr_fill(struct event_attr *attr, const struct event_list *list, int i, const struct target *target,
			const struct counting_config *config);

/*
 * What all events of a recording have in common, so that time and id are at one offset in all samples, and in all
 * trailers.
 */
struct event_attr_common {
	uint32_t size;
	uint64_t sample_type;
	uint64_t flags;
	bool per_cpu; /* rings belong to CPUs; the kernel lets no event with a mapped ring of a thread be inherited */
};

struct event_attr_common event_attr_common(const struct event_list *list, const struct sampler_config *config,
					   const struct target *target);

/* Completes *attr, the attr of event i of the list. */
void event_attr_fill(struct event_attr *attr, const struct event_list *list, int i,
		     const struct event_attr_common *common, const struct sampler_config *config);

/*
 * True if event i is read at the samples of its group's leader, which stands before it. Then its attr has the leader's
 * sample fields, for readers that use the attr of the event whose id a sample has.
 */
bool event_attr_follows(const struct event_list *list, int i);
void event_attr_follow_leader(struct event_attr *attr, const struct event_attr *leader);

/*
 * True if the period of an event can be changed. Events that the kernel counts in software (faults, switches,
 * tracepoints, breakpoints) have a fixed one: with PERF_SAMPLE_PERIOD each event is a sample (perf_swevent_event in
 * kernel/events/core.c), and without it readers take the period of the attr.
 */
bool event_attr_can_change(const struct event_attr *attr, const struct event_spec *spec);

/*
 * Returns the attr flags that the sideband event needs for a hardware trace of that attr. The decoder has to know which
 * thread ran when, and how the kernel changed its own code.
 */
uint64_t event_attr_trace_sideband(const struct event_attr *attr, const struct event_trace *trace, bool per_cpu);

/*
 * Makes the attr of the sideband event. It counts nothing, so it needs no right to see the kernel.
 */
void event_attr_fill_sideband(struct event_attr *attr, const struct event_attr_common *common,
			      const struct sampler_config *config);

#endif
