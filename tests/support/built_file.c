#include "tests/support/built_file.h"

#include "common/fileio.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int built_fd(const void *data, size_t size)
{
	int fd = memfd_create("built", MFD_CLOEXEC);

	if (fd < 0 || fileio_write(fd, data, size, NULL)) {
		perror("a file in memory");
		exit(2);
	}
	return fd;
}

struct perf_file *built_open(struct perf_builder *b, struct error *err)
{
	const struct buffer *bytes = perf_builder_finish(b);
	struct perf_file *file;

	if (!bytes) {
		error_nomem(err);
		return NULL;
	}
	if (recording_open(&file, built_fd(bytes->data, bytes->size), err))
		return NULL;
	for (int i = 0; i < b->n_parts; i++) {
		const uint8_t *data;
		char name[32];
		size_t size;

		perf_builder_part(b, i, &data, &size);
		snprintf(name, sizeof(name), "data.%d", i);
		if (perf_file_add_part(file, built_fd(data, size), name, err)) {
			perf_file_close(file);
			return NULL;
		}
	}
	return file;
}
