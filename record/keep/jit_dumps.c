#include "record/keep/jit_dumps.h"

#include "record/keep/file_grab.h"
#include "record/keep/jit_copy.h"

#include "common/regular_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void jit_dumps_fini(struct jit_dumps *d)
{
	for (uint32_t i = 0; i < d->n; i++)
		close(d->list[i].fd);
	d->n = 0;
}

void jit_dumps_take(struct jit_dumps *d, uint32_t pid, int fd)
{
	uint32_t i = 0;

	while (i < d->n && d->list[i].pid != pid)
		i++;
	if (i == JIT_DUMPS_MAX) {
		close(fd);
		return;
	}
	if (i < d->n)
		close(d->list[i].fd);
	else
		d->n++;
	d->list[i] = (struct jit_dump_open){ .pid = pid, .fd = fd };
}

void jit_dumps_see(struct jit_dumps *d, uint32_t pid, const char *path)
{
	int root = file_grab_open_root((pid_t)pid);
	struct stat status;
	int found = root < 0 ? root : regular_file_find_below(root, path, &status);
	int fd = -EINVAL;

	if (root >= 0)
		close(root);
	if (found >= 0 && regular_file_is_made_up(found))
		close(found);
	else if (found >= 0)
		fd = regular_file_open(found);
	if (fd >= 0)
		jit_dumps_take(d, pid, fd);
}

/* *left: the bytes there is room for. */
static int copy_one(const struct jit_dump_open *dump, const char *folder, const char *name, int64_t *left)
{
	struct stat status;
	int result;

	if (fstat(dump->fd, &status))
		return -errno;
	if (status.st_size > *left)
		return -EFBIG;
	result = jit_copy(folder, name, dump->fd, status.st_size);
	if (!result)
		*left -= status.st_size;
	return result;
}

void jit_dumps_copy(const struct jit_dumps *d, const char *folder, int64_t max_bytes, struct notices *notices)
{
	for (uint32_t i = 0; i < d->n; i++) {
		char name[32];
		int result;

		snprintf(name, sizeof(name), "jit-%u.dump", d->list[i].pid);
		result = copy_one(&d->list[i], folder, name, &max_bytes);
		if (!result)
			notices_add(notices, NOTICE_VERBOSE, "%s/%s is that of a process in a container", folder, name);
		else
			notices_add(notices, NOTICE_WARNING,
				    "the dump of the code that process %u made in its container cannot be copied to "
				    "%s/%s: %s",
				    d->list[i].pid, folder, name, strerror(-result));
	}
}
