/*
 * content_options: options that say what else samples and the records beside them hold, each a bit or two of the attrs.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_CONTENT_OPTIONS_H
#define PREC_RECORD_COMMAND_CONTENT_OPTIONS_H

#include "common/option.h"

extern const struct option_group content_group;

#endif
