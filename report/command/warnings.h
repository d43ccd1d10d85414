/*
 * warnings: what is said of a file's loss and damage, once each, however much there is of it.
 */
#ifndef PREC_REPORT_COMMAND_WARNINGS_H
#define PREC_REPORT_COMMAND_WARNINGS_H

#include "report/scan/analysis.h"

/* Logs it, under the file's name. Returns whether the file is damaged, which the exit status is to say. */
bool warnings_log(const struct analysis *a, const char *name);

/* Logs what the file's head has wrong: file->damage, which is there. */
void complain_of_file(const struct perf_file *file, const char *name);

#endif
