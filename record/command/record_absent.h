/*
 * record_absent: the options of perf record that prec record does not have, and what to do instead.
 */
#ifndef PREC_RECORD_COMMAND_RECORD_ABSENT_H
#define PREC_RECORD_COMMAND_RECORD_ABSENT_H

#include "common/options.h"

extern const struct option_absent record_options_absent[];

#endif
