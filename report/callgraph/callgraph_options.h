/*
 * callgraph_options: what call graphs are to look like, and the words of -g that say so.
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
	bool branches;        /* those of a sample are a part of its chain */
	bool caller;          /* else callee */
	bool caller_set;      /* one of them was named */
	double threshold;     /* percent */
	uint32_t print_limit; /* children of a node shown at most; 0: all */
	bool color;           /* large shares are red and green */
	unsigned columns;     /* of a terminal, for which names are shortened; 0: they are whole */
	bool skip_first;      /* the row shows the first frame already: --sort begins with sym */
};

/*
 * Parses "-g" words, separated by commas: none|flat|graph|fractal|folded, caller|callee, function|address|srcline,
 * percent|period|count, branch, a threshold and a limit. As in perf, the beginning of a word will do.
 */
int callgraph_parse(struct callgraph_options *o, const char *text, struct error *err);

#endif
