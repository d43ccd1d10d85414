/*
 * made_counters: counters without a kernel: a test says on which CPUs and threads they are, and what they count.
 */
#ifndef PREC_TESTS_SUPPORT_MADE_COUNTERS_H
#define PREC_TESTS_SUPPORT_MADE_COUNTERS_H

#include "counts/stat_table.h"
#include "record/stat/stat_events.h"
#include "record/stat/stat_host.h"

#define MADE_COUNTERS_MAX 32

struct made_counters {
	struct event_list events;
	struct stat_events counter_events;
	struct stat_input counted;
	struct counter list[MADE_COUNTERS_MAX];
	bool is_missing[MADE_COUNTERS_MAX];
	const char *names[MADE_COUNTERS_MAX];
	struct stat_host host; /* of the table that was made last */
};

/* The events of -e, on no CPU yet. A failure ends the case. sys_root: NULL: this machine's. */
void made_counters_init(struct made_counters *m, const char *events, const char *sys_root);
void made_counters_fini(struct made_counters *m);

/* A table of them on a machine, this one's where roots are NULL. The last one made is the one to be used. */
void made_counters_table(struct made_counters *m, struct stat_table *ret_table, enum stat_by by, enum stat_merge merge,
			 const struct host_roots *roots);

/* All events on a CPU (-1: any) and a thread (-1: any). */
void made_counters_add(struct made_counters *m, int cpu, pid_t tid);

/* What an event's counter has now. Times in ns. */
void made_counters_set(struct made_counters *m, uint32_t event, int cpu, pid_t tid, struct count count);

#endif
