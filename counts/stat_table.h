/*
 * stat_table: what events have counted in each aggregation, over one run or several, or from one interval to the next.
 *
 *	counters of a run ---- stat_table_begin
 *	counts as read ------- stat_table_add, once or for each interval
 *	end of run or interval stat_table_end: one more value for the mean of each cell
 *	                       stat_table_value ... stat_table_clear, where the next interval is to stand alone
 *
 * Events that shared a PMU with others have run for a part of the time only: their counts are scaled to all of it.
 *
 * Ownership: _init/_fini; the list of events is borrowed. One thread at a time.
 */
#ifndef PREC_COUNTS_STAT_TABLE_H
#define PREC_COUNTS_STAT_TABLE_H

#include "counts/stat_input.h"
#include "counts/stat_aggrs.h"

/* Values one after the other, and how much they differ. */
struct stat_series {
	uint32_t n;
	double mean, squares; /* the sum of squares of differences from the mean */
};

/* An event in an aggregation. */
struct stat_cell {
	struct count sum; /* since the last end of a run or interval */
	bool is_counted;  /* it has run in at least one of them */
	bool is_wanted;   /* it was to be counted there */
	struct stat_series values, enabled, running;
};

struct stat_table {
	const struct counter_events *events;
	struct stat_aggrs aggrs;
	struct stat_same_cgroup same_cgroup;
	bool is_raw;        /* counts are not scaled */
	bool shows_threads; /* of is_percore: each CPU has the count of its core; else the first one alone */
	uint32_t *rows;     /* of each event: the one that its counts are added to */
	bool *has_twin;     /* of each event: one of its name on another PMU has a row, too */
	char **names;       /* of each event, with what was left out when it was opened */
	uint32_t *cell_of;  /* all events' of an aggregation, then of the next: number + 1; 0: none counts there */
	size_t n_cell_of;
	struct stat_cell *cells;
	uint32_t n_cells, cells_capacity;
	uint32_t *cores; /* of each aggregation that is a CPU, the first one of its core */
	uint32_t n_cores;
	bool *is_missing;           /* of each event */
	struct count *before;       /* of each counter, when it was added last */
	bool *is_repeated;          /* of each counter: another one has counted the same */
	struct stat_series elapsed; /* ns of each run or interval */
};

enum stat_state {
	STAT_COUNTED,
	STAT_NOT_COUNTED,   /* it was not on its PMU, or its thread never ran */
	STAT_NOT_SUPPORTED, /* the machine does not have it */
	STAT_ELSEWHERE,     /* it counts in other aggregations only, or as a part of another event */
};

struct stat_value {
	enum stat_state state;
	double count;              /* the mean of all runs, a whole number */
	double deviation;          /* of the mean, in percent of it */
	uint64_t enabled, running; /* ns, the mean of all runs */
};

/* 0 or -ENOMEM. */
int stat_table_init(struct stat_table *t, const struct counter_events *events, enum stat_by by, enum stat_merge merge,
		    const struct stat_machine *machine);
void stat_table_fini(struct stat_table *t);

#define STAT_CELLS_MAX (4u << 20) /* events in aggregations: more are more than anybody looks at */

/* A run begins with these counters, which have not counted yet. 0, -ENOMEM, or -E2BIG: more than STAT_CELLS_MAX. */
int stat_table_begin(struct stat_table *t, const struct stat_input *counters);

/* Adds what they have counted since. They are those it began with, and have been read. */
void stat_table_add(struct stat_table *t, const struct stat_input *counters);

/* The same for one of them, by its number. */
void stat_table_add_counter(struct stat_table *t, const struct stat_input *counters, uint32_t number);

/* What the program has counted by itself stands in the first aggregation. tool: of the event. */
void stat_table_add_tool(struct stat_table *t, int tool, struct count count);

/* The run, or an interval of it, has taken that long. */
void stat_table_end(struct stat_table *t, uint64_t elapsed_ns);

/* Forgets all values. */
void stat_table_clear(struct stat_table *t);

/* Whether an event stands for the whole core in the aggregation of a CPU. */
bool stat_table_is_core(const struct stat_table *t, uint32_t event);

struct stat_value stat_table_value(const struct stat_table *t, uint32_t aggr, uint32_t event);

/* What its counts are shown in, and multiplied with for that. */
struct stat_unit {
	const char *text; /* "": a plain number */
	double scale;
};

/* How many digits after the point a count is shown with: what is multiplied by a fraction has some. */
int stat_unit_digits(const struct stat_unit *unit);

struct stat_unit stat_unit_of(const struct counter_event *event);

/* The deviation of the mean; 0 of a single value. */
double stat_series_deviation(const struct stat_series *s);

#endif
