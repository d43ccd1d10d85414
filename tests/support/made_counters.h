/*
 * made_counters: counters without a kernel: a test says on which CPUs and threads they are, and what they count.
 */
#ifndef PREC_TESTS_SUPPORT_MADE_COUNTERS_H
#define PREC_TESTS_SUPPORT_MADE_COUNTERS_H

#include "record/counter/counters.h"

#define MADE_COUNTERS_MAX 32

struct made_counters {
	struct event_list events;
	struct counters counters;
	struct counter list[MADE_COUNTERS_MAX];
	bool is_missing[MADE_COUNTERS_MAX];
	struct set_event set[MADE_COUNTERS_MAX];
};

/* The events of -e, on no CPU yet. A failure ends the case. sys_root: NULL: this machine's. */
void made_counters_init(struct made_counters *m, const char *events, const char *sys_root);
void made_counters_fini(struct made_counters *m);

/* All events on a CPU (-1: any) and a thread (-1: any). */
void made_counters_add(struct made_counters *m, int cpu, pid_t tid);

/* What an event's counter has now. Times in ns. */
void made_counters_set(struct made_counters *m, uint32_t event, int cpu, pid_t tid, struct count count);

#endif
