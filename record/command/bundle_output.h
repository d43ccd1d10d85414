/*
 * bundle_output: makes a recording that has ended a bundle (prec record --bundle): prec-report, which reads files and
 * has no privilege, writes it anew beside itself, and takes its place.
 */
#ifndef PREC_RECORD_COMMAND_BUNDLE_OUTPUT_H
#define PREC_RECORD_COMMAND_BUNDLE_OUTPUT_H

#include "common/error.h"

#include <signal.h>

/*
 * Replaces the file at path by its bundle. level: of zstd, 0: none. signals: the mask that the process beside gets. 0
 * or a negative errno, with the recording as it was; prec-report has then said why, but for what *err says.
 */
int bundle_output(const char *path, int level, const sigset_t *signals, struct error *err);

#endif
