/*
 * command_line: the words after `prec record`, whose options the themes (record/command/option_theme.h) take.
 */
#ifndef PREC_RECORD_COMMAND_COMMAND_LINE_H
#define PREC_RECORD_COMMAND_COMMAND_LINE_H

#include "record/command/option_theme.h"
#include "record/command/record_options.h"

#include <stdio.h>

/* o: as record_options_init makes it. 0 or a negative errno; -EINVAL: the user can fix it. */
int command_line_parse(struct record_options *o, int argc, char **argv, struct error *err);

/*
 * The parts of that, for a command that takes these options and more: what there is, and the rest when all are taken.
 * rest: what options_parse returned.
 */
void command_line_lists(struct option_lists *ret_lists);
int command_line_finish(struct record_options *o, int rest, int argc, char **argv, struct error *err);

/* Warns of options that have no effect beside the others. */
void command_line_warn(const struct record_options *o);

/* The text of --help. */
void command_line_usage(FILE *out);

#endif
