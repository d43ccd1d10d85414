/*
 * rewrite_records: records on their way from one file to another: which of them, and in what blocks.
 *
 * A FINISHED_ROUND says that what follows is not older than what stood before the round before it; readers sort and
 * let go what they hold. So rounds may be left out, and one may be written later than it stood, if since the last one
 * that was written (or where that stood in the input, if at its place) there have been two:
 *
 *	input	.. r ..... r .. r ..... r		r: FINISHED_ROUND
 *	output	.. r ............. R .........		R: the one before it came after the last r written
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_RECORDS_H
#define PREC_REPORT_REWRITE_REWRITE_RECORDS_H

#include "report/rewrite/rewrite_state.h"

/* Writes the records of all parts. 0 or a negative errno; w->sampled says that they could not all be written. */
int rewrite_records(struct rewrite *w, struct error *err);

#endif
