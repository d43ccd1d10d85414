#include "report/scan/dso_build_ids.h"

#include "formats/file/file_facts.h"

#include <errno.h>

static int take_build_id(void *dsos, const struct build_id_entry *entry, struct error *err)
{
	return dsos_add_build_id(dsos, entry->filename, entry->filename_size, &entry->build_id) ? error_nomem(err) : 0;
}

int dso_build_ids_read(struct dsos *dsos, const struct perf_file *file, struct error *err)
{
	int result;

	if (!perf_file_has_feature(file, FEATURE_BUILD_ID))
		return 0;
	result = file_build_ids_each(file, take_build_id, dsos, err);
	dsos_set_build_ids(dsos);
	/* Of a damaged list what can be read is taken. */
	return result == -EBADMSG ? 0 : result;
}
