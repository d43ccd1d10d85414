/*
 * bundled_stacks: how the stacks of a recording ended that were unwound before, of which it has the chains
 * (formats/file/bundle_stacks.h).
 */
#ifndef PREC_REPORT_PROFILE_BUNDLED_STACKS_H
#define PREC_REPORT_PROFILE_BUNDLED_STACKS_H

#include "report/symbols/bundled_names.h"
#include "report/timeline/timeline.h"
#include "report/unwind/stack_chain.h"

/* Adds what the recording carries, if anything, to counts. Causes that are not known here are left out. 0 or -ENOMEM.
 */
int bundled_stacks_add(struct unwind_counts *counts, const struct bundled_names *bundled,
		       const struct timeline *timeline);

/* Appends counts as a part of that number. 0, -ENOMEM or -E2BIG. */
int bundled_stacks_put(const struct unwind_counts *counts, const struct timeline *timeline, struct buffer *records,
		       uint32_t number, struct error *err);

#endif
