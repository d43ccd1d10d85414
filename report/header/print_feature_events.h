/*
 * print_feature_events: features about events, groups of them and PMUs, in words.
 *
 * Each but print_event_desc is a feature_text_fn (report/header/feature_text.h), writes whole lines that begin with
 * '#', and keeps nothing.
 */
#ifndef PREC_REPORT_HEADER_PRINT_FEATURE_EVENTS_H
#define PREC_REPORT_HEADER_PRINT_FEATURE_EVENTS_H

#include "report/header/feature_text.h"

void print_group_desc(const struct feature_text *t, enum text_event event, const char *list,
		      const struct text_fields *f);
void print_pmu_mappings(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_cpu_pmu_caps(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_pmu_caps(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);

/* EVENT_DESC, straight from its attrs (report/header/print_attr.h); no more than comes before damage. */
void print_event_desc(FILE *out, const struct perf_file *file);

#endif
