/*
 * script_sideband: records that are not samples as lines of text: the --show-*-events.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_SIDEBAND_H
#define PREC_REPORT_SCRIPT_SCRIPT_SIDEBAND_H

#include "report/script/script_worker.h"

void script_put_sideband(struct script_worker *w, const struct script_event *e, const struct record *r, uint64_t time);

#endif
