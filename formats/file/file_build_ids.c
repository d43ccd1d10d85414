#include "formats/file/file_build_ids.h"

#include <errno.h>

int file_build_ids_each(const struct perf_file *f, file_build_ids_take *take, void *context, struct error *err)
{
	struct build_id_entry entry;
	struct buffer b;
	struct cursor c;
	int result;

	if (!perf_file_has_feature(f, FEATURE_BUILD_ID))
		return 0;
	buffer_init(&b);
	result = perf_file_read_feature(f, FEATURE_BUILD_ID, &b, err);
	c = cursor_make(b.data, b.size, f->swap);
	while (!result && (result = build_id_list_next(&c, &entry)) > 0)
		result = take(context, &entry, err);
	if (result == -EBADMSG)
		error_set(err, result, "the list of build-ids is damaged");
	buffer_fini(&b);
	return result;
}
