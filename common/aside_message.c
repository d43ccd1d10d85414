#include "common/aside_message.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#define MESSAGE_SIZE(size) (offsetof(struct aside_message, data) + (size))

union control {
	struct cmsghdr head;
	char room[CMSG_SPACE(sizeof(int))];
};

bool aside_message_send(int socket, const struct aside_message *m, int fd)
{
	const size_t size = MESSAGE_SIZE(m->size);
	union control control = { 0 };
	struct iovec data = { .iov_base = (void *)m, .iov_len = size };
	struct msghdr head = { .msg_iov = &data, .msg_iovlen = 1 };

	/* A reader in its sandbox has no other call. */
	if (fd < 0)
		return send(socket, m, size, MSG_NOSIGNAL) == (ssize_t)size;
	head.msg_control = control.room;
	head.msg_controllen = sizeof(control.room);
	control.head.cmsg_level = SOL_SOCKET;
	control.head.cmsg_type = SCM_RIGHTS;
	control.head.cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(&control.head), &fd, sizeof(fd));
	return sendmsg(socket, &head, MSG_NOSIGNAL) == (ssize_t)size;
}

bool aside_message_receive(int socket, struct aside_message *m, int *ret_fd)
{
	union control control = { 0 };
	struct iovec data = { .iov_base = m, .iov_len = sizeof(*m) };
	struct msghdr head = {
		.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof(control.room)
	};
	ssize_t n;

	*ret_fd = -1;
	do
		n = recvmsg(socket, &head, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n < (ssize_t)MESSAGE_SIZE(0) || m->size > sizeof(m->data) || (size_t)n != MESSAGE_SIZE(m->size))
		return false;
	/* The kernel had no number left for the descriptor. */
	if (head.msg_flags & MSG_CTRUNC)
		m->result = -EMFILE;
	else if (CMSG_FIRSTHDR(&head) && control.head.cmsg_type == SCM_RIGHTS &&
		 control.head.cmsg_len == CMSG_LEN(sizeof(int)))
		memcpy(ret_fd, CMSG_DATA(&control.head), sizeof(int));
	return true;
}
