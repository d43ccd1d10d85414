/*
 * records_sample: one record of every type there is, as perf.data has them.
 */
#ifndef PREC_TESTS_SUPPORT_RECORDS_SAMPLE_H
#define PREC_TESTS_SUPPORT_RECORDS_SAMPLE_H

#include "tests/support/perf_builder.h"

/* An event of which a sample has all fields, and records their trailer; its ids are 7 and 8. */
extern const struct event_attr records_sample_attr;

/* Adds the event, and makes it that of the records to come. */
void records_sample_event(struct perf_builder *b);

/* One record of every type of the kernel's, a sample with all fields among them. */
void records_sample_kernel(struct perf_builder *b);

/* One record of every type that recorders write, but COMPRESSED ones. */
void records_sample_recorder(struct perf_builder *b);

#endif
