/*
 * simpleperf_fields: fields of the features that only Android's simpleperf writes.
 *
 * For the table of formats/feature/feature_fields.c; returns as feature_fields says.
 */
#ifndef PREC_FORMATS_FEATURE_SIMPLEPERF_FIELDS_H
#define PREC_FORMATS_FEATURE_SIMPLEPERF_FIELDS_H

#include "formats/feature/feature_walk.h"

int simpleperf_files_fields(struct feature_walk *w);
int meta_info_fields(struct feature_walk *w);
int debug_unwind_fields(struct feature_walk *w);
int debug_unwind_file_fields(struct feature_walk *w);
int etm_branch_list_fields(struct feature_walk *w);
int init_map_fields(struct feature_walk *w);

#endif
