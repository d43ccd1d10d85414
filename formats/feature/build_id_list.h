/*
 * build_id_list: FEATURE_BUILD_ID, the build-ids of the files that were hit.
 */
#ifndef PREC_FORMATS_FEATURE_BUILD_ID_LIST_H
#define PREC_FORMATS_FEATURE_BUILD_ID_LIST_H

#include "common/cursor.h"
#include "formats/record/abi.h"

struct build_id_entry {
	struct build_id build_id;
	uint16_t misc; /* of the record: whose file it is, RECORD_MISC_KERNEL or _USER */
	const char *filename;
	size_t filename_size;
};

/*
 * The next entry of a section. 1, 0 at the end, or -EBADMSG when the rest is damaged. The name points into the
 * cursor's bytes.
 */
int build_id_list_next(struct cursor *c, struct build_id_entry *ret_entry);

#endif
