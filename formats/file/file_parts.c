#include "formats/file/file_parts.h"

#include "common/bisect.h"
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

int file_parts_add(struct file_parts *parts, int fd, const char *name, struct error *err)
{
	const struct file_part *last = &parts->list[parts->n - 1];
	struct file_part part = { 0 };
	int result = part_open(&part, fd, name, last->start + last->size, err);

	if (!result && parts->n == PERF_FILE_PARTS_MAX)
		result = error_set(err, -E2BIG, "%s: more than %d files", name, PERF_FILE_PARTS_MAX);
	if (!result && !list_reserve_unkept(&parts->list, parts->n, sizeof(*parts->list)))
		result = error_nomem(err);
	if (result) {
		free(part.name);
		close(fd);
		return result;
	}
	parts->list[parts->n++] = part;
	return 0;
}

void file_parts_fini(struct file_parts *parts)
{
	for (uint32_t i = 0; i < parts->n; i++) {
		free(parts->list[i].name);
		if (i)
			close(parts->list[i].fd);
	}
	free(parts->list);
}

const struct file_part *file_parts_at(const struct file_parts *parts, uint64_t offset)
{
	return &parts->list[BISECT(1, parts->n, i, parts->list[i].start <= offset) - 1];
}

ssize_t file_part_pread(const struct file_part *part, void *data, size_t size, uint64_t offset)
{
	return fileio_pread(part->fd, data, size, offset - part->start);
}
