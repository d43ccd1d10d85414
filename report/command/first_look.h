/*
 * first_look: rows of a part of the samples, which are there long before those of all.
 *
 *	all samples, callchains, inlined functions	|=================================|
 *	one of n samples, what it was taken in		|=====|
 *
 * Of a row its own samples are estimated, those of its callees are not known. Nothing of it may be shown as if it were
 * final.
 */
#ifndef PREC_REPORT_COMMAND_FIRST_LOOK_H
#define PREC_REPORT_COMMAND_FIRST_LOOK_H

#include "report/command/report_plan.h"

struct first_look {
	struct reader_options options;
	struct reader reader;
	struct columns columns;
	struct rows_options rows_options;
	struct rows rows;
	uint32_t every; /* one of so many samples was counted; 0: there is no look */
};

/*
 * Takes a look at a report that is planned and not yet analysed. l->every 0: it has no first look, since all of it is
 * made as fast, or its rows need more of samples than that. Logs nothing. 0 or a negative errno with *err filled; the
 * caller calls first_look_end in all cases.
 */
int first_look_take(struct first_look *l, const struct report *r, struct error *err);
void first_look_end(struct first_look *l);

#endif
