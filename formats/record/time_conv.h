/*
 * time_conv: converts the processor's time counter (TSC) to the kernel's own clock, which records have their times from
 * unless another clock was chosen. TIME_CONV records have the parameters. Source: tools/perf/util/tsc.c,
 * perf_event_mmap_page in linux/perf_event.h.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_TIME_CONV_H
#define PREC_FORMATS_RECORD_TIME_CONV_H

#include "formats/record/record.h"

/* The parameters: time = zero + counter * mult / 2^shift. mult 0: not known. */
struct time_conv {
	uint64_t shift, mult, zero;
	uint64_t cycles, mask; /* with is_short: extend the counter to 64 bits */
	bool is_short;         /* the counter has less than 64 bits */
};

/* Decodes a TIME_CONV record. 0; -EBADMSG: it is damaged. */
int record_decode_time_conv(const struct record *r, struct time_conv *ret_conv, struct error *err);

/* Returns the time in ns at which the counter had the value. c->mult is not 0. */
uint64_t time_conv_apply(const struct time_conv *c, uint64_t counter);

#endif
