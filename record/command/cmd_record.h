/*
 * cmd_record: `prec record`, and what other commands that record have of it.
 */
#ifndef PREC_RECORD_COMMAND_CMD_RECORD_H
#define PREC_RECORD_COMMAND_CMD_RECORD_H

#include "common/option.h"
#include "record/command/record_options.h"

/* A command that records, as its own command line says. */
struct recorder {
	const char *log_name; /* "prec record" */
	/* 0 or a negative errno as command_line_parse, or 1: all that was asked for is printed. */
	int (*parse)(struct record_options *o, int argc, char **argv, struct error *err);
	const struct option_group *group; /* of which --help is printed */
};

/* argv[0] is a command's name; words: the same without what is no option of its. Returns the exit status. */
int recorder_run(const struct recorder *recorder, int argc, char **argv, int n_words, char **words);

#endif
