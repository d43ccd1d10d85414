/*
 * print_feature_simpleperf: features of simpleperf's, in words.
 *
 * Each is a feature_text_fn (report/header/feature_text.h), writes whole lines that begin with '#', and keeps nothing.
 */
#ifndef PREC_REPORT_HEADER_PRINT_FEATURE_SIMPLEPERF_H
#define PREC_REPORT_HEADER_PRINT_FEATURE_SIMPLEPERF_H

#include "report/header/feature_text.h"

void print_simpleperf_files(const struct feature_text *t, enum text_event event, const char *list,
			    const struct text_fields *f);
void print_meta_info(const struct feature_text *t, enum text_event event, const char *list,
		     const struct text_fields *f);
void print_debug_unwind(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_etm_branch_list(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f);
/* The fields of a whole section. */
void print_debug_unwind_file(FILE *out, const struct text_fields *f);
void print_init_map(FILE *out, const struct text_fields *f);

#endif
