/* top_merge: makes one recording of those that prec top keeps. */
#ifndef PREC_REPORT_COMMAND_TOP_MERGE_H
#define PREC_REPORT_COMMAND_TOP_MERGE_H

#include "common/error.h"
#include "report/command/input.h"
#include "report/command/top_kept.h"

/*
 * Returns a descriptor of a new recording in memory, the caller's, that has all of them; of the last ones alone, where
 * events of those before had other ids. Or a negative errno with *err filled.
 */
int top_merge(const struct top_kept *kept, const struct input_options *options, struct error *err);

#endif
