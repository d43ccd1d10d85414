/*
 * redact_simpleperf: the files with symbols that recordings of simpleperf carry (formats/feature/simpleperf_files.h).
 */
#ifndef PREC_REPORT_REDACT_REDACT_SIMPLEPERF_H
#define PREC_REPORT_REDACT_REDACT_SIMPLEPERF_H

#include "report/redact/redact.h"

/*
 * Appends the section of FEATURE_SIMPLEPERF_FILE or FEATURE_SIMPLEPERF_FILE2 as it is written, up to where it is
 * damaged. Where the code is in an APK (DEX) is left out.
 */
void redact_simpleperf_files(struct redact *r, unsigned feature, const struct buffer *section, struct buffer *b);

#endif
