/*
 * stack_options: -g, --call-graph, --max-stack, --user-regs, --intr-regs, --user-callchains and --kernel-callchains, as
 * fields of samples.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_STACK_OPTIONS_H
#define PREC_RECORD_COMMAND_STACK_OPTIONS_H

#include "record/open/sampler_config.h"

#include <stdio.h>

/* Says when stacks are recorded with fewer registers than unwinding them may need. */
void stack_options_warn(const struct sample_fields *fields);

/* "available registers: AX BX ..." */
void stack_options_print_regs(FILE *out);

#endif
