/*
 * report_make: the steps from an open recording to named rows, and back, so that they can be gone again with other
 * options:
 *
 *	report_make_plan	which samples, which rows
 *	report_analyse		all records are read
 *	report_name		rows, named
 *	report_forget		as after the recording was opened
 */
#ifndef PREC_REPORT_COMMAND_REPORT_MAKE_H
#define PREC_REPORT_COMMAND_REPORT_MAKE_H

#include "report/command/report_plan.h"

/* Each returns 0 or a negative errno with *err filled. */
int report_make_plan(struct report *r, struct error *err);
int report_analyse(struct report *r, struct error *err);
int report_name(struct report *r, struct error *err);

void report_forget(struct report *r);

#endif
