
#include "record/control/control_channel.h"

#include "common/fileio.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_AT_ONCE 65536

void control_channel_init(struct control_channel *c)
{
	*c = (struct control_channel){ .fd = -1, .ack_fd = -1 };
	buffer_init(&c->input);
	buffer_init(&c->answers);
}

/* epoll(7) takes pipes, sockets and terminals, but no files and not every device. */
static bool can_be_waited_for(int fd)
{
	struct epoll_event event = { .events = EPOLLIN };
	int epoll = epoll_create1(EPOLL_CLOEXEC);
	bool can = epoll >= 0 && !epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);

	if (epoll >= 0)
		close(epoll);
	return can;
}

static int find_fd(const char *text, size_t size, bool for_writing, int *ret_fd, struct error *err)
{
	char *end;
	long fd = strtol(text, &end, 10);
	int flags, mode;

	if (!size || !isdigit((unsigned char)*text) || end != text + size || fd > INT_MAX)
		return error_set(err, -EINVAL, "--control fd: '%.*s' is not the number of a descriptor", (int)size,
				 text);
	flags = fcntl((int)fd, F_GETFL);
	if (flags < 0)
		return error_set(err, -EBADF, "--control fd: descriptor %ld is not open", fd);
	mode = flags & O_ACCMODE;
	if (mode == (for_writing ? O_RDONLY : O_WRONLY))
		return error_set(err, -EBADF, "--control fd: descriptor %ld cannot be %s", fd,
				 for_writing ? "written, which answers need" : "read");
	if (!for_writing && !can_be_waited_for((int)fd))
		return error_set(err, -EBADF,
				 "--control fd: descriptor %ld is a file or device that cannot be waited for", fd);
	/* A command that is recorded does not get it: its reader would wait for an end that never comes. */
	flags = fcntl((int)fd, F_GETFD);
	if (flags < 0 || fcntl((int)fd, F_SETFD, flags | FD_CLOEXEC))
		return error_set(err, -errno, "--control fd: descriptor %ld: %s", fd, strerror(errno));
	*ret_fd = (int)fd;
	return 0;
}

/* Opened for both directions, as in Linux perf: so the pipe has a reader and a writer whoever else comes and goes. */
static int open_fifo(const char *text, size_t size, int *ret_fd, struct error *err)
{
	char *path = strndup(text, size);
	struct stat status;
	int result = 0;
	int fd;

	if (!path)
		return error_nomem(err);
	fd = size ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) : -1;
	if (!size)
		result = error_set(err, -EINVAL, "--control fifo: the path is empty");
	else if (fd < 0)
		result = error_set(err, -errno, "--control fifo: cannot open '%s': %s", path, strerror(errno));
	else if (fstat(fd, &status) || !S_ISFIFO(status.st_mode))
		result = error_set(err, -EINVAL, "--control fifo: '%s' is not a fifo; mkfifo makes one", path);
	free(path);
	if (result && fd >= 0)
		close(fd);
	if (!result)
		*ret_fd = fd;
	return result;
}

int control_channel_open(struct control_channel *c, const char *spec, struct error *err)
{
	bool is_fd = !strncmp(spec, "fd:", strlen("fd:"));
	const char *first, *end;
	size_t size;
	int result;

	if (!is_fd && strncmp(spec, "fifo:", strlen("fifo:")))
		return error_set(err, -EINVAL, "--control '%s': neither fd:CTL[,ACK] nor fifo:CTL[,ACK]", spec);
	c->opened = !is_fd;
	first = strchr(spec, ':') + 1;
	end = strchrnul(first, ',');
	size = (size_t)(end - first);
	result = is_fd ? find_fd(first, size, false, &c->fd, err) : open_fifo(first, size, &c->fd, err);
	if (result || !*end)
		return result;
	size = strlen(end + 1);
	return is_fd ? find_fd(end + 1, size, true, &c->ack_fd, err) : open_fifo(end + 1, size, &c->ack_fd, err);
}

static void close_end(const struct control_channel *c, int *fd)
{
	if (c->opened && *fd >= 0)
		close(*fd);
	*fd = -1;
}

void control_channel_flush(struct control_channel *c)
{
	struct buffer *b = &c->answers;

	while (b->size && c->ack_fd >= 0) {
		ssize_t n = fileio_write_now(c->ack_fd, b->data, b->size);

		if (n == -EAGAIN)
			return;
		if (n < 0) {
			close_end(c, &c->ack_fd);
			buffer_clear(b);
			return;
		}
		memmove(b->data, b->data + n, b->size - (size_t)n);
		b->size -= (size_t)n;
	}
}

void control_channel_close(struct control_channel *c)
{
	close_end(c, &c->fd);
}

void control_channel_fini(struct control_channel *c)
{
	control_channel_flush(c);
	close_end(c, &c->fd);
	close_end(c, &c->ack_fd);
	buffer_fini(&c->input);
	buffer_fini(&c->answers);
}

/* The flag O_NONBLOCK of an inherited descriptor is shared with whoever else has it, so it is not changed. */
static bool can_read(int fd)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };

	return poll(&wait, 1, 0) > 0;
}

static void drop_taken(struct control_channel *c)
{
	memmove(c->input.data, c->input.data + c->taken, c->input.size - c->taken);
	c->input.size -= c->taken;
	c->taken = 0;
}

int control_channel_read(struct control_channel *c)
{
	uint8_t *room;
	ssize_t n;

	if (c->taken)
		drop_taken(c);
	if (!can_read(c->fd))
		return 0;
	room = buffer_reserve(&c->input, READ_AT_ONCE);
	if (!room)
		return -ENOMEM;
	n = read(c->fd, room, READ_AT_ONCE);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	c->input.size += (size_t)n;
	if (n)
		return 0;
	/* What has no end is a line all the same. */
	if (c->input.size)
		buffer_put_u8(&c->input, '\n');
	return buffer_ok(&c->input) ? -EPIPE : -ENOMEM;
}

static size_t line_size(const uint8_t *text, size_t size)
{
	size_t n = 0;

	while (n < size && text[n] && text[n] != '\n')
		n++;
	return n;
}

int control_channel_next(struct control_channel *c, char **ret_line)
{
	while (c->taken < c->input.size) {
		uint8_t *line = c->input.data + c->taken;
		size_t left = c->input.size - c->taken;
		size_t size = line_size(line, left);
		bool skipped = c->is_skipped;

		if (size == left) {
			if (left <= CONTROL_LINE_MAX)
				return 0;
			c->is_skipped = true;
			c->taken = c->input.size;
			return 0;
		}
		line[size] = 0;
		c->taken += size + 1;
		c->is_skipped = false;
		if (skipped || size > CONTROL_LINE_MAX)
			return -EMSGSIZE;
		*ret_line = (char *)line;
		return 1;
	}
	return 0;
}

void control_channel_answer(struct control_channel *c, const char *text)
{
	size_t before = c->answers.size;

	if (c->ack_fd < 0 || before + strlen(text) + 1 > CONTROL_ANSWERS_MAX)
		return;
	buffer_append(&c->answers, text, strlen(text));
	buffer_append(&c->answers, "\n", 1);
	if (!buffer_ok(&c->answers)) {
		buffer_fini(&c->answers);
		buffer_init(&c->answers);
		return;
	}
	control_channel_flush(c);
}
