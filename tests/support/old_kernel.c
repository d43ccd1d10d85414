/*
 * old_kernel: runs a command on a kernel that seems to be older: perf_event_open(2) fails with EINVAL for attrs that
 * have one of the bits given, as it does on a kernel that does not know them.
 *
 *	old_kernel [-e ERRNO] READ_FORMAT FLAGS[,SAMPLE_TYPE] COMMAND [ARGS]
 *
 * -e: another error, as of what has happened since the event before was opened.
 *
 * The bits are numbers, see formats/record/abi.h; 0: none. With SAMPLE_TYPE, flags are unknown only beside one of its
 * bits; where FLAGS is 0, its bits themselves are.
 *
 * A seccomp filter gives the call to this process, which looks at the caller's attr (seccomp_unotify(2)). Exit status:
 * the command's; 77 where the kernel has no such filters (before 5.5), or this user may not read the caller's memory.
 */
#include "formats/record/abi.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where struct perf_event_attr has them. */
#define ATTR_SAMPLE_TYPE_AT 24
#define ATTR_READ_FORMAT_AT 32
#define ATTR_FLAGS_AT       40

#define EXIT_SKIP 77

static int error = EINVAL;
static struct {
	uint64_t read_format, flags, sample_type;
	bool of_samples; /* sample_type was given */
} unknown;

static _Noreturn void skip(const char *what)
{
	fprintf(stderr, "old_kernel: %s: %s\n", what, strerror(errno));
	exit(EXIT_SKIP);
}

/* Installs the filter in this process. Its listener, or -1. */
static int install_filter(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

static int send_fd(int socket, int fd)
{
	char control[CMSG_SPACE(sizeof(fd))] = { 0 };
	char byte = 0;
	struct iovec part = { &byte, 1 };
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(header), &fd, sizeof(fd));
	return sendmsg(socket, &message, 0) == 1 ? 0 : -1;
}

/* -1: the other side has ended without sending one. */
static int receive_fd(int socket)
{
	int fd = -1;
	char control[CMSG_SPACE(sizeof(fd))];
	char byte;
	struct iovec part = { &byte, 1 };
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)
	};

	if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) == 1 && CMSG_FIRSTHDR(&message))
		memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(fd));
	return fd;
}

static _Noreturn void run(int socket, char **command)
{
	int listener = install_filter();

	if (listener < 0)
		skip("seccomp");
	if (send_fd(socket, listener))
		skip("sendmsg");
	close(listener);
	close(socket);
	execvp(command[0], command);
	fprintf(stderr, "old_kernel: %s: %s\n", command[0], strerror(errno));
	exit(127);
}

/* Whether the kernel that seems to be here knows what the attr at the caller's address asks for. */
static bool is_known(pid_t caller, uint64_t address)
{
	uint64_t words[3]; /* sample_type, read_format, flags */
	struct iovec here = { words, sizeof(words) };
	struct iovec there = { (void *)(uintptr_t)(address + ATTR_SAMPLE_TYPE_AT), sizeof(words) };
	bool samples, flags;

	_Static_assert(ATTR_FLAGS_AT == ATTR_READ_FORMAT_AT + 8, "read as neighbours");
	_Static_assert(ATTR_READ_FORMAT_AT == ATTR_SAMPLE_TYPE_AT + 8, "read as neighbours");
	if (process_vm_readv(caller, &here, 1, &there, 1, 0) != sizeof(words))
		skip("process_vm_readv");
	samples = !unknown.of_samples || words[0] & unknown.sample_type;
	flags = unknown.flags ? words[2] & unknown.flags : unknown.of_samples;
	return !(words[1] & unknown.read_format) && !(samples && flags);
}

static void answer(int listener)
{
	struct seccomp_notif call = { 0 };
	struct seccomp_notif_resp response = { 0 };

	/* A caller that is gone needs no answer. */
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call))
		return;
	response.id = call.id;
	if (is_known((pid_t)call.pid, call.data.args[0]))
		response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
	else
		response.error = -error;
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response) && errno != ENOENT)
		skip("SECCOMP_IOCTL_NOTIF_SEND");
}

/* Until the last process that has the filter is gone. */
static void serve(int listener)
{
	struct pollfd wait = { .fd = listener, .events = POLLIN };

	while (poll(&wait, 1, -1) >= 0 && !(wait.revents & POLLHUP))
		if (wait.revents & POLLIN)
			answer(listener);
}

int main(int argc, char **argv)
{
	int sockets[2], status, listener;
	char *samples;
	pid_t child;

	if (argc > 5 && !strcmp(argv[1], "-e")) {
		error = atoi(argv[2]);
		argc -= 2;
		argv += 2;
	}
	if (argc < 4) {
		fprintf(stderr, "usage: old_kernel [-e ERRNO] READ_FORMAT FLAGS[,SAMPLE_TYPE] COMMAND [ARGS]\n");
		return 2;
	}
	unknown.read_format = strtoull(argv[1], NULL, 0);
	unknown.flags = strtoull(argv[2], &samples, 0);
	unknown.of_samples = *samples == ',';
	if (unknown.of_samples)
		unknown.sample_type = strtoull(samples + 1, NULL, 0);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets))
		skip("socketpair");
	child = fork();
	if (child < 0)
		skip("fork");
	if (!child) {
		close(sockets[0]);
		run(sockets[1], argv + 3);
	}
	close(sockets[1]);
	listener = receive_fd(sockets[0]);
	if (listener >= 0)
		serve(listener);
	if (waitpid(child, &status, 0) != child)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
