/*
 * stat_command: the command line by which counts were recorded.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_REPORT_STAT_STAT_COMMAND_H
#define PREC_REPORT_STAT_STAT_COMMAND_H

#include "formats/file/perf_file.h"

/* All of it, between quotes. The caller frees it. NULL without memory. */
char *stat_command_text(const struct perf_file *file);

/* Whether it asked for processes, threads or users, and not for all there are. */
bool stat_command_names_tasks(const struct perf_file *file);

#endif
