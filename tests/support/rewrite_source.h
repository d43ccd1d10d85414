/*
 * rewrite_source: recordings to be rewritten, of up to three events: two that count, and a dummy for the sideband.
 */
#ifndef PREC_TESTS_SUPPORT_REWRITE_SOURCE_H
#define PREC_TESTS_SUPPORT_REWRITE_SOURCE_H

#include "tests/support/perf_builder.h"

/* The ids of the events. */
enum { CLOCK_ID = 7, FAULTS_ID = 8, DUMMY_ID = 9 };

/* The fields of all samples. */
#define SOURCE_FIELDS (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_IDENTIFIER)

/* A software event whose samples have the fields `more` besides. */
struct event_attr source_attr(uint64_t config, uint64_t more, uint64_t flags);
void source_event(struct perf_builder *b, uint64_t config, uint64_t more, uint64_t flags, uint64_t id);

/* clock, faults, dummy: trailers of the first two have `first` more, those of the dummy `dummy`. */
void source_events(struct perf_builder *b, unsigned flags, uint64_t first, uint64_t dummy);

/* What follows is of event 0 to 2, at a time. */
void source_at(struct perf_builder *b, int event, uint64_t time);
void source_sample(struct perf_builder *b, int event, uint64_t time);
void source_comm(struct perf_builder *b, int event, uint64_t time, const char *text);

/* These events, three samples and two comms, from 1000 to 1004. */
void source_small(struct perf_builder *b, unsigned flags, uint64_t first, uint64_t dummy);

#endif
