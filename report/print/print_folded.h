/*
 * print_folded: writes all callchains in the form that flamegraph.pl, speedscope and others read, as
 * stackcollapse-perf.pl makes it of perf script: a line for each distinct chain, from the outermost caller to the
 * sampled function, and its weight:
 *
 *	comm;main;run;loop 1234
 *
 * Before the functions come the sort keys other than dso and sym; if several events are shown, the event's name comes
 * first. The weights of all lines have one unit, since readers add them up: events with another unit than the first
 * event are left out.
 */
#ifndef PREC_REPORT_PRINT_PRINT_FOLDED_H
#define PREC_REPORT_PRINT_PRINT_FOLDED_H

#include "report/print/format.h"

/*
 * Writes the lines of each event, the largest weight first. The rows must be made with callgraph, without children, and
 * with a chain_threshold of 0. A chainless sample shows the function it was taken in, if that is a sort key. *ret_note:
 * tells that lines begin with an event, or which events are left out. 0 or -ENOMEM.
 */
int print_folded(FILE *out, const struct format_input *in, const char **ret_note);

#endif
