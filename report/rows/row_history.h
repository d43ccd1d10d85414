/*
 * row_history: rows of a recording that goes on: each part of it is a recording of its own, and its rows keep what the
 * parts before it counted, an eighth less each time, as perf top does.
 *
 * The parts have the same events and options, and their profiles share names, so that equal keys mean the same. Values
 * beside the usual members of a row's key (struct rows, tuples) mean something in one recording only: such rows have no
 * history.
 */
#ifndef PREC_REPORT_ROWS_ROW_HISTORY_H
#define PREC_REPORT_ROWS_ROW_HISTORY_H

#include "report/rows/row_set.h"

/* Says whether rows with these columns can have a history. */
bool row_history_possible(const struct columns *columns);

/* Takes an eighth off all counts of finished rows, which are good for row_history_add alone then. */
void row_history_decay(struct rows *older);

/*
 * Adds rows that were finished and decayed to r, whose call tree is not finished yet. What has no samples any more is
 * left out. 0 or -ENOMEM.
 */
int row_history_add(struct rows *r, const struct rows *older);

#endif
