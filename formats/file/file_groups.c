#include "formats/file/file_groups.h"

#include "formats/feature/features_decode.h"

static int groups_walk(struct cursor *c, file_groups_take *take, void *context, struct error *err)
{
	struct feature_items items;
	struct feature_group group;
	int result = feature_items_begin(&items, c);

	while (!result && (result = feature_next_group(&items, &group)) > 0)
		result = take(context, &group, err);
	return result;
}

int file_groups_each(const struct perf_file *f, file_groups_take *take, void *context, struct error *err)
{
	struct buffer b;
	struct cursor c;
	int result;

	if (!perf_file_has_feature(f, FEATURE_GROUP_DESC))
		return 0;
	buffer_init(&b);
	result = perf_file_read_feature(f, FEATURE_GROUP_DESC, &b, err);
	if (!result) {
		c = cursor_make(b.data, b.size, f->swap);
		result = groups_walk(&c, take, context, err);
	}
	buffer_fini(&b);
	return result;
}
