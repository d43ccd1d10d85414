/*
 * script_setup: what a file and the options make of struct script, before the first sample is shown.
 */
#ifndef PREC_REPORT_SCRIPT_SETUP_H
#define PREC_REPORT_SCRIPT_SETUP_H

#include "report/script.h"

/* For each event what is shown of it. chains: callchains are shown. 0 or -ENOMEM. */
int script_events_make(struct script *s, const struct script_fields *fields, bool chains);
void script_events_free(struct script *s);

/* The times of the first and the last sample, by the SAMPLE_TIME feature; both 0 when it is not there. */
void script_sample_times(const struct perf_file *file, uint64_t *ret_first, uint64_t *ret_last);

#endif
