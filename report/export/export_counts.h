/*
 * export_counts: what events have counted over time, of a file of prec stat record: counters, as formats show them.
 *
 * A counter is a row of prec stat report: an event in an aggregation, which is that of the recorder. It has a step
 * where an interval begins in which it counted, with what that was; and a step to 0 where such intervals end. A
 * recording without intervals is one. Memory follows the number of counts in the file.
 *
 * Ownership: _init/_fini; the file is borrowed. One thread at a time.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_COUNTS_H
#define PREC_REPORT_EXPORT_EXPORT_COUNTS_H

#include "report/stat/stat_counts.h"

struct export_counter {
	char *name;       /* "cycles", "cycles CPU0", "page-faults web S0-D0" */
	char *title;      /* with its unit: "task-clock CPU0 (msec)" */
	const char *unit; /* "": a plain number */
	bool is_fraction; /* values have digits after the point */
	bool is_set;      /* its last step is no end */
	uint32_t n_steps; /* 0: it has counted nothing, and no name */
	uint32_t first;   /* number of its first step, after export_counts_by_counter */
};

struct export_step {
	uint64_t time; /* ns since counting began */
	uint32_t counter;
	double value; /* in the counter's unit */
};

struct export_counts {
	struct stat_counts file;
	struct stat_table whole, interval;
	const bool *events;          /* NULL: all */
	uint32_t n_events;           /* of the file */
	struct export_counter *list; /* by aggregation, then by event */
	size_t n;
	struct export_step *steps; /* in the order of time */
	uint32_t n_steps, capacity;
	uint64_t begun;  /* where the interval begins that is read */
	uint64_t end;    /* of the last interval */
	uint32_t n_idle; /* counters that were asked for and have counted nothing */
	bool failed;     /* no memory */
};

/*
 * Reads the counts of some events. events: by event, whether it is one of them; NULL: all are. Borrowed. 0; -ENODATA:
 * the file has no counts; or another negative errno. _fini is due in any case.
 */
int export_counts_init(struct export_counts *c, const struct perf_file *file, const bool *events, struct error *err);
void export_counts_fini(struct export_counts *c);

/* Sorts the steps by counter, those of one in the order of time. 0 or -ENOMEM. */
int export_counts_by_counter(struct export_counts *c);

/* Returns how many digits after the point a counter's values have: as in prec stat report -j. */
static inline int export_counter_digits(const struct export_counter *counter)
{
	return counter->is_fraction ? 6 : 0;
}

#endif
