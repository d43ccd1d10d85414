/*
 * output_options: the options that say into which files a recording goes, and when each of them ends.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_COMMAND_OUTPUT_OPTIONS_H
#define PREC_RECORD_COMMAND_OUTPUT_OPTIONS_H

#include "common/error.h"

struct record_options;

/*
 * Where to write: what -o says; without it standard output if that is a pipe and one file without a name is enough, or
 * else perf.data.
 */
const char *output_options_path(const struct record_options *o);

/* Says that the recording goes to standard output, a pipe, where nobody has asked for that. */
void output_options_warn_of_pipe(const struct record_options *o);

/* Whether that path can be what the options ask for. 0 or a negative errno. */
int output_options_check_path(const struct record_options *o, const char *path, struct error *err);

#endif
