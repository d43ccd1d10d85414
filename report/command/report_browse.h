/*
 * report_browse: has a report browsed on a terminal: its rows, those of other keys and fewer samples, for which the
 * recording is read again, and texts about it.
 */
#ifndef PREC_REPORT_COMMAND_REPORT_BROWSE_H
#define PREC_REPORT_COMMAND_REPORT_BROWSE_H

#include "report/command/report_plan.h"

/*
 * Makes the rows of a report that is planned, and shows them until the user leaves; code is started. 0; -ENOTTY:
 * nothing was shown, and the rows are made; or another negative errno with *err filled.
 */
int report_browse(struct report *r, struct browse_code *code, struct error *err);

#endif
