/*
 * sample_rate: how often the kernel lets events sample.
 */
#ifndef PREC_RECORD_SAMPLER_SAMPLE_RATE_H
#define PREC_RECORD_SAMPLER_SAMPLE_RATE_H

#include "common/error.h"

#include <stdint.h>

/*
 * kernel.perf_event_max_sample_rate, in samples a second: perf_event_open(2) refuses a higher frequency. 0, or a
 * negative errno when it cannot be read.
 */
int sample_rate_max(uint64_t *ret_rate, struct error *err);

/* "-F 200000 is more than ...": asked by that word for more than max. -EINVAL, with *err filled. */
int sample_rate_refuse(const char *word, uint64_t asked, uint64_t max, struct error *err);

#endif
