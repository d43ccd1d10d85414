/*
 * command_line: the words after `prec record`, whose options are in groups (common/option.h), each in a file of
 * its own.
 */
#ifndef PREC_RECORD_COMMAND_COMMAND_LINE_H
#define PREC_RECORD_COMMAND_COMMAND_LINE_H

#include "common/option.h"
#include "record/command/record_options.h"

#include <stdio.h>

/* o: as record_options_init makes it. 0 or a negative errno; -EINVAL: the user can fix it. */
int command_line_parse(struct record_options *o, int argc, char **argv, struct error *err);

/*
 * The parts of that, for a command that takes these options and more: what there is, of struct record_options, and the
 * rest when all are taken. rest: what options_take returned. options_warn says which have no effect beside the others.
 */
extern const struct option_group record_group;
int command_line_finish(struct record_options *o, int rest, int argc, char **argv, struct error *err);

#endif
