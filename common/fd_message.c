#include "common/fd_message.h"

#include <string.h>
#include <sys/socket.h>

union control {
	struct cmsghdr head;
	char room[CMSG_SPACE(sizeof(int))];
};

ssize_t fd_message_send(int socket, const void *message, size_t size, int fd)
{
	union control control = { 0 };
	struct iovec data = { .iov_base = (void *)message, .iov_len = size };
	struct msghdr head = { .msg_iov = &data, .msg_iovlen = 1 };

	if (fd < 0)
		return send(socket, message, size, MSG_NOSIGNAL);
	head.msg_control = control.room;
	head.msg_controllen = sizeof(control.room);
	control.head.cmsg_level = SOL_SOCKET;
	control.head.cmsg_type = SCM_RIGHTS;
	control.head.cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(&control.head), &fd, sizeof(fd));
	return sendmsg(socket, &head, MSG_NOSIGNAL);
}

ssize_t fd_message_receive(int socket, void *message, size_t size, int *ret_fd)
{
	union control control = { 0 };
	struct iovec data = { .iov_base = message, .iov_len = size };
	struct msghdr head = {
		.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof(control.room)
	};
	const ssize_t n = recvmsg(socket, &head, MSG_CMSG_CLOEXEC);

	*ret_fd = FD_MESSAGE_NONE;
	if (n < 0)
		return n;
	if (head.msg_flags & MSG_CTRUNC)
		*ret_fd = FD_MESSAGE_LOST;
	else if (CMSG_FIRSTHDR(&head) && control.head.cmsg_level == SOL_SOCKET &&
		 control.head.cmsg_type == SCM_RIGHTS && control.head.cmsg_len == CMSG_LEN(sizeof(int)))
		memcpy(ret_fd, CMSG_DATA(&control.head), sizeof(int));
	return n;
}
