/*
 * time_conv: TIME_CONV records, which say how the processor's counter of time becomes the kernel's own clock, by which
 * records have their times unless another is chosen. Source: tools/perf/util/tsc.c, perf_event_mmap_page in
 * linux/perf_event.h.
 */
#ifndef PREC_FORMATS_RECORD_TIME_CONV_H
#define PREC_FORMATS_RECORD_TIME_CONV_H

#include "formats/record/record.h"

/* mult 0: not known. */
struct time_conv {
	uint64_t shift, mult, zero;
	uint64_t cycles, mask; /* with is_short, for counters of less than 64 bits */
	bool is_short;
};

/* 0, -EBADMSG: damaged. */
int record_decode_time_conv(const struct record *r, struct time_conv *ret_conv, struct error *err);

/* The time in nanoseconds at which the counter had the value. */
uint64_t time_conv_apply(const struct time_conv *c, uint64_t counter);

#endif
