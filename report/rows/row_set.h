/*
 * row_set: the rows of a report while they are made and when they are there: found by their keys, and what they hold.
 *
 * report/rows/rows.h makes them of an analysis.
 */
#ifndef PREC_REPORT_ROWS_ROW_SET_H
#define PREC_REPORT_ROWS_ROW_SET_H

#include "report/rows/cpu_sockets.h"
#include "report/rows/call_tree.h"
#include "report/profile/chain_ends.h"
#include "report/rows/columns.h"
#include "report/rows/shown_groups.h"
#include "report/profile/profile.h"
#include "report/rows/row_keys.h"
#include "report/scan/value_table.h"

#include <regex.h>

struct row {
	uint32_t number; /* of its key */
	uint64_t period, count;
	uint64_t children;                   /* period of the function and all it called */
	uint64_t chainless, chainless_count; /* with callgraph: those of its own samples that had no chain */
	uint32_t depth; /* of the longest chain shown under it: callers stand above callees of the same share */
};

/* What members of a group have of a row, beside its leader. */
struct row_share {
	uint64_t period, count, children;
};

struct rows_options {
	const struct columns *columns;     /* borrowed */
	const struct event_groups *groups; /* borrowed: of which events rows are the same */
	struct profile_filter filter;      /* of which samples rows are made */
	uint32_t socket;                   /* 1 + the processor socket whose samples have rows; 0: all have */
	bool relative; /* percentages are of the samples that have rows; otherwise of all of the CPUs asked for */
	enum sort_key_mode mode;    /* what is counted: samples, branches, or the weight of accesses to memory */
	uint64_t time_quantum;      /* ns: times of rows are multiples of it */
	const regex_t *parent;      /* callers of this name are parents; NULL: none are */
	bool parents_only;          /* samples without a parent have no row */
	const regex_t *roots;       /* what functions of this name called counts as themselves; NULL: none are */
	bool raw_trace;             /* fields of tracepoints by their types, whatever print formats show */
	struct trace_fields *trace; /* names what tracepoints say; NULL: their formats are not known */
	uint32_t group_sort;        /* the member of a group by whose numbers rows are sorted first; 0: the leader */
	unsigned workers;           /* that load symbols and make rows; 0: one */
	uint32_t worker_entries;    /* each that makes rows has so many at least; 0: what is worth a worker */
	bool children;
	bool callgraph;      /* the call tree is wanted */
	bool caller;         /* chains are shown from the outermost caller on */
	bool branch_history; /* as in struct sample_plan */
	uint32_t stitch;     /* as in struct sample_plan */
	uint32_t max_stack;  /* addresses of a chain at most; 0: any number */
	/* Contexts of the call tree have the sampled function: what is left of a chain need not have it. */
	bool own_contexts;
	unsigned resolve; /* of chains: RESOLVE_INLINES, RESOLVE_LINES, RESOLVE_ADDRESSES */
	/* Percent of its event's total a row must have for its chains to be shown; 0: any. */
	double chain_threshold;
};

struct event_total {
	uint64_t period, count; /* what percentages are of: see struct rows_options */
	uint64_t latency;       /* with SAMPLE_VALUE_RUNNING: profile_latency */
};

/* Of each row columns->n_sums for each member of its group. */
struct row_sums {
	uint64_t *list;    /* NULL: none */
	uint32_t capacity; /* rows */
};

/* Of each row what the other members of its group have. */
struct row_shares {
	struct row_share *list; /* NULL: there are no groups */
	uint32_t n;             /* a row */
	uint32_t capacity;      /* rows */
};

/* By place of the call tree. */
struct place_rows {
	uint32_t *list; /* 1 + the row's number; 0: not known, or there is none */
	uint32_t n;
};

/* What rows were made of. */
struct rows_counted {
	struct chain_ends ends;
	uint64_t first, last; /* the earliest and latest time of a sample */
	uint64_t n_guests;    /* samples left out for being taken in a virtual machine */
	unsigned n_workers;   /* that made rows at once, at most */
};

struct rows {
	struct profile *profile;   /* borrowed */
	struct analysis *analysis; /* of it */
	struct resolver *resolver;
	struct frames *frames;
	const struct rows_options *options;
	struct row_keys keys; /* of the rows; the event is the leader of its group */
	/* Of the call tree: keys without dso and frame, if not own_contexts; the event is that of the samples. */
	struct row_keys contexts;
	/* Further values of rows and contexts, columns->n_words words each; key.values is 1 + the number. */
	struct value_table *tuples; /* owned */
	struct row *list;           /* by number of the key */
	uint32_t capacity;
	uint32_t *traces; /* by number of the tuples at hand: 1 + string id of what a tracepoint said; 0: none yet */
	struct row_sums sums;
	struct row_shares shares;
	struct event_total *totals; /* by event */
	struct cpu_sockets sockets; /* with KEY_SOCKETS, or a socket that is chosen */
	struct call_tree calls;     /* with callgraph */
	struct place_rows place_rows;
	struct rows_counted counted;
};

/* 0 or -ENOMEM. */
int row_set_init(struct rows *r, struct profile *profile, const struct rows_options *options);
void row_set_fini(struct rows *r);

static inline const struct row_key *row_key(const struct rows *r, const struct row *row)
{
	return &r->keys.list[row->number];
}

/* What a member of the row's group has of it; place: 1 or more. */
static inline struct row_share *row_share(const struct rows *r, const struct row *row, uint32_t place)
{
	return &r->shares.list[(uint64_t)row->number * r->shares.n + place - 1];
}

/* What a row counts, or the place-th member of its group. */
static inline struct row_share row_counts(const struct rows *r, const struct row *row, uint32_t place)
{
	if (place)
		return *row_share(r, row, place);
	return (struct row_share){ .period = row->period, .count = row->count, .children = row->children };
}

/* A sum of a row (struct sort_key, amount), or of the place-th member of its group. */
static inline uint64_t *rows_sum(const struct rows *r, const struct row *row, uint32_t place, unsigned slot)
{
	return &r->sums.list[((uint64_t)row->number * (r->shares.n + 1) + place) * r->options->columns->n_sums + slot];
}

/* Copies the member that a sort key without words names (KEY_COMM ...). */
void row_key_copy(struct row_key *key, const struct row_key *from, uint32_t needs);

/* Adds the samples of a row of `from_rows` to those of one of `r`: period, count and sums, also those of members. */
void row_add_counts(const struct rows *r, struct row *to, const struct rows *from_rows, const struct row *from);

/* The value of a column that is no number, in a row or a context: words of it. */
void rows_value(const struct rows *r, const struct row_key *key, const struct column *column,
		uint64_t value[static SORT_KEY_WORDS]);

/* What a column shows of a key, without padding. row: of the key, or NULL where there is none. */
void rows_text(const struct rows *r, const struct column *column, const struct row_key *key, const struct row *row,
	       char *text, size_t size);

/* The number of a column that is one, of a member of a row's group; place 0: of the leader. */
static inline uint64_t rows_number(const struct rows *r, const struct column *column, const struct row *row,
				   uint32_t place)
{
	return column->key->number.of(r, column, row, place);
}

/* The number of 1 + a tuple of words: rows.columns->n_words. 0: there are none; ROW_NONE: no memory. */
uint32_t rows_tuple(const struct rows *r, const uint64_t *words);

/*
 * Whether a member of a group has columns: as in perf 7, those that have samples, or where none has any the leader.
 * event: the leader's.
 */
bool rows_member_shown(const struct rows *r, uint32_t event, uint32_t place);

/* Whether an event has samples, or any member of the group that it leads. */
bool rows_has_samples(const struct rows *r, uint32_t event);

/* What the share of a column is of. */
static inline uint64_t rows_total(const struct rows *r, const struct column *column, uint32_t event)
{
	return column->key->number.total ? column->key->number.total(r, event) : r->totals[event].period;
}

/* The sum over those members. */
struct event_total rows_group_total(const struct rows *r, uint32_t event);

/* Their names, as Linux perf has them: "anon group { a, b }"; the event's own where it leads no group. */
const char *rows_event_text(const struct rows *r, uint32_t event, char text[static EVENT_GROUP_TEXT_MAX]);

/* The row of a key, made when new. Valid until the next one is made; NULL without memory. */
struct row *rows_get(struct rows *r, const struct row_key *key);

/* How many samples all totals are of. */
uint64_t rows_samples(const struct rows *r);

/* So many percent of an event's total as a period: 1 or more. */
uint64_t rows_least_of(const struct rows *r, uint32_t event, double percent);

/*
 * The key of the row a frame belongs to in a context; FRAMES_NONE: where rows are not told apart by frames. Without
 * memory its `values` is ROW_NONE.
 */
struct row_key rows_frame_key(const struct rows *r, uint32_t context, uint32_t frame);

/* The key of a row's context: what of it does not depend on its function; with own_contexts the whole of it. */
struct row_key rows_context_key(const struct rows *r, const struct row_key *row);

/* Makes place_rows reach to all places there are. 0 or -ENOMEM. */
int rows_reach_places(struct rows *r);

#endif
