/*
 * report_output: rows as text for programs and people, with what stands around them, or in one of the formats.
 */
#ifndef PREC_REPORT_COMMAND_REPORT_OUTPUT_H
#define PREC_REPORT_COMMAND_REPORT_OUTPUT_H

#include "report/command/report_plan.h"

/* Rows of all events. 0 or a negative errno. */
int report_print(struct report *r, FILE *out);

/* In r->options.format. 0 or a negative errno. */
int report_print_format(struct report *r, FILE *out);

#endif
