/*
 * top_interval: what was recorded from one screen of prec top to the next, as rows that keep what was counted before.
 *
 * Nothing is drawn here. Each interval is a recording of its own, which the usual steps of a report read
 * (report/command/reader.h); only its names are those of the intervals before.
 */
#ifndef PREC_REPORT_COMMAND_TOP_INTERVAL_H
#define PREC_REPORT_COMMAND_TOP_INTERVAL_H

#include "report/command/report_plan.h"
#include "report/command/top_options.h"

/* Samples of the interval alone. */
struct top_counts {
	uint64_t n, n_kernel, n_own, n_lost; /* n_own: those of prec itself */
};

/* Symbols that some intervals have in common. */
struct top_symbols {
	struct symbols *symbols; /* NULL: not yet */
	unsigned n_users, n_intervals;
};

struct top_interval {
	struct report report;
	struct top_symbols *symbols;
	struct top_counts counts;
};

/* What all intervals have in common. */
struct top_intervals {
	const struct top_options *options;
	const struct reader *reader; /* whose sandbox and processes are used */
	struct profile_names names;
	bool is_for_person;          /* headings and columns for a terminal */
	uint32_t own[2];             /* the processes of prec that take time */
	bool is_misused;             /* top_intervals_next: a sort key is not understood */
	bool begins_anew;            /* the next interval keeps nothing of what was counted before */
	struct top_symbols *symbols; /* of the last interval, for the next; NULL: none */
	bool is_zeroing;             /* each interval has its own samples alone */
	bool keeps_before;           /* the rows before the last ones are not freed at once */
	struct top_interval *last;   /* owned; NULL: none, or it was forgotten */
	struct top_interval *before; /* with keeps_before; likewise */
};

/* Sets it up, and borrows all. 0 or -ENOMEM; top_intervals_fini is due in both cases. */
int top_intervals_init(struct top_intervals *t, const struct top_options *options, const struct reader *reader);
void top_intervals_fini(struct top_intervals *t);

/*
 * Reads the recording of the next interval, which becomes t->last; the one before becomes t->before or is freed. path:
 * of the recording. 0 or a negative errno with *err filled.
 */
int top_intervals_next(struct top_intervals *t, const char *path, struct error *err);

/* Says whether rows can be made of a recording as the options ask for. As top_intervals_next, without rows. */
int top_intervals_check(struct top_intervals *t, const char *path, struct error *err);

/* Forgets what was counted. */
void top_intervals_forget(struct top_intervals *t);

/* Says whether there are so many names that the next interval forgets all of them, and all rows. */
bool top_intervals_are_full(const struct top_intervals *t);

/* Says whether rows with the columns of the last ones keep what was counted before. */
bool top_intervals_add_up(const struct top_intervals *t);

/* Frees the rows before the last ones, if they are kept. */
void top_intervals_free_before(struct top_intervals *t);

#endif
