/*
 * stat_table: sums what events have counted in each aggregation, over several runs, or for each interval.
 *
 *	counters of a run ---- stat_table_begin
 *	counts as read ------- stat_table_add, once or for each interval
 *	end of run or interval stat_table_end: one more value for the mean of each cell
 *	                       stat_table_value ... stat_table_clear, if the next interval is shown by itself
 *
 * An event that shared its PMU with others has run for a part of the time only: its count is scaled to all of it.
 *
 * Ownership: _init/_fini; the list of events is borrowed. One thread at a time.
 */
#ifndef PREC_COUNTS_STAT_TABLE_H
#define PREC_COUNTS_STAT_TABLE_H

#include "counts/stat_aggrs.h"
#include "counts/stat_input.h"

/* The number and the mean of values, and how much they differ. */
struct stat_series {
	uint32_t n;
	double mean, squares; /* squares: the sum of the squares of all differences from the mean */
};

/* An event in an aggregation. */
struct stat_cell {
	struct count sum; /* since the last end of a run or interval */
	bool is_counted;  /* it has been on its PMU in some run or interval */
	bool is_wanted;   /* there is a counter for it */
	struct stat_series values, enabled, running;
};

struct stat_table {
	const struct counter_events *events;
	struct stat_aggrs aggrs;
	struct stat_same_cgroup same_cgroup;
	bool is_raw;        /* counts are not scaled */
	bool shows_threads; /* an event with is_percore has its count on each CPU of a core; else on the first only */
	uint32_t *rows;     /* by event: the event that its counts are added to */
	bool *has_twin;     /* by event: an event of its name on another PMU has a row, too */
	char **names;       /* by event: with the modifiers it was opened with, and its PMU if it has a twin */
	uint32_t *cell_of;  /* by aggregation, then by event: 1 + the number of the cell; 0: none */
	size_t n_cell_of;
	struct stat_cell *cells;
	uint32_t n_cells, cells_capacity;
	uint32_t *cores; /* by aggregation, if these are CPUs: the first CPU of its core */
	uint32_t n_cores;
	bool *is_missing;           /* by event: it could not be opened */
	struct count *before;       /* by counter: its count when it was last added */
	bool *is_repeated;          /* by counter: another counter has the same count */
	struct stat_series elapsed; /* ns of each run or interval */
};

enum stat_state {
	STAT_COUNTED,
	STAT_NOT_COUNTED,   /* it was never on its PMU, or its thread never ran */
	STAT_NOT_SUPPORTED, /* the machine does not have it */
	STAT_ELSEWHERE,     /* it counts in other aggregations only, or as a part of another event */
};

struct stat_value {
	enum stat_state state;
	double count;              /* mean of all runs, rounded */
	double deviation;          /* standard deviation of the mean, in percent of it */
	uint64_t enabled, running; /* ns, means of all runs */
};

/*
 * Makes a table without counts. Borrows events and machine->context. 0 or -ENOMEM; the caller calls stat_table_fini in
 * both cases.
 */
int stat_table_init(struct stat_table *t, const struct counter_events *events, enum stat_by by, enum stat_merge merge,
		    const struct stat_machine *machine);
void stat_table_fini(struct stat_table *t);

#define STAT_CELLS_MAX (4u << 20) /* limit of events times aggregations: more than anybody reads */

/* Begins a run with counters that have not counted yet. 0; -ENOMEM; -E2BIG: it needs more than STAT_CELLS_MAX cells. */
int stat_table_begin(struct stat_table *t, const struct stat_input *counters);

/* Adds what the counters of the run have counted since they were last added. */
void stat_table_add(struct stat_table *t, const struct stat_input *counters);

/* Does so for one of them, by its index. */
void stat_table_add_counter(struct stat_table *t, const struct stat_input *counters, uint32_t number);

/* Sets what the program itself has counted, in the first aggregation. tool: counter_event.tool of the events. */
void stat_table_add_tool(struct stat_table *t, int tool, struct count count);

/* Ends a run or interval that took elapsed_ns. */
void stat_table_end(struct stat_table *t, uint64_t elapsed_ns);

/* Removes all values. */
void stat_table_clear(struct stat_table *t);

/* True if the event's count in the aggregation of a CPU is that of its core. */
bool stat_table_is_core(const struct stat_table *t, uint32_t event);

/* Returns what an event has counted in an aggregation, by their indexes. */
struct stat_value stat_table_value(const struct stat_table *t, uint32_t aggr, uint32_t event);

/* The unit that counts are shown in: count * scale. */
struct stat_unit {
	const char *text; /* "": a plain number */
	double scale;
};

/* Returns how many digits after the point a count is shown with: 2 if its scale is a fraction, else 0. */
int stat_unit_digits(const struct stat_unit *unit);

/* Returns the unit of an event's counts. */
struct stat_unit stat_unit_of(const struct counter_event *event);

/* Returns the standard deviation of the mean; 0 for a single value. */
double stat_series_deviation(const struct stat_series *s);

#endif
