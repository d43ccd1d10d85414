#include "config.h" /* copy_file_range, SEEK_DATA */

#include "common/file_copy.h"

#include "common/fileio.h"

#include <errno.h>
#include <linux/fs.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define COPY_STEP (1u << 20)

struct file_copy {
	int to, from;
	bool by_hand; /* the kernel does not copy between these file systems */
	uint64_t *left;
};

static ssize_t copy_by_hand(const struct file_copy *c, uint64_t at, size_t size)
{
	char step[1 << 16];
	ssize_t n = fileio_pread(c->from, step, size < sizeof(step) ? size : sizeof(step), at);
	int result = n > 0 ? fileio_pwrite(c->to, step, (size_t)n, at, NULL) : 0;

	return result ? result : n;
}

/* The count; 0 at the end of a file that has become shorter; or a negative errno. */
static ssize_t copy_step(struct file_copy *c, uint64_t at, size_t size)
{
	off_t in = (off_t)at, out = (off_t)at;
	ssize_t n;

	if (!c->by_hand) {
		n = copy_file_range(c->from, &in, c->to, &out, size, 0);
		/* Some file systems say that there is nothing where they cannot. */
		if (n > 0)
			return n;
		c->by_hand = true;
	}
	return copy_by_hand(c, at, size);
}

static int copy_data(struct file_copy *c, uint64_t at, uint64_t end)
{
	while (at < end) {
		size_t size = end - at < COPY_STEP ? (size_t)(end - at) : COPY_STEP;
		ssize_t n = *c->left ? copy_step(c, at, size < *c->left ? size : (size_t)*c->left) : -EFBIG;

		if (n <= 0)
			return (int)n;
		at += (uint64_t)n;
		*c->left -= (uint64_t)n;
	}
	return 0;
}

/* Where data begin, or a hole does, at or after a place; a file system that does not know has data alone. */
static uint64_t seek(int fd, uint64_t at, int what, uint64_t size)
{
	off_t found = lseek(fd, (off_t)at, what);

	if (found < 0)
		return what == SEEK_DATA && errno != ENXIO ? at : size;
	return found < (off_t)at ? at : (uint64_t)found < size ? (uint64_t)found : size;
}

/*
 * Has both files share their blocks. These count as written: they are the copy's alone when the other file goes. 1:
 * done, 0: that cannot be, or a negative errno.
 */
static int clone_all(struct file_copy *c, const struct stat *status)
{
	uint64_t taken = (uint64_t)status->st_blocks * 512;
	struct stat cloned;

	if (taken > *c->left || ioctl(c->to, FICLONE, c->from))
		return 0;
	/* It may have grown meanwhile. */
	if (!fstat(c->to, &cloned) && (uint64_t)cloned.st_blocks * 512 > taken)
		taken = (uint64_t)cloned.st_blocks * 512;
	if (taken > *c->left)
		return -EFBIG;
	*c->left -= taken;
	return 1;
}

int file_copy(int to, int from, uint64_t *left)
{
	struct file_copy c = { .to = to, .from = from, .left = left };
	struct stat status;
	uint64_t size, at, end;
	int result = 0;

	if (fstat(from, &status))
		return -errno;
	result = clone_all(&c, &status);
	if (result)
		return result < 0 ? result : 0;
	size = (uint64_t)status.st_size;
	for (at = 0; !result && at < size; at = end) {
		at = seek(from, at, SEEK_DATA, size);
		end = seek(from, at, SEEK_HOLE, size);
		/* A file system that says what cannot be is not asked again. */
		if (end <= at)
			end = size;
		result = copy_data(&c, at, end);
	}
	return !result && ftruncate(to, (off_t)size) ? -errno : result;
}

uint64_t file_copy_room(int folder, uint64_t most)
{
	struct statvfs fs;
	uint64_t half;

	if (fstatvfs(folder, &fs))
		return most;
	half = (uint64_t)fs.f_bavail * fs.f_frsize / 2;
	return half < most ? half : most;
}
