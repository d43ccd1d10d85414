/*
 * counted: counters and what they count, as the kernel or a file says it, for those who sum and show it.
 *
 * Ownership: everything is borrowed. Threads: any.
 */
#ifndef PREC_COUNTS_COUNTED_H
#define PREC_COUNTS_COUNTED_H

#include "formats/record/attr.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What the kernel says of a counter. Times in ns: for how long it was wanted, and for how long it was on the PMU. */
struct count {
	uint64_t value, enabled, running;
};

/* One event on one CPU or thread. */
struct counter {
	uint32_t event;     /* its number in a list of events */
	int cpu;            /* -1: wherever the thread runs */
	pid_t tid;          /* -1: whatever runs on the CPU */
	uint64_t id;        /* the kernel's; 0: not known */
	struct count count; /* as it was read last */
};

/* What an event counts, whichever PMU it is of, and whatever that calls it. */
struct counted_kind {
	uint32_t type;   /* of perf_event_open(2)'s generic events, or where it is none of them that of its PMU */
	uint64_t config; /* without the PMU in its upper half */
	uint32_t pmu;    /* the type of the PMU that counts a generic event; 0: not said */
};

/* An event. */
struct counted_event {
	const char *name;
	const char *pmu; /* NULL: it is generic */
	bool pmu_is_system;
	const char *cgroup;            /* that it counts in; NULL: everywhere */
	const struct event_attr *attr; /* type, config and modes */
	bool is_generic;               /* an event of a PMU that is a generic one, too: kind is set */
	struct counted_kind kind;
	int tool; /* not 0: it is counted by the program, which gives it a number */
	int item; /* the same for all events that one name of -e stands for */

	const char *unit; /* NULL: a plain number */
	double scale;     /* what a count is multiplied with for it; 0: 1 */
	bool is_percore;  /* CPUs of a core have one count */
	bool per_package; /* any CPU of a package has the count of all of it */
	bool is_snapshot; /* the count is a state, and does not add up */
};

struct counted_events {
	const struct counted_event *list;
	uint32_t n;
};

/* The counters of a run. */
struct counted {
	const struct counter *list;
	uint32_t n;
	int cpu;                /* where the first one would be, if there are none: what programs count is put there */
	pid_t tid;              /* as in a counter */
	const bool *is_missing; /* of each event: it could not be counted */
	const char *const *names; /* of each event, with what was left out when it was opened */
};

/* Whether it counts ns of a CPU or a task. */
bool counted_is_clock(const struct counted_event *event);

struct counted_kind counted_kind(const struct counted_event *event);

/* What would most likely have been counted all the time, by the share that was; 0 where it never ran. */
uint64_t count_scaled(struct count count);

/* A count that is not negative as a whole number; the largest there is for larger ones. */
uint64_t count_rounded(double count);

/* What of a count is not in an earlier one of the same counter. */
struct count count_since(struct count now, struct count before);

#endif
