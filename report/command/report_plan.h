/*
 * report_plan: which rows a report has: what the options ask for of what the file has.
 */
#ifndef PREC_REPORT_COMMAND_REPORT_PLAN_H
#define PREC_REPORT_COMMAND_REPORT_PLAN_H

#include "report/command/report_run.h"

/*
 * Of r->file and r->options makes the groups, the columns and r->rows_options. 0 or a negative errno with *err filled;
 * r->misused says that the options are to blame.
 */
int report_plan(struct report *r, struct error *err);

/*
 * Whether rows with a column Children are ordered by Self, so that the first screen shows where time is spent and not
 * who called what: on a terminal, where no option asks for what Linux perf shows.
 */
bool report_is_self_first(const struct report *r);

/* Lines of chains, whose rows are made for them. */
bool report_of_chains(const struct report *r);

#endif
