/*
 * rows: makes the lines of a report: sums up the entries of an analysis by the user's sort keys.
 *
 * Each distinct address is named once. With children, each function on a callchain has a row, too, and the chain's
 * samples count once to its `children`, as in Linux perf.
 */
#ifndef PREC_REPORT_ROWS_ROWS_H
#define PREC_REPORT_ROWS_ROWS_H

#include "report/rows/row_set.h"

/* Fills in what the analysis must distinguish for rows with these options: the plan and want_comm. */
void rows_plan(const struct rows_options *options, struct analysis_options *ret_options);

/* Makes the rows of a profile, whose analysis was run with rows_plan(). Borrows all. 0 or a negative errno. */
int rows_build(struct rows *r, struct profile *profile, const struct rows_options *options, struct error *err);

/* Does so, and adds decayed rows of the recording before it (report/rows/row_history.h); NULL: there is none. */
int rows_build_after(struct rows *r, struct profile *profile, const struct rows_options *options,
		     const struct rows *older, struct error *err);
void rows_fini(struct rows *r);

/*
 * Returns the rows of an event in the order of display: an array of *ret_n pointers that the caller frees; NULL without
 * memory.
 */
const struct row **rows_sorted(const struct rows *r, uint32_t event, uint32_t *ret_n);

#endif
