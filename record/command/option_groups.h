/*
 * option_groups: the options of prec record, of struct record_options: a table in a file NAME_options.c each, with what
 * its options exclude and have no effect without. command_line.c puts them together.
 */
#ifndef PREC_RECORD_COMMAND_OPTION_GROUPS_H
#define PREC_RECORD_COMMAND_OPTION_GROUPS_H

#include "common/option.h"

extern const struct option_group target_group;
extern const struct option_group event_group;
extern const struct option_group rate_group;
extern const struct option_group stack_group;
extern const struct option_group content_group;
extern const struct option_group prior_group;
extern const struct option_group off_cpu_group;
extern const struct option_group control_group;
extern const struct option_group ring_group;
extern const struct option_group thread_group;
extern const struct option_group trace_group;
extern const struct option_group output_group;
extern const struct option_group keep_group;

#endif
