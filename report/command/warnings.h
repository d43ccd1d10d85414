/*
 * warnings: what is said of a file's loss and damage, once each, however much there is of it.
 */
#ifndef PREC_REPORT_COMMAND_WARNINGS_H
#define PREC_REPORT_COMMAND_WARNINGS_H

#include "report/profile/symbolizer.h"
#include "report/scan/analysis.h"
#include "report/unwind/stack_chain.h"

/* Logs it, under the file's name. Returns whether the file is damaged, which the exit status is to say. */
bool warnings_log(const struct analysis *a, const char *name);

/*
 * Logs once what is wrong with the symbols themselves: those of a recording or a file that are damaged, and maps of
 * JITs that are not believed. With -v also, file by file, that one is not here or is another one, and where the others
 * have their symbols from; see report/print/missing_symbols.h for the rest.
 */
void warnings_of_symbols(const struct symbolizer *s);

/*
 * Logs how many user stacks end before their outermost function, if any do; with -v also why and in which files. Sorts
 * the counts.
 */
void warnings_of_stacks(struct unwind_counts *counts, const struct symbolizer *s, const char *name);

/* Logs how many samples have no user's part in their callchain, as its record never came, if any have not. */
void warnings_of_deferred(const struct deferred_counts *counts, const char *name);

/* Logs what the file's head has wrong: file->damages, which is there. */
void warn_of_file(const struct perf_file *file, const char *name);

#endif
