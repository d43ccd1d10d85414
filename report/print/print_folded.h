/*
 * print_folded: all callchains in the form that flamegraph.pl, speedscope and others take, and that
 * stackcollapse-perf.pl makes of perf script: a line for each distinct chain, from the outermost caller to the sampled
 * function, and its weight:
 *
 *	comm;main;run;loop 1234
 *
 * What stands before the functions are the sort keys other than dso and sym. Where samples of several events are
 * counted, the event's name stands first. Weights of all lines have one unit, since readers add them up: events that
 * have another one than the first are left out.
 */
#ifndef PREC_REPORT_PRINT_PRINT_FOLDED_H
#define PREC_REPORT_PRINT_PRINT_FOLDED_H

#include "report/print/format.h"

/*
 * The rows are made with callgraph, without children, and with a chain_threshold of 0. The largest weight comes first.
 * A sample without a chain has the function it was taken in, where that is a sort key. *ret_note: that lines begin with
 * an event, or which events are left out. 0 or -ENOMEM.
 */
int print_folded(FILE *out, const struct format_input *in, const char **ret_note);

#endif
