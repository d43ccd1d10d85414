/*
 * bundle_lines: the lines of source files that the frames of a bundle are in, and some around each, for prec annotate.
 */
#ifndef PREC_REPORT_BUNDLE_BUNDLE_LINES_H
#define PREC_REPORT_BUNDLE_BUNDLE_LINES_H

#include "formats/file/bundle_names.h"
#include "report/symbols/symbols_config.h"

/* So many lines before and after each. */
#define BUNDLE_LINES_AROUND 3u

/* Adds the lines of all frames that are there. Files that are not here add nothing. 0 or -ENOMEM. */
int bundle_lines_add(struct bundle_names *names, const struct symbols_config *config);

#endif
