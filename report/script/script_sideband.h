/*
 * script_sideband: writes records that are not samples as text (--show-task-events and its like).
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_SIDEBAND_H
#define PREC_REPORT_SCRIPT_SCRIPT_SIDEBAND_H

#include "report/script/script_worker.h"

/*
 * Appends the text of a record to w->out; nothing if its CPU is filtered out. e: the event that its trailer is of.
 * time: that of the timeline. A damaged record is counted; its text says so, or is missing.
 */
void script_put_sideband(struct script_worker *w, const struct script_event *e, const struct record *r, uint64_t time);

#endif
