/*
 * counters: opens the events of a list on the CPUs and threads of a target, to count, and reads them.
 *
 *	event_list + counting_config + target --> counters: a descriptor for each event on each CPU or thread
 *
 * One read(2) reads a group, so the counts of its members are of one moment.
 *
 * Events that the machine lacks are left out and marked by is_missing; the other members of their group count without
 * them. A counter whose thread has ended keeps its count.
 *
 * Ownership: _open/_close; list and target are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_COUNTER_COUNTERS_H
#define PREC_RECORD_COUNTER_COUNTERS_H

#include "counts/stat_input.h"
#include "record/open/open_walk.h"

/* How a counter is read. */
struct counter_handle {
	int fd;
	uint32_t leader; /* the index of the counter whose read(2) includes this one: its leader, or itself */
};

struct counters {
	struct event_set set;
	struct open_walk walk;
	struct counter *list;           /* counters of the set's events */
	struct counter_handle *handles; /* one for each of list */
	uint32_t n, capacity, handles_capacity;
	uint32_t n_marked;
	bool refuses_breakpoints; /* copied from the config */
	bool *is_missing;         /* for each event: this machine or PMU lacks it */
	uint64_t *words;          /* the buffer for read(2) of a group */
};

/*
 * Opens everything, disabled; a command's events are enabled by its exec, unless config->starts_later. target: gets the
 * threads of its processes. diagnostics: as in sampler_open. 0 or a negative errno with a message for the user and
 * nothing to close.
 */
int counters_open(struct counters *c, const struct event_list *list, const struct counting_config *config,
		  struct target *target, struct diagnostics *diagnostics, struct error *err);
void counters_close(struct counters *c);

/* Start and stop all counters; skip those of ended threads. 0 or a negative errno. */
int counters_enable(const struct counters *c, struct error *err);
int counters_disable(const struct counters *c, struct error *err);

/* Starts the counters that are not started by the exec of a command; skips ended threads. 0 or a negative errno. */
int counters_enable_rest(const struct counters *c, struct error *err);

/*
 * Starts or stops the counters of an event, with their groups; name NULL: all counters. 0 or a negative errno; -ENOENT:
 * no event has the name.
 */
int counters_switch(const struct counters *c, const char *name, bool on, struct error *err);

/* Reads all counters into the member `count` of each. 0 or a negative errno. */
int counters_read(struct counters *c, struct error *err);

/* Reads the counter with this index in the list, and its group. 0 or a negative errno. */
int counters_read_one(struct counters *c, uint32_t number, struct error *err);

#endif
