/*
 * sample_rate: reads how often the kernel lets events sample.
 */
#ifndef PREC_RECORD_SAMPLER_SAMPLE_RATE_H
#define PREC_RECORD_SAMPLER_SAMPLE_RATE_H

#include "common/error.h"

#include <stdint.h>

/*
 * Reads kernel.perf_event_max_sample_rate, in samples a second; perf_event_open(2) refuses a higher frequency. 0 or a
 * negative errno.
 */
int sample_rate_max(uint64_t *ret_rate, struct error *err);

/* Fills *err with "-F 200000 is more than ..."; word: the option. Returns -EINVAL. */
int sample_rate_refuse(const char *word, uint64_t asked, uint64_t max, struct error *err);

#endif
