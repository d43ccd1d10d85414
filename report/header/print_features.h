/*
 * print_features: features of one or a few values, in words.
 *
 * Each is a feature_text_fn (report/header/feature_text.h), writes whole lines that begin with '#', and keeps nothing.
 */
#ifndef PREC_REPORT_HEADER_PRINT_FEATURES_H
#define PREC_REPORT_HEADER_PRINT_FEATURES_H

#include "report/header/feature_text.h"

void print_hostname(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_osrelease(const struct feature_text *t, enum text_event event, const char *list,
		     const struct text_fields *f);
void print_version(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_arch(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_cpudesc(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_cpuid(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_nrcpus(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_total_mem(const struct feature_text *t, enum text_event event, const char *list,
		     const struct text_fields *f);
void print_cmdline(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_branch_stack(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_auxtrace(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_stat(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_sample_time(const struct feature_text *t, enum text_event event, const char *list,
		       const struct text_fields *f);
void print_clockid(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_dir_format(const struct feature_text *t, enum text_event event, const char *list,
		      const struct text_fields *f);
void print_compressed(const struct feature_text *t, enum text_event event, const char *list,
		      const struct text_fields *f);
void print_clock_data(const struct feature_text *t, enum text_event event, const char *list,
		      const struct text_fields *f);
void print_e_machine(const struct feature_text *t, enum text_event event, const char *list,
		     const struct text_fields *f);
void print_cln_size(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);

#endif
