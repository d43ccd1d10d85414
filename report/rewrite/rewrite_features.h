/*
 * rewrite_features: features on their way from one file to another: those that can be read, and those that say how the
 * new file is laid out.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_FEATURES_H
#define PREC_REPORT_REWRITE_REWRITE_FEATURES_H

#include "formats/file/feature_list.h"
#include "report/rewrite/rewrite_state.h"

/*
 * Puts together the features, ascending by bit: those of a pipe before its records, those of a file after them. 0 or a
 * negative errno.
 */
int rewrite_features(struct rewrite *w, struct feature_list *list, struct error *err);

/* After rewrite_features: the build-ids of a pipe, before all other records. 0 or a negative errno. */
int rewrite_pipe_build_ids(struct rewrite *w, struct error *err);

#endif
