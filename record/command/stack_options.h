/*
 * stack_options: -g, --call-graph, --max-stack, --user-regs and --intr-regs, as fields of samples.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_STACK_OPTIONS_H
#define PREC_RECORD_COMMAND_STACK_OPTIONS_H

#include "record/sampler/sampler_config.h"

#include <stdio.h>

/* In place of a list of registers: which ones there are. */
#define STACK_OPTIONS_LIST_REGS "?"

/* -g: through frame pointers, unless --call-graph said otherwise. */
void stack_options_default(struct sample_fields *fields);

/* "fp", "dwarf[,SIZE]", "lbr". 0 or -EINVAL. */
int stack_options_call_graph(struct sample_fields *fields, const char *text, struct error *err);

/*
 * Names of registers with commas between, in any case; NULL: all of them. option: what messages call it. 0; -EINVAL;
 * -ENOTSUP where prec does not know the machine's registers.
 */
int stack_options_regs(uint64_t *ret_mask, const char *option, const char *names, struct error *err);

/* Says when stacks are recorded with fewer registers than unwinding them may need. */
void stack_options_warn(const struct sample_fields *fields);

/* "available registers: AX BX ..." */
void stack_options_print_regs(FILE *out);

#endif
