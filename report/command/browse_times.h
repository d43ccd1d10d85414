/*
 * browse_times: how many samples were taken when, for a browser. The recording is read once more for it, beside the
 * reader whose rows are browsed. One thread.
 */
#ifndef PREC_REPORT_COMMAND_BROWSE_TIMES_H
#define PREC_REPORT_COMMAND_BROWSE_TIMES_H

#include "report/browser/time_strip.h"
#include "report/command/reader.h"
#include "report/rows/rows.h"

/*
 * Counts the samples of an event that have rows, in `pieces` pieces of their time, 3 or more. 0 or a negative errno
 * with *err filled; then there is no strip.
 */
int browse_times_read(struct time_strip *ret_strip, const struct reader *beside, const struct rows *rows,
		      uint32_t event, unsigned pieces, struct error *err);

#endif
