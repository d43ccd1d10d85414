#include "tests/support/perf_builder.h"

#include <stdio.h>
#include <stdlib.h>

void perf_builder_next_part(struct perf_builder *b)
{
	if (b->n_parts == PERF_BUILDER_PARTS_MAX)
		abort();
	b->parts[b->n_parts++] = b->records.size;
}

void perf_builder_feature_dir_format(struct perf_builder *b, uint64_t version)
{
	struct buffer contents;

	buffer_init(&contents);
	contents.swap = b->records.swap;
	buffer_put_u64(&contents, version);
	perf_builder_feature(b, FEATURE_DIR_FORMAT, contents.data, contents.size);
	buffer_fini(&contents);
}

void perf_builder_part(const struct perf_builder *b, int part, const uint8_t **ret_data, size_t *ret_size)
{
	size_t end = part + 1 < b->n_parts ? b->parts[part + 1] : b->records.size;

	*ret_data = b->records.data + b->parts[part];
	*ret_size = end - b->parts[part];
}

static bool write_file(const char *path, const uint8_t *data, size_t size)
{
	FILE *out = fopen(path, "wb");
	bool written;

	if (!out)
		return false;
	written = fwrite(data, 1, size, out) == size;
	return !fclose(out) && written;
}

bool perf_builder_write_dir(struct perf_builder *b, const char *dir)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/data", dir);
	if (!perf_builder_write(b, path))
		return false;
	for (int i = 0; i < b->n_parts; i++) {
		const uint8_t *data;
		size_t size;

		perf_builder_part(b, i, &data, &size);
		snprintf(path, sizeof(path), "%s/data.%d", dir, i);
		if (!write_file(path, data, size))
			return false;
	}
	return true;
}
