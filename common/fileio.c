#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILEIO_STEP       4096
#define FILEIO_NUMBER_MAX 64 /* of a text of one */

/* Reads size bytes, fewer only at the end. offset NULL: at the file position. */
static ssize_t fileio_read_all(int fd, void *data, size_t size, const uint64_t *offset)
{
	size_t done = 0;

	while (done < size) {
		char *rest = (char *)data + done;
		ssize_t n =
			offset ? pread(fd, rest, size - done, (off_t)(*offset + done)) : read(fd, rest, size - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		done += (size_t)n;
	}
	return (ssize_t)done;
}

ssize_t fileio_pread(int fd, void *data, size_t size, uint64_t offset)
{
	return fileio_read_all(fd, data, size, &offset);
}

ssize_t fileio_read(int fd, void *data, size_t size)
{
	return fileio_read_all(fd, data, size, NULL);
}

static int fileio_write_all(int fd, const void *data, size_t size, const uint64_t *offset, size_t *ret_written)
{
	size_t done = 0;
	int result = 0;

	while (done < size && !result) {
		const char *rest = (const char *)data + done;
		ssize_t n =
			offset ? pwrite(fd, rest, size - done, (off_t)(*offset + done)) : write(fd, rest, size - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			result = -errno;
	}
	if (ret_written)
		*ret_written = done;
	return result;
}

int fileio_pwrite(int fd, const void *data, size_t size, uint64_t offset, size_t *ret_written)
{
	return fileio_write_all(fd, data, size, &offset, ret_written);
}

int fileio_write(int fd, const void *data, size_t size, size_t *ret_written)
{
	return fileio_write_all(fd, data, size, NULL, ret_written);
}

/* Before Linux 6.4 pipes have no RWF_NOWAIT: one that poll(2) calls writable takes PIPE_BUF bytes, pipe(7). */
static ssize_t write_after_poll(int fd, const void *data, size_t size)
{
	struct pollfd wait = { .fd = fd, .events = POLLOUT };
	int n = poll(&wait, 1, 0);

	if (!n)
		errno = EAGAIN;
	return n > 0 ? write(fd, data, size < PIPE_BUF ? size : PIPE_BUF) : -1;
}

ssize_t fileio_write_now(int fd, const void *data, size_t size)
{
	const struct iovec part = { (void *)data, size };
	ssize_t n;

	do {
		n = pwritev2(fd, &part, 1, -1, RWF_NOWAIT);
		if (n < 0 && errno == EOPNOTSUPP)
			n = write_after_poll(fd, data, size);
	} while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

int fileio_read_file(int dirfd, const char *path, struct buffer *b, size_t limit)
{
	int fd = openat(dirfd, path, O_RDONLY | O_CLOEXEC);
	size_t start = b->size;
	int result = 0;

	if (fd < 0)
		return -errno;
	for (;;) {
		uint8_t *room = buffer_reserve(b, FILEIO_STEP + 1);
		ssize_t n;

		if (!room) {
			result = -ENOMEM;
			break;
		}
		n = read(fd, room, b->capacity - b->size - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			result = -errno;
		if (n <= 0)
			break;
		b->size += n;
		if (b->size - start > limit) {
			result = -E2BIG;
			break;
		}
	}
	if (b->data)
		b->data[b->size] = 0;
	close(fd);
	return result;
}

int fileio_read_number(const char *path, int fallback)
{
	struct buffer text;
	int number = fallback;

	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, path, &text, FILEIO_NUMBER_MAX) && text.size)
		number = atoi((const char *)text.data);
	buffer_fini(&text);
	return number;
}

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

/* Copies some bytes. Returns their number; 0: the file has become shorter, and ends; or a negative errno. */
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

/* Returns where data, or a hole, begin at or after an offset. If the file system does not know, all is data. */
static uint64_t seek(int fd, uint64_t at, int what, uint64_t size)
{
	off_t found = lseek(fd, (off_t)at, what);

	if (found < 0)
		return what == SEEK_DATA && errno != ENXIO ? at : size;
	return found < (off_t)at ? at : (uint64_t)found < size ? (uint64_t)found : size;
}

/*
 * Makes both files share their blocks. These count as written: they will be the copy's own when the other file is
 * removed. 1: done; 0: not possible; or a negative errno.
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
