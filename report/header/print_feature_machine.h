/*
 * print_feature_machine: features that describe the recorded machine, in words.
 *
 * Each is a feature_text_fn (report/header/feature_text.h), writes whole lines that begin with '#', and keeps nothing.
 */
#ifndef PREC_REPORT_HEADER_PRINT_FEATURE_MACHINE_H
#define PREC_REPORT_HEADER_PRINT_FEATURE_MACHINE_H

#include "report/header/feature_text.h"

void print_cpu_topology(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_numa_topology(const struct feature_text *t, enum text_event event, const char *list,
			 const struct text_fields *f);
void print_cache(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_mem_topology(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_hybrid_topology(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f);
void print_cpu_domain_info(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f);

#endif
