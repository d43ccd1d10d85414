/*
 * unpack_all FILE: all bytes that a recording has, for tests that look for some: the file as it is; its records, after
 * decompression; its features; the parts of its bundle, unpacked.
 */
#include "formats/file/blocks.h"
#include "formats/file/bundle_parts.h"
#include "formats/file/recording.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int put_record(void *context, const struct record *r, struct error *err)
{
	(void)context, (void)err;
	fwrite(r->data, 1, r->size, stdout);
	return 0;
}

static int put_part(void *context, const struct bundle_part *part, struct error *err)
{
	(void)context, (void)err;
	fwrite(part->data, 1, part->size, stdout);
	return 0;
}

static void put_features(const struct perf_file *f)
{
	struct buffer section;

	for (unsigned i = 0; i < FILE_FEATURE_BITS; i++) {
		if (!perf_file_has_feature(f, i) || !f->features.list[i].size)
			continue;
		buffer_init(&section);
		if (!perf_file_read_feature(f, i, &section, NULL))
			fwrite(section.data, 1, section.size, stdout);
		buffer_fini(&section);
	}
}

static void put_file(const char *path)
{
	FILE *file = fopen(path, "re");
	char bytes[65536];
	size_t n;

	while (file && (n = fread(bytes, 1, sizeof(bytes), file)) > 0)
		fwrite(bytes, 1, n, stdout);
	if (file)
		fclose(file);
}

int main(int argc, char **argv)
{
	struct error err = ERROR_INIT, damage;
	int fd = argc == 2 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
	struct perf_file *f;
	int result = recording_open(&f, fd, &err);

	if (result) {
		fprintf(stderr, "unpack_all: %s\n", err.message);
		return 1;
	}
	put_file(argv[1]);
	result = blocks_each_record(f, NULL, put_record, NULL, &err);
	if (!result)
		result = bundle_parts_read(f, put_part, NULL, &damage, &err);
	put_features(f);
	perf_file_close(f);
	if (result || damage.code)
		fprintf(stderr, "unpack_all: %s\n", result ? err.message : damage.message);
	return result || damage.code || fflush(stdout) ? 1 : 0;
}
