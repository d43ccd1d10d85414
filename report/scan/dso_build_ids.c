#include "report/scan/dso_build_ids.h"

#include "common/cursor.h"
#include "formats/feature/build_id_list.h"

int dso_build_ids_read(struct dsos *dsos, const struct perf_file *file, struct error *err)
{
	struct build_id_entry entry;
	struct buffer b;
	struct cursor c;
	int result;

	if (!perf_file_has_feature(file, FEATURE_BUILD_ID))
		return 0;
	buffer_init(&b);
	result = perf_file_read_feature(file, FEATURE_BUILD_ID, &b, err);
	c = cursor_make(b.data, b.size, file->swap);
	while (!result && build_id_list_next(&c, &entry) > 0)
		if (dsos_add_build_id(dsos, entry.filename, entry.filename_size, &entry.build_id))
			result = error_nomem(err);
	dsos_set_build_ids(dsos);
	buffer_fini(&b);
	return result;
}
