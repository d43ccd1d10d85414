/*
 * The files of records a recording may have beside the one with the header. See formats/file/perf_file.h.
 */
#include "formats/file/perf_file.h"

#include "common/fileio.h"
#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int part_open(struct file_part *part, int fd, const char *name, uint64_t start, struct error *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return error_set(err, -errno, "%s: %s", name, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_set(err, -ENOTSUP, "%s is not a regular file", name);
	*part = (struct file_part){ .fd = fd,
				    .name = strdup(name),
				    .start = start,
				    .size = st.st_size,
				    .data = { .offset = start, .size = st.st_size } };
	return part->name ? 0 : error_nomem(err);
}

int perf_file_add_part(struct perf_file *f, int fd, const char *name, struct error *err)
{
	const struct file_part *last = &f->parts[f->n_parts - 1];
	struct file_part part = { 0 };
	int result = part_open(&part, fd, name, last->start + last->size, err);

	if (!result && f->n_parts == PERF_FILE_PARTS_MAX)
		result = error_set(err, -E2BIG, "%s: more than %d files", name, PERF_FILE_PARTS_MAX);
	if (!result && !list_reserve_unkept(&f->parts, f->n_parts, sizeof(*f->parts)))
		result = error_nomem(err);
	if (result) {
		free(part.name);
		close(fd);
		return result;
	}
	f->parts[f->n_parts++] = part;
	return 0;
}

const struct file_part *perf_file_part_at(const struct perf_file *f, uint64_t offset)
{
	uint32_t low = 0, high = f->n_parts;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (f->parts[middle].start <= offset)
			low = middle;
		else
			high = middle;
	}
	return &f->parts[low];
}

ssize_t file_part_pread(const struct file_part *part, void *data, size_t size, uint64_t offset)
{
	return fileio_pread(part->fd, data, size, offset - part->start);
}

uint64_t perf_file_data_size(const struct perf_file *f)
{
	uint64_t size = 0;

	for (uint32_t i = 0; i < f->n_parts; i++)
		size += f->parts[i].data.size;
	return size;
}
