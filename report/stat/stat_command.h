/*
 * stat_command: how counts were recorded: the command line, and what they were summed by.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_REPORT_STAT_STAT_COMMAND_H
#define PREC_REPORT_STAT_STAT_COMMAND_H

#include "counts/stat_aggrs.h"
#include "formats/file/perf_file.h"

/* Returns the whole command line in quotes. The caller frees it. NULL without memory. */
char *stat_command_text(const struct perf_file *file);

/* Says whether it asked for processes, threads or users, and not for the whole system. */
bool stat_command_names_tasks(const struct perf_file *file);

/*
 * Translates the aggregation mode of STAT_CONFIG, whose numbers differ between versions of Linux perf. version: of the
 * recorder, "6.1.187"; other recorders are taken to use the newest numbers. Unknown numbers are STAT_BY_ALL.
 */
enum stat_by stat_mode_by(uint64_t mode, const char *version);

#endif
