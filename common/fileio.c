#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILEIO_STEP       4096
#define FILEIO_NUMBER_MAX 64 /* of a text of one */

/* offset: NULL: where fd stands. */
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

/* For kernels whose pipes have no RWF_NOWAIT (before 6.4): one that polls as writable takes PIPE_BUF bytes, pipe(7). */
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
