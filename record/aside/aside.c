#include "record/aside/aside.h"

#include "common/clock_ns.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The first call that is late is waited for so long, each further one half of that. */
#define PATIENCE_MS       1000
#define PATIENCE_LEAST_MS 15

struct message {
	aside_work *work; /* the same address in both */
	int result;
	uint32_t size;
	uint8_t data[ASIDE_DATA_MAX];
};

#define MESSAGE_SIZE(size) (offsetof(struct message, data) + (size))

/* --- the second process ------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* All of them, also where the kernel has no call for that (before Linux 5.9). */
static void close_between(int first, int last)
{
	struct rlimit limit = { .rlim_cur = 0 };

#ifdef SYS_close_range
	if (first > last || !syscall(SYS_close_range, first, last, 0))
		return;
#endif
	getrlimit(RLIMIT_NOFILE, &limit);
	for (int fd = first; fd <= last && (rlim_t)fd < limit.rlim_cur; fd++)
		close(fd);
}

void aside_detach(const int *keep, unsigned n)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), next = STDERR_FILENO + 1;
	int *sorted = malloc((n + 1) * sizeof(*sorted));

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	if (!sorted)
		return;
	for (unsigned i = 0; i < n; i++)
		sorted[i] = keep[i];
	qsort(sorted, n, sizeof(*sorted), compare_numbers);
	for (unsigned i = 0; i < n; i++) {
		close_between(next, sorted[i] - 1);
		if (sorted[i] >= next)
			next = sorted[i] + 1;
	}
	close_between(next, INT32_MAX);
	free(sorted);
}

union control {
	struct cmsghdr head;
	char room[CMSG_SPACE(sizeof(int))];
};

static bool reply(int socket, const struct message *m, int fd)
{
	union control control = { 0 };
	struct iovec data = { .iov_base = (void *)m, .iov_len = MESSAGE_SIZE(m->size) };
	struct msghdr head = { .msg_iov = &data, .msg_iovlen = 1 };

	if (fd >= 0) {
		head.msg_control = control.room;
		head.msg_controllen = sizeof(control.room);
		control.head.cmsg_level = SOL_SOCKET;
		control.head.cmsg_type = SCM_RIGHTS;
		control.head.cmsg_len = CMSG_LEN(sizeof(fd));
		memcpy(CMSG_DATA(&control.head), &fd, sizeof(fd));
	}
	return sendmsg(socket, &head, MSG_NOSIGNAL) >= 0;
}

_Noreturn static void serve(int socket)
{
	struct message m;
	bool go_on = true;

	aside_detach(&socket, 1);
	while (go_on && read(socket, &m, sizeof(m)) >= (ssize_t)MESSAGE_SIZE(0)) {
		int fd = -1;

		m.result = m.work(m.data, &fd);
		go_on = reply(socket, &m, fd);
		if (fd >= 0)
			close(fd);
	}
	_exit(0);
}

/* --- the first one ------------------------------------------------------------------------------ */

static int start(struct aside *a)
{
	int ends[2];

	if (a->pid)
		return 0;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -EIO;
	a->pid = fork();
	if (!a->pid)
		serve(ends[1]);
	close(ends[1]);
	if (a->pid < 0) {
		close(ends[0]);
		a->pid = 0;
		return -EIO;
	}
	a->socket = ends[0];
	return 0;
}

/* It may never end; what does is waited for by nobody else. */
static void leave(struct aside *a)
{
	kill(a->pid, SIGKILL);
	waitpid(a->pid, NULL, WNOHANG);
	close(a->socket);
	a->pid = 0;
}

static bool await(const struct aside *a)
{
	struct pollfd waiting = { .fd = a->socket, .events = POLLIN };
	int ms = PATIENCE_MS >> (a->stuck < 8 ? a->stuck : 8);
	const uint64_t until = clock_now() + (uint64_t)(ms > PATIENCE_LEAST_MS ? ms : PATIENCE_LEAST_MS) * NS_PER_MS;
	uint64_t now;

	while ((now = clock_now()) < until) {
		int n = poll(&waiting, 1, (int)((until - now) / NS_PER_MS) + 1);

		if (n > 0)
			return true;
		if (n < 0 && errno != EINTR)
			return false;
	}
	return false;
}

static ssize_t receive(int socket, struct message *m, int *ret_fd)
{
	union control control = { 0 };
	struct iovec data = { .iov_base = m, .iov_len = sizeof(*m) };
	struct msghdr head = {
		.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof(control.room)
	};
	ssize_t n = recvmsg(socket, &head, MSG_CMSG_CLOEXEC);

	*ret_fd = -1;
	/* The kernel had no number left for the descriptor. */
	if (n >= (ssize_t)MESSAGE_SIZE(0) && head.msg_flags & MSG_CTRUNC)
		m->result = -EMFILE;
	if (n > 0 && CMSG_FIRSTHDR(&head) && control.head.cmsg_type == SCM_RIGHTS &&
	    control.head.cmsg_len == CMSG_LEN(sizeof(int)))
		memcpy(ret_fd, CMSG_DATA(&control.head), sizeof(int));
	return n;
}

static int call(struct aside *a, struct message *m, int *ret_fd)
{
	if (a->stuck >= ASIDE_STUCK_MAX)
		return -ETIMEDOUT;
	if (start(a) || send(a->socket, m, MESSAGE_SIZE(m->size), MSG_NOSIGNAL) < 0)
		return -EIO;
	if (!await(a)) {
		a->stuck++;
		leave(a);
		return -ETIMEDOUT;
	}
	if (receive(a->socket, m, ret_fd) < (ssize_t)MESSAGE_SIZE(m->size)) {
		leave(a);
		return -EIO;
	}
	return m->result;
}

int aside_call(struct aside *a, aside_work *work, void *data, size_t size, int *ret_fd)
{
	struct message m;
	int result;

	*ret_fd = -1;
	if (!a)
		return work(data, ret_fd);
	m.work = work;
	m.result = 0;
	m.size = (uint32_t)size;
	memcpy(m.data, data, size);
	result = call(a, &m, ret_fd);
	if (result != -ETIMEDOUT && result != -EIO)
		memcpy(data, m.data, size);
	return result;
}

void aside_stop(struct aside *a)
{
	if (a->pid)
		leave(a);
	a->stuck = 0;
}
