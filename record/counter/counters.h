/*
 * counters: the events of a list, opened on the CPUs and threads of a target to be counted, and read.
 *
 *	event_list + counting_config + target --> counters: a descriptor for each event on each CPU or thread
 *
 * A group is read in one read(2), so that its members' counts are of the same moment.
 *
 * Events that the machine does not have are left out, and is_missing says so of them; the other members of their group
 * count without them. A counter whose thread has ended keeps its count.
 *
 * Ownership: _open/_close; list and target are borrowed. One thread at a time.
 */
#ifndef PREC_RECORD_COUNTER_COUNTERS_H
#define PREC_RECORD_COUNTER_COUNTERS_H

#include "record/open/open_walk.h"

#include "counts/counted.h"

/* How a counter is read. */
struct counter_handle {
	int fd;
	uint32_t leader; /* the number of the counter whose read has this one's, too; its own where it is read itself */
};

struct counters {
	struct event_set set;
	struct open_walk walk;
	struct counter *list;           /* their events are those of the set */
	struct counter_handle *handles; /* of each */
	uint32_t n, capacity, handles_capacity;
	uint32_t n_marked;
	bool refuses_breakpoints; /* as of the config */
	bool *is_missing;         /* of each event: this machine, or this PMU, does not have it */
	uint64_t *words;          /* of a group that is read */
};

/*
 * Opens everything, disabled: a command's events are enabled by its exec unless the configuration has them start later.
 * target: gets the threads of its processes. diagnostics: as of sampler_open. 0, or a negative errno with a message
 * for the user and nothing to close.
 */
int counters_open(struct counters *c, const struct event_list *list, const struct counting_config *config,
		  struct target *target, struct diagnostics *diagnostics, struct error *err);
void counters_close(struct counters *c);

/* Starts and stops counting. 0 or a negative errno; threads that have ended are none. */
int counters_enable(const struct counters *c, struct error *err);
int counters_disable(const struct counters *c, struct error *err);

/* Starts those that no exec of a command starts. As above. */
int counters_enable_rest(const struct counters *c, struct error *err);

/* Those of one event, by its name, with the others of their groups; name NULL: all. -ENOENT: there is none. */
int counters_switch(const struct counters *c, const char *name, bool on, struct error *err);

/* Reads all into their `count`. 0 or a negative errno. */
int counters_read(struct counters *c, struct error *err);

/* The same of one of the list, with its group. */
int counters_read_one(struct counters *c, uint32_t number, struct error *err);

#endif
