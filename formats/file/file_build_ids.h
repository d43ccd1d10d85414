/*
 * file_build_ids: the build-ids of files that a recording lists, in its feature BUILD_ID.
 */
#ifndef PREC_FORMATS_FILE_FILE_BUILD_IDS_H
#define PREC_FORMATS_FILE_FILE_BUILD_IDS_H

#include "formats/feature/build_id_list.h"
#include "formats/file/perf_file.h"

/* Takes an entry, whose name lives until it returns. 0, or a negative errno that ends the walk. */
typedef int file_build_ids_take(void *context, const struct build_id_entry *entry, struct error *err);

/*
 * Hands every entry of the list to `take`. 0, of a file without the feature too; -EBADMSG where the list is damaged,
 * after what stands before that; or the negative errno of `take` or of reading, which is another one.
 */
int file_build_ids_each(const struct perf_file *f, file_build_ids_take *take, void *context, struct error *err);

#endif
