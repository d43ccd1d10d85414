/*
 * script_fields_check: what a file's events have of the fields that are to be shown.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_FIELDS_CHECK_H
#define PREC_REPORT_SCRIPT_SCRIPT_FIELDS_CHECK_H

#include "report/script/script_fields.h"

/*
 * Fits the fields to what the file's events have: what is there by default is left out where an event does not have it.
 * chains: callchains are shown. -EINVAL when a field that was asked for is not there.
 */
int script_fields_check(struct script_fields *f, const struct perf_file *file, bool chains, struct error *err);

#endif
