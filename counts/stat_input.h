/*
 * stat_input: counters and their events, as the kernel or a file describes them, for the code that sums and shows
 * counts; and which events share a row or are compared with each other.
 *
 * Ownership: everything is borrowed, but by struct stat_same_cgroup (_init/_fini). Threads: any.
 */
#ifndef PREC_COUNTS_STAT_INPUT_H
#define PREC_COUNTS_STAT_INPUT_H

#include "common/hash_table.h"
#include "formats/record/attr.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The value of a counter, and the times in ns for which it was enabled and for which it was on the PMU
 * (PERF_FORMAT_TOTAL_TIME_ENABLED and _RUNNING of perf_event_open(2)).
 */
struct count {
	uint64_t value, enabled, running;
};

/* An event on one CPU or of one thread. */
struct counter {
	uint32_t event;     /* its number in a list of events */
	int cpu;            /* -1: wherever the thread runs */
	pid_t tid;          /* -1: whatever runs on the CPU */
	uint64_t id;        /* of the kernel; 0: not known */
	struct count count; /* the last one that was read */
};

/* What an event counts, independent of the PMU and of the name that the PMU has for it. */
struct counter_kind {
	uint32_t type;   /* PERF_TYPE_* of a generic event, else the type of its PMU */
	uint64_t config; /* without the type of the PMU in its upper half */
	uint32_t pmu;    /* the type of the PMU that counts a generic event; 0: any */
};

struct counter_event {
	const char *name;
	const char *pmu; /* NULL: a generic event */
	bool pmu_is_system;
	const char *cgroup;            /* counts only in it; NULL: everywhere */
	const struct event_attr *attr; /* type, config and modes */
	bool is_generic;               /* an event of a PMU that is also a generic one: `kind` is set */
	struct counter_kind kind;
	int tool; /* not 0: counted by the program itself, which has given it this number */
	int item; /* equal for all events that one name of -e stands for */

	const char *unit;    /* NULL: a plain number */
	double scale;        /* count * scale is in the unit; 0: 1 */
	bool is_percore;     /* the CPUs of a core share one count */
	bool is_per_package; /* every CPU of a package has the count of the package */
	bool is_snapshot;    /* the count is a state: it is not summed over time */
};

struct counter_events {
	const struct counter_event *list;
	uint32_t n;
};

/* The counters of a run. */
struct stat_input {
	const struct counter *list;
	uint32_t n;
	int cpu;                  /* as in a counter: of what the program counts itself, where the list is empty */
	pid_t tid;                /* likewise */
	const bool *is_missing;   /* for each event: it could not be opened */
	const char *const *names; /* of each event, with the modifiers that it was opened with */
};

/* True if the event counts ns: cpu-clock or task-clock. */
bool counter_event_is_clock(const struct counter_event *event);

/* Returns what an event counts. */
struct counter_kind counter_event_kind(const struct counter_event *event);

/* Returns the value scaled by enabled/running; 0 if it never ran. */
uint64_t count_scaled(struct count count);

/* Rounds a count that is not negative; UINT64_MAX for larger ones. */
uint64_t count_rounded(double count);

/* Returns the difference between two counts of a counter, value and times. */
struct count count_since(struct count now, struct count before);

/* Which of the events that one name of -e stands for are summed in one row. */
enum stat_merge {
	STAT_MERGE_UNCORE = 0, /* those of several uncore PMUs, such as memory controllers */
	STAT_MERGE_NONE,
	STAT_MERGE_ALL, /* those of several core PMUs (hybrid CPUs), too */
};

/*
 * Finds the rows. ret_rows: for each event the event whose row it is summed in: the first of its name, or itself.
 * Further events of that one's PMU have rows of their own. ret_has_twin: for each event, whether an event of its name
 * on another PMU has a row, too. 0 or -ENOMEM.
 */
int stat_merge_find(const struct counter_events *events, enum stat_merge merge, uint32_t *ret_rows, bool *ret_has_twin);

#define STAT_EVENT_NONE HASH_TABLE_NONE

/* An index of events, to find the one that another is compared with: one of the same cgroup. */
struct stat_same_cgroup {
	const struct counter_events *events;
	bool has_kinds_of_cores;   /* generic events are of several PMUs (hybrid CPUs) */
	uint32_t *cgroups;         /* for each event, the first one of its cgroup */
	uint32_t *clocks;          /* for each of these, the first clock of the cgroup */
	struct hash_table by_what; /* for each cgroup, kind (struct counter_kind) and modes, the first event */
};

/* Makes the index. Borrows events. 0 or -ENOMEM; the caller calls stat_same_cgroup_fini in both cases. */
int stat_same_cgroup_init(struct stat_same_cgroup *p, const struct counter_events *events);
void stat_same_cgroup_fini(struct stat_same_cgroup *p);

/*
 * Finds the first event with a type and config (struct counter_kind) that counts on the same cores, in the same modes
 * and in the same cgroup as `event`, or STAT_EVENT_NONE.
 */
uint32_t stat_same_cgroup_find(const struct stat_same_cgroup *p, uint32_t event, uint32_t type, uint64_t config);

/* Finds the first clock of the event's cgroup, whatever its modes: clocks count in all. Or STAT_EVENT_NONE. */
uint32_t stat_same_cgroup_clock(const struct stat_same_cgroup *p, uint32_t event);

#endif
