/*
 * row_set: the rows of a report, found by their keys, and what they hold. report/rows/rows.h makes them of an analysis.
 */
#ifndef PREC_REPORT_ROWS_ROW_SET_H
#define PREC_REPORT_ROWS_ROW_SET_H

#include "report/profile/chain_ends.h"
#include "report/profile/profile.h"
#include "report/rows/call_tree.h"
#include "report/rows/columns.h"
#include "report/rows/cpu_sockets.h"
#include "report/rows/row_keys.h"
#include "report/rows/shown_groups.h"
#include "report/scan/value_table.h"
#include "report/types/data_types.h"

#include <regex.h>

struct row {
	uint32_t number; /* of its key */
	uint64_t period, count;
	uint64_t children;                   /* period of the function and all it called */
	uint64_t chainless, chainless_count; /* with callgraph: its own samples without a chain */
	uint32_t depth; /* of the longest chain shown under it: callers precede callees with an equal share */
};

/* The counts of a row for one member of a group that is not the leader. */
struct row_share {
	uint64_t period, count, children;
};

struct rows_options {
	const struct columns *columns;     /* borrowed */
	const struct event_groups *groups; /* borrowed: the events that share rows */
	struct profile_filter filter;      /* the samples that have rows */
	uint32_t socket;                   /* 1 + the processor socket whose samples have rows; 0: all have */
	bool relative; /* percentages are of the samples with rows; otherwise of all samples of the chosen CPUs */
	enum sort_key_mode mode;    /* what is counted: samples, branches, or the weight of accesses to memory */
	uint64_t time_quantum;      /* in ns; times of rows are rounded to it */
	const regex_t *parent;      /* callers that match are parents; NULL: none */
	bool parents_only;          /* samples without a parent have no row */
	const regex_t *roots;       /* callees of functions that match count as these; NULL: none */
	bool raw_trace;             /* fields of tracepoints by their types, whatever print formats show */
	struct trace_fields *trace; /* the formats of tracepoints; NULL: not known */
	uint32_t group_sort;        /* the member of a group by whose numbers rows are sorted first; 0: the leader */
	unsigned workers;           /* how many load symbols and make rows; 0: one */
	uint32_t worker_entries;    /* the fewest entries for a worker that makes rows; 0: the default */
	bool wants_children;
	bool wants_callgraph; /* build the call tree */
	bool by_caller;       /* show chains from the outermost caller on */
	bool branch_history;  /* as in struct sample_plan */
	uint32_t stitch;      /* as in struct sample_plan */
	uint32_t max_stack;   /* how many addresses of a chain count; 0: all */
	/* Row prefixes of the call tree include the sampled function, which a shortened chain may lack. */
	bool own_prefixes;
	unsigned resolve; /* for chains: RESOLVE_INLINES, RESOLVE_LINES, RESOLVE_ADDRESSES */
	/* The share, in percent of its event, from which a row's chains are shown; 0: any. */
	double chain_threshold;
};

struct event_total {
	uint64_t period, count; /* the 100 % of percentages: see rows_options.relative */
	uint64_t latency;       /* with SAMPLE_VALUE_RUNNING: profile_latency */
};

/* For each row and each member of its group columns->n_sums. */
struct row_sums {
	uint64_t *list;    /* NULL: none */
	uint32_t capacity; /* rows */
};

/* For each row the counts of the other members of its group. */
struct row_shares {
	struct row_share *list; /* NULL: there are no groups */
	uint32_t n;             /* for each row */
	uint32_t capacity;      /* rows */
};

/* The row of each position of the call tree. */
struct position_rows {
	uint32_t *list; /* 1 + the row's number; 0: none, or not known */
	uint32_t n;
};

/* Facts about the samples of rows. */
struct rows_counted {
	struct chain_ends ends;
	uint64_t first, last; /* the earliest and latest time of a sample */
	uint64_t n_guests;    /* samples of virtual machines that were left out */
	unsigned n_workers;   /* the most that made rows at once */
};

struct rows {
	struct profile *profile;   /* borrowed */
	struct analysis *analysis; /* the profile's */
	struct resolver *resolver;
	struct frames *frames;
	const struct rows_options *options;
	struct row_keys keys; /* of the rows; the event is the leader of its group */
	/* Of the call tree: keys without dso and frame, if not own_prefixes; the event is that of the samples. */
	struct row_keys row_prefixes;
	/* Further values of rows and row prefixes, columns->n_words words each; key.values is 1 + the number. */
	struct value_table *tuples; /* owned */
	struct row *list;           /* by number of the key */
	uint32_t capacity;
	uint32_t *traces; /* by number of the current tuples: 1 + the string id of a tracepoint's text; 0: none yet */
	struct row_sums sums;
	struct row_shares shares;
	struct event_total *totals; /* by event */
	struct cpu_sockets sockets; /* with KEY_SOCKETS, or a socket that is chosen */
	struct data_types *types;   /* with KEY_TYPES; owned */
	struct call_tree calls;     /* with callgraph */
	struct position_rows position_rows;
	struct rows_counted counted;
};

/* Sets up *r, and borrows the arguments. 0 or -ENOMEM. */
int row_set_init(struct rows *r, struct profile *profile, const struct rows_options *options);
void row_set_fini(struct rows *r);

static inline const struct row_key *row_key(const struct rows *r, const struct row *row)
{
	return &r->keys.list[row->number];
}

/* Returns the counts of a member of the row's group that is not the leader; member: 1 or more. */
static inline struct row_share *row_share(const struct rows *r, const struct row *row, uint32_t member)
{
	return &r->shares.list[(uint64_t)row->number * r->shares.n + member - 1];
}

/* Returns the counts of a member of the row's group; member 0: the leader. */
static inline struct row_share row_counts(const struct rows *r, const struct row *row, uint32_t member)
{
	if (member)
		return *row_share(r, row, member);
	return (struct row_share){ .period = row->period, .count = row->count, .children = row->children };
}

/* Returns a sum of a row (sort_key_number.amount) for a member of its group. */
static inline uint64_t *rows_sum(const struct rows *r, const struct row *row, uint32_t member, unsigned slot)
{
	return &r->sums.list[((uint64_t)row->number * (r->shares.n + 1) + member) * r->options->columns->n_sums + slot];
}

/* Copies the member (KEY_COMM ...) of a sort key without words. */
void row_key_copy(struct row_key *key, const struct row_key *from, uint32_t needs);

/* Adds a row of `from_rows` to one of `r`: period, count and sums, for all members of the group. */
void row_add_counts(const struct rows *r, struct row *to, const struct rows *from_rows, const struct row *from);

/* Adds all that a row has to one of `r`: also what callees count, and samples without a chain. */
void row_add_all(const struct rows *r, struct row *to, const struct rows *from_rows, const struct row *from);

/* Returns the words of a column's value in a row or row prefix; not for numbers. */
void rows_value(const struct rows *r, const struct row_key *key, const struct column *column,
		uint64_t value[static SORT_KEY_WORDS]);

/* Writes what a column shows of a key, without padding. row: the key's, or NULL. */
void rows_text(const struct rows *r, const struct column *column, const struct row_key *key, const struct row *row,
	       char *text, size_t size);

/* Returns the number of a column for a member of a row's group; member 0: the leader. */
static inline uint64_t rows_number(const struct rows *r, const struct column *column, const struct row *row,
				   uint32_t member)
{
	return column->key->number.of(r, column, row, member);
}

/* Returns 1 + the number of a tuple of columns->n_words words; 0: there are none; ROW_NONE: no memory. */
uint32_t rows_tuple(const struct rows *r, const uint64_t *words);

/*
 * True if a member of a group has columns; as in perf 7, members with samples have, or the leader if none has any.
 * event: the leader's.
 */
bool rows_member_shown(const struct rows *r, uint32_t event, uint32_t member);

/* True if an event, or a member of the group that it leads, has samples. */
bool rows_has_samples(const struct rows *r, uint32_t event);

/* Returns the total of a column's shares. */
static inline uint64_t rows_total(const struct rows *r, const struct column *column, uint32_t event)
{
	return column->key->number.total ? column->key->number.total(r, event) : r->totals[event].period;
}

/* Returns the sum over the members with columns. */
struct event_total rows_group_total(const struct rows *r, uint32_t event);

/* Returns their names as Linux perf has them, "anon group { a, b }"; the event's own if it leads no group. */
const char *rows_event_text(const struct rows *r, uint32_t event, char text[static EVENT_GROUP_TEXT_MAX]);

/* Returns the row of a key, made if it is new; valid until the next call. NULL without memory. */
struct row *rows_get(struct rows *r, const struct row_key *key);

/* Returns the number of samples in all totals. */
uint64_t rows_samples(const struct rows *r);

/* Returns a percentage of an event's total as a period of at least 1. */
uint64_t rows_least_of(const struct rows *r, uint32_t event, double percent);

/*
 * Returns the key of a frame's row with a row prefix; FRAMES_NONE: rows do not depend on frames. Without memory its
 * `values` is ROW_NONE.
 */
struct row_key rows_frame_key(const struct rows *r, uint32_t row_prefix, uint32_t frame);

/* Returns the row prefix of a row: its key without function and dso; with own_prefixes the whole key. */
struct row_key rows_prefix_key(const struct rows *r, const struct row_key *row);

/* Grows position_rows to all positions of the call tree. 0 or -ENOMEM. */
int rows_reach_positions(struct rows *r);

#endif
