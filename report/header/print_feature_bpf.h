/*
 * print_feature_bpf: features about BPF programs, in words.
 *
 * Each is a feature_text_fn (report/header/feature_text.h), writes whole lines that begin with '#', and keeps nothing.
 */
#ifndef PREC_REPORT_HEADER_PRINT_FEATURE_BPF_H
#define PREC_REPORT_HEADER_PRINT_FEATURE_BPF_H

#include "report/header/feature_text.h"

void print_bpf_prog_info(const struct feature_text *t, enum text_event event, const char *list,
			 const struct text_fields *f);
void print_bpf_btf(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);

#endif
