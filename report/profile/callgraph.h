/*
 * callgraph: under a row, the chains that led to it or that it led to, as `perf report --stdio -g` draws them.
 *
 * For a row its chains are put together into a tree of their own:
 *
 *	caller	from the outermost caller to the sampled function; with children, what a row called begins at the row
 *	callee	from the sampled function to its callers
 *
 * That tree is made from its root on, along all of the row's chains at the same time, and only as far as it is shown:
 * what is below the threshold is not even gone along. A run of frames that never part is one node.
 */
#ifndef PREC_REPORT_PROFILE_CALLGRAPH_H
#define PREC_REPORT_PROFILE_CALLGRAPH_H

#include "report/profile/rows.h"

#include <stdio.h>

/*
 * A chain of n frames has n rows with children, each of which shows what is left of it: what a small file may ask for
 * grows as the square of its size. So all graphs together may take so many steps, of one frame of one chain each,
 * beyond as many for each byte of the file; a line that is drawn takes as long as CALLGRAPH_LINE steps. Recordings need
 * a thousandth of that, without a threshold a fifth. Rows come the largest first; the graphs of those that come
 * last are left out, which the report says.
 */
#define CALLGRAPH_STEPS_FREE     (1ull << 25)
#define CALLGRAPH_STEPS_PER_BYTE 128u
#define CALLGRAPH_LINE           16u

/* Branches within branches deeper than this are not drawn: a line has no room for more. */
#define CALLGRAPH_DEPTH_MAX 256

enum callgraph_style {
	CALLGRAPH_NONE,
	CALLGRAPH_GRAPH,   /* percentages of all */
	CALLGRAPH_FRACTAL, /* percentages of the node above */
	CALLGRAPH_FLAT,
	CALLGRAPH_FOLDED,
};

/* What stands before a branch or a chain. */
enum callgraph_value {
	CALLGRAPH_PERCENT,
	CALLGRAPH_PERIOD, /* the sum of periods */
	CALLGRAPH_COUNT,  /* the number of samples */
};

/* What tells frames apart. */
enum callgraph_key {
	CALLGRAPH_FUNCTION,
	CALLGRAPH_SRCLINE, /* and the source line */
	CALLGRAPH_ADDRESS, /* and the address */
};

struct callgraph_options {
	enum callgraph_style style;
	enum callgraph_value value;
	enum callgraph_key key;
	bool caller;          /* else callee */
	bool caller_set;      /* one of them was named */
	double threshold;     /* percent */
	uint32_t print_limit; /* children of a node shown at most; 0: all */
	bool color;           /* large shares are red and green */
	unsigned columns;     /* of a terminal, for which names are shortened; 0: they are whole */
	bool skip_first;      /* the row shows the first frame already: --sort begins with sym */
};

/* A run of frames of which each leads to the next one only; chains end and part at the last. */
struct callgraph_node {
	uint32_t begin, n; /* its frames, of the list of all; the root has none */
	uint32_t parent;
	uint32_t first_child, next_sibling; /* those that are shown; 0: none */
	uint32_t depth;                     /* branches from the root */
	bool ends;                          /* some chains end here */
	uint64_t hits, hits_count;          /* their periods and samples */
	uint64_t total, total_count;        /* and all below, shown or not */
};

/* The nodes below one, and itself, have the numbers from `first` to `last` in the order callers have before callees. */
struct callgraph_span {
	uint32_t first, last;
};

/* Which way a chain is gone along, and what of it counts. */
enum callgraph_way {
	CALLGRAPH_OUT,   /* from the row to its callers */
	CALLGRAPH_TO,    /* from the outermost caller down to the row: samples of the row itself */
	CALLGRAPH_BELOW, /* from the row down: all other samples */
};

/* All chains that have this place in common. */
struct callgraph_cursor {
	struct call_at at;
	uint32_t left; /* further places of the node that way */
	enum callgraph_way way;
	uint64_t period, count;
};

struct callgraph_cursors {
	struct callgraph_cursor *list;
	uint32_t n, capacity;
};

/* A node that is still to be made: its cursors are at the end of those waiting. */
struct callgraph_pending {
	uint32_t parent;
	uint32_t n;
	uint64_t total, total_count;
};

/* The cursors of one frame among those that are sorted by frames. */
struct callgraph_group {
	uint32_t frame;
	uint32_t n, to; /* to: where among those waiting the next one goes */
	uint64_t total, total_count;
};

/* What a frame was last used for; another serial number: nothing in this round. */
struct callgraph_mark {
	uint32_t serial, group;
};

/* What of the row's own samples a call node and those below it have. */
struct callgraph_own {
	uint32_t serial; /* of the graph; another one: nothing */
	uint64_t period, count;
};

/* What of the samples at a place of the row and below it were not at another one further in. */
struct callgraph_share {
	uint64_t period, count;
	uint32_t outer; /* the number of the next place out on the same chain; CALLGRAPH_NO_PLACE: none */
};

#define CALLGRAPH_NO_PLACE UINT32_MAX

struct callgraph {
	struct rows *rows;
	const struct callgraph_options *options;
	/*
	 * The places of each row that has a graph, callers before what they called. With children and callers first, of
	 * those on one chain only the outermost one and those at which the row's own samples were; without children
	 * only these. Where functions are inlined, own samples are at the place of the innermost one, whose row is
	 * another one.
	 */
	struct call_at *places;
	uint32_t *row_begins;         /* by row: where its places begin; one more at the end */
	uint32_t *own_rows;           /* by call node: 1 + the row of its own samples; 0: it has none */
	struct callgraph_span *spans; /* by call node */
	uint64_t steps, steps_max;
	bool complained;

	/* of the row at hand */
	uint32_t row;
	uint32_t serial;
	uint64_t minimum; /* nodes with less are not shown */
	uint32_t *frames;
	uint32_t n_frames, frames_capacity;
	struct callgraph_node *nodes; /* 0: the root */
	uint32_t n, capacity;

	/* for the making of it */
	struct callgraph_own *own; /* by call node */
	struct callgraph_cursors waiting, moved;
	struct callgraph_pending *pending;
	uint32_t n_pending, pending_capacity;
	struct callgraph_group *groups;
	uint32_t n_groups, groups_capacity;
	struct callgraph_mark *marks; /* by frame */
	uint32_t marks_serial;
	struct callgraph_share *shares; /* by place of the row */
	uint32_t shares_capacity;
};

/*
 * Parses "-g" words, separated by commas: none|flat|graph|fractal|folded, caller|callee, function|address|srcline,
 * percent|period|count, a threshold and a limit. As in perf, the beginning of a word will do.
 */
int callgraph_parse(struct callgraph_options *o, const char *text, struct error *err);

/* Borrows both; the rows' place_rows are filled in. 0 or -ENOMEM. */
int callgraph_init(struct callgraph *g, struct rows *rows, const struct callgraph_options *options);
void callgraph_fini(struct callgraph *g);

/*
 * Makes g->nodes the tree of a row that has a graph; see callgraph_minimum. 0, -ENOMEM, or -E2BIG when that would take
 * more steps than are left.
 */
int callgraph_build(struct callgraph *g, const struct row *row);

/* The least period a row of the event, and a node in it, must have to be shown. */
uint64_t callgraph_minimum(const struct callgraph *g, uint32_t event);

/* The same of the children of a node. */
uint64_t callgraph_child_minimum(const struct callgraph *g, uint32_t node);

/* Counts steps. False: there are no more. */
bool callgraph_take_steps(struct callgraph *g, uint64_t steps);

/*
 * The children of a node of g->nodes that are shown, the largest first, at most print_limit: a malloced list of their
 * numbers, NULL without memory.
 */
uint32_t *callgraph_children(struct callgraph *g, uint32_t node, uint32_t *ret_n);

#endif
