/*
 * bpf_fields: fields of the features about BPF programs.
 *
 * For the table of formats/feature/feature_fields.c; returns as feature_fields says.
 */
#ifndef PREC_FORMATS_FEATURE_BPF_FIELDS_H
#define PREC_FORMATS_FEATURE_BPF_FIELDS_H

#include "formats/feature/feature_walk.h"

int bpf_prog_info_fields(struct feature_walk *w);
int bpf_btf_fields(struct feature_walk *w);

#endif
