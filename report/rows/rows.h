/*
 * rows: the lines of a report: what an analysis counted, put together by the keys the user asked for.
 *
 * Here addresses get names, once for each distinct one. With children, each function on a callchain gets a row too, to
 * whose `children` the chain's samples count once, as Linux perf accumulates them.
 */
#ifndef PREC_REPORT_ROWS_ROWS_H
#define PREC_REPORT_ROWS_ROWS_H

#include "report/rows/row_set.h"

/* What of samples must be kept distinct for rows with these options: fills in the plan and want_comm. */
void rows_plan(const struct rows_options *options, struct analysis_options *ret_options);

/* Borrows all; takes the profile's analysis, run with rows_plan(), through all its parts. 0 or a negative errno. */
int rows_build(struct rows *r, struct profile *profile, const struct rows_options *options, struct error *err);
void rows_fini(struct rows *r);

/*
 * The rows of an event in the order they are shown, by the columns: a malloced list of *ret_n pointers, or NULL without
 * memory.
 */
const struct row **rows_sorted(const struct rows *r, uint32_t event, uint32_t *ret_n);

#endif
