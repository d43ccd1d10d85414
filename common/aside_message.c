#include "common/aside_message.h"

#include "common/fd_message.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#define MESSAGE_SIZE(size) (offsetof(struct aside_message, data) + (size))

bool aside_message_send(int socket, const struct aside_message *m, int fd)
{
	const size_t size = MESSAGE_SIZE(m->size);

	return fd_message_send(socket, m, size, fd) == (ssize_t)size;
}

bool aside_message_receive(int socket, struct aside_message *m, int *ret_fd)
{
	ssize_t n;

	do
		n = fd_message_receive(socket, m, sizeof(*m), ret_fd);
	while (n < 0 && errno == EINTR);
	if (n < (ssize_t)MESSAGE_SIZE(0) || m->size > sizeof(m->data) || (size_t)n != MESSAGE_SIZE(m->size)) {
		if (*ret_fd >= 0)
			close(*ret_fd);
		*ret_fd = FD_MESSAGE_NONE;
		return false;
	}
	if (*ret_fd == FD_MESSAGE_LOST) {
		m->result = -EMFILE;
		*ret_fd = FD_MESSAGE_NONE;
	}
	return true;
}
