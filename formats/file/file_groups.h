/*
 * file_groups: which events of a file were recorded as a group, as its feature GROUP_DESC says.
 */
#ifndef PREC_FORMATS_FILE_FILE_GROUPS_H
#define PREC_FORMATS_FILE_FILE_GROUPS_H

#include "formats/feature/features.h"
#include "formats/file/perf_file.h"

/* Takes a group, whose name lives until it returns. 0, or a negative errno that ends the walk. */
typedef int file_groups_take(void *context, const struct feature_group *group, struct error *err);

/*
 * Hands every group of the file to `take`, none of them checked against its events. 0, of a file without the feature
 * too; -EBADMSG where the section is damaged, after what stands before that; or the negative errno of `take` or of
 * reading.
 */
int file_groups_each(const struct perf_file *f, file_groups_take *take, void *context, struct error *err);

#endif
