/*
 * callgraph_options: parses how call graphs look (-g).
 */
#ifndef PREC_REPORT_CALLGRAPH_CALLGRAPH_OPTIONS_H
#define PREC_REPORT_CALLGRAPH_CALLGRAPH_OPTIONS_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

enum callgraph_style {
	CALLGRAPH_NONE,
	CALLGRAPH_GRAPH,   /* percentages of all */
	CALLGRAPH_FRACTAL, /* percentages of the node above */
	CALLGRAPH_FLAT,
	CALLGRAPH_FOLDED,
};

/* The number before a branch or a chain. */
enum callgraph_value {
	CALLGRAPH_PERCENT,
	CALLGRAPH_PERIOD, /* the sum of periods */
	CALLGRAPH_COUNT,  /* the number of samples */
};

/* What distinguishes frames. */
enum callgraph_key {
	CALLGRAPH_FUNCTION,
	CALLGRAPH_SRCLINE, /* and the source line */
	CALLGRAPH_ADDRESS, /* and the address */
};

struct callgraph_options {
	enum callgraph_style style;
	enum callgraph_value value;
	enum callgraph_key key;
	bool joins_branches;  /* a sample's branches are part of its chain */
	bool by_caller;       /* false: callee */
	bool caller_set;      /* -g named caller or callee */
	double threshold;     /* percent */
	uint32_t print_limit; /* children of a node shown at most; 0: all */
	bool is_colored;      /* large shares are red and green */
	unsigned columns;     /* the terminal's width, to which names are shortened; 0: not shortened */
	bool skip_first;      /* the row shows the first frame itself: --sort begins with sym */
};

/*
 * Parses "-g" words, separated by commas: none|flat|graph|fractal|folded, caller|callee, function|address|srcline,
 * percent|period|count, branch, a threshold and a limit. As in perf, words may be shortened.
 */
int callgraph_parse(struct callgraph_options *o, const char *text, struct error *err);

#endif
