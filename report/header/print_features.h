/*
 * print_features: features of a few values, and the command line, in words.
 *
 * Each writes whole lines that begin with '#', and keeps nothing.
 */
#ifndef PREC_REPORT_HEADER_PRINT_FEATURES_H
#define PREC_REPORT_HEADER_PRINT_FEATURES_H

#include "report/header/feature_text.h"

/* The fields of a whole section: see report/header/print_header.c. */
void print_nrcpus(FILE *out, const struct text_fields *f);
void print_total_mem(FILE *out, const struct text_fields *f);
void print_sample_time(FILE *out, const struct text_fields *f);
void print_clockid(FILE *out, const struct text_fields *f);
void print_dir_format(FILE *out, const struct text_fields *f);
void print_compressed(FILE *out, const struct text_fields *f);
void print_clock_data(FILE *out, const struct text_fields *f);
void print_e_machine(FILE *out, const struct text_fields *f);
void print_cln_size(FILE *out, const struct text_fields *f);

/* A feature_text_fn. */
void print_cmdline(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);

#endif
