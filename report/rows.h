/*
 * rows: the lines of a report: what an analysis counted, put together by the keys the user asked for.
 *
 * Here addresses get names, once for each distinct one. With children, each function on a callchain gets a row too, to
 * whose `children` the chain's samples count once, as Linux perf accumulates them.
 */
#ifndef PREC_REPORT_ROWS_H
#define PREC_REPORT_ROWS_H

#include "common/cpulist.h"
#include "report/analysis.h"
#include "report/call_tree.h"
#include "report/chain_ends.h"
#include "report/columns.h"
#include "report/row_keys.h"

struct row {
	uint32_t number; /* of its key */
	uint64_t period, count;
	uint64_t children, children_count; /* period and samples of the function and all it called */
	uint64_t bare, bare_count;         /* with callgraph: those of its own samples that had no chain */
	uint32_t depth; /* of the longest chain shown under it: callers stand above callees of the same share */
};

/*
 * Only samples whose comm, dso, ... is in a list have rows, where there is one. Names are comma-separated; NULL: all.
 * Percentages are of all samples of the CPUs asked for; with `relative`, of those that have rows.
 */
struct row_filter {
	bool relative;
	bool guests; /* those taken in virtual machines too */
	const char *comms, *dsos, *symbols, *pids, *tids;
	const struct cpulist *cpus;
};

struct rows_options {
	const struct columns *columns; /* borrowed */
	struct row_filter filter;
	unsigned workers; /* that load symbols, 0 and 1: as they are asked for */
	bool children;
	bool callgraph; /* the call tree is wanted */
	bool caller;    /* chains are shown from the outermost caller on */
	/* Percent of its event's total a row must have for its chains to be shown; 0: any. */
	double chain_threshold;
};

struct event_total {
	uint64_t period, count; /* what percentages are of: see struct row_filter */
};

struct rows {
	struct analysis *analysis; /* borrowed */
	struct frames *frames;     /* borrowed */
	const struct rows_options *options;
	struct row_keys keys;     /* of the rows */
	struct row_keys contexts; /* of the call tree: keys without dso and frame */
	struct row *list;         /* by number of the key */
	uint32_t capacity;
	struct event_total *totals; /* by event */
	struct call_tree calls;     /* with callgraph */
	uint32_t *place_rows;       /* by place of the calls: 1 + its row's number; 0: not known, or there is none */
	uint32_t n_place_rows;
	struct chain_ends ends; /* of the chains that were counted */
	uint64_t first, last;   /* the earliest and latest time of a sample that was */
	uint64_t n_guests;      /* samples left out for being taken in a virtual machine */
};

/* Borrows all; takes the analysis through all its parts. 0 or a negative errno. */
int rows_build(struct rows *r, struct analysis *analysis, struct frames *frames, const struct rows_options *options,
	       struct error *err);
void rows_fini(struct rows *r);

/*
 * The rows of an event in the order they are shown, by the columns: a malloced list of *ret_n pointers, or NULL without
 * memory.
 */
const struct row **rows_sorted(const struct rows *r, uint32_t event, uint32_t *ret_n);

static inline const struct row_key *row_key(const struct rows *r, const struct row *row)
{
	return &r->keys.list[row->number];
}

/* The row of a key, made when new. Valid until the next one is made; NULL without memory. */
struct row *rows_get(struct rows *r, const struct row_key *key);

/* How many samples all totals are of. */
uint64_t rows_samples(const struct rows *r);

/* So many percent of an event's total as a period: 1 or more. */
uint64_t rows_least_of(const struct rows *r, uint32_t event, double percent);

/* The key of the row a frame belongs to in a context. */
struct row_key rows_frame_key(const struct rows *r, uint32_t context, uint32_t frame);

/* Makes place_rows reach to all places there are. 0 or -ENOMEM. */
int rows_reach_places(struct rows *r);

#endif
