/*
 * off_cpu_sums: short times off the CPU, added up for each thread and stack, so that a thread that blocks a thousand
 * times at one place is one sample.
 *
 * Samples belong together where they have the same TID and are alike in all that follows the fields of fixed size: the
 * callchain, and whatever else they hold. The sum has the time of its last part.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_RECORD_DRAIN_OFF_CPU_SUMS_H
#define PREC_RECORD_DRAIN_OFF_CPU_SUMS_H

#include "common/buffer.h"
#include "common/hash_table.h"
#include "formats/record/event.h"

struct off_cpu_sum {
	size_t at; /* of the sample in `samples` */
};

struct off_cpu_sums {
	struct event_layout layout; /* of the samples; each has TIME, TID and PERIOD */
	struct buffer samples;      /* one after the other */
	struct off_cpu_sum *sums;
	uint32_t n, capacity;
	struct hash_table table;
};

void off_cpu_sums_init(struct off_cpu_sums *s, const struct event_layout *layout);
void off_cpu_sums_fini(struct off_cpu_sums *s);

/* Adds a whole sample, whose period is the time. 0 or -ENOMEM. */
int off_cpu_sums_add(struct off_cpu_sums *s, const uint8_t *sample, size_t size);

/* Appends the sums to *out, and forgets them. */
void off_cpu_sums_put(struct off_cpu_sums *s, struct buffer *out);

#endif
