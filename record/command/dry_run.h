/*
 * dry_run: what a recording would open, printed instead of opened.
 */
#ifndef PREC_RECORD_COMMAND_DRY_RUN_H
#define PREC_RECORD_COMMAND_DRY_RUN_H

#include "common/error.h"
#include "record/command/record_options.h"
#include "record/open/target.h"

#include <stdio.h>

/* Prints to out: the target, each call of perf_event_open(2) with its attr, the rings. 0 or a negative errno. */
int dry_run_print(FILE *out, const struct record_options *o, const struct event_list *list, struct target *target,
		  struct error *err);

#endif
