/*
 * print_folded: all callchains in the form that flamegraph.pl, speedscope and others take, and that
 * stackcollapse-perf.pl makes of perf script: a line for each distinct chain, from the outermost caller to the sampled
 * function, and its weight:
 *
 *	comm;main;run;loop 1234
 *
 * What stands before the functions are the sort keys other than dso and sym. Where samples of several events are
 * counted, the event's name stands first.
 */
#ifndef PREC_REPORT_PRINT_PRINT_FOLDED_H
#define PREC_REPORT_PRINT_PRINT_FOLDED_H

#include "report/profile/rows.h"

#include <stdio.h>

enum folded_weight {
	FOLDED_NONE,
	FOLDED_SAMPLES, /* how many samples had the chain */
	FOLDED_PERIOD,  /* the sum of their periods */
};

struct folded_options {
	enum folded_weight weight; /* not FOLDED_NONE */
	double percent_limit;      /* chains with a smaller share of their event's period are left out */
};

/*
 * The rows are made with callgraph, without children, and with a chain_threshold of 0. The largest weight comes first.
 * A sample without a chain has the function it was taken in, where that is a sort key. *ret_several: whether lines
 * begin with an event. 0 or -ENOMEM.
 */
int print_folded(FILE *out, const struct rows *r, const struct folded_options *o, bool *ret_several);

#endif
