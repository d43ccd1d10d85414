/*
 * dso_build_ids: the build-ids that a file tells apart from its mappings, in its feature BUILD_ID.
 */
#ifndef PREC_REPORT_SCAN_DSO_BUILD_IDS_H
#define PREC_REPORT_SCAN_DSO_BUILD_IDS_H

#include "formats/file/perf_file.h"
#include "report/timeline/dsos.h"

/* Gives them to the dsos that came without, of which there are no more to come. 0 or a negative errno. */
int dso_build_ids_read(struct dsos *dsos, const struct perf_file *file, struct error *err);

#endif
