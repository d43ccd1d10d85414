/*
 * mem_record_options: the command line of `prec mem record`: options of its own, and all of prec record.
 */
#ifndef PREC_RECORD_COMMAND_MEM_RECORD_OPTIONS_H
#define PREC_RECORD_COMMAND_MEM_RECORD_OPTIONS_H

#include "record/command/record_options.h"

#include "common/option.h"

/*
 * As command_line_parse: o has the events and fields then that record accesses to memory. 1: -e list was given, and
 * they are printed.
 */
int mem_record_options_parse(struct record_options *o, int argc, char **argv, struct error *err);

/* The options, of which --help is printed. */
extern const struct option_group mem_record_group;

#endif
