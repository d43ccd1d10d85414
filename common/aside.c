#include "common/aside.h"

#include "common/clock_ns.h"
#include "common/stuck_watch.h"

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

/*
 * How long the second process may do nothing in a call: half of what is left of ALL_MS, and at least PATIENCE_LEAST_MS.
 * What calls have waited is subtracted from ALL_MS, and given back in RETURN times that time. So waiting for the files
 * of a dead server takes a small part of the time, and later calls for other files have all of it again.
 */
#define ALL_MS            2000
#define PATIENCE_LEAST_MS 30
#define RETURN            8
#define CALL_MS           10000 /* for a call in which the process is busy */

/* --- the second process ------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Closes all descriptors from first to last, before Linux 5.9 one by one. */
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

_Noreturn static void serve(int socket)
{
	struct aside_message m;
	int none, fd;
	bool go_on;

	aside_detach(&socket, 1);
	do {
		fd = -1;
		go_on = aside_message_receive(socket, &m, &none);
		if (go_on) {
			m.result = ((aside_work *)(uintptr_t)m.work)(m.data, &fd);
			go_on = aside_message_send(socket, &m, fd);
		}
		if (fd >= 0)
			close(fd);
	} while (go_on);
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

/* Waits for processes that were left behind and have ended, and removes them from the list. */
static void forget_ended(struct aside *a)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < a->n_left; i++)
		if (!waitpid(a->left[i], NULL, WNOHANG))
			a->left[kept++] = a->left[i];
	a->n_left = kept;
}

/* Kills the second process, and leaves it behind: it may never end. */
static void leave(struct aside *a)
{
	kill(a->pid, SIGKILL);
	close(a->socket);
	a->left[a->n_left++] = a->pid;
	a->pid = 0;
	forget_ended(a);
}

static uint64_t patience(struct aside *a)
{
	const uint64_t now = clock_now(), back = (now - a->called) / RETURN, least = PATIENCE_LEAST_MS * NS_PER_MS;
	uint64_t left;

	a->waited -= back < a->waited ? back : a->waited;
	a->called = now;
	left = a->waited < ALL_MS * NS_PER_MS ? (ALL_MS * NS_PER_MS - a->waited) / 2 : 0;
	return left > least ? left : least;
}

/* Waits for an answer. False: there is none in time. */
static bool await(struct aside *a)
{
	struct pollfd waiting = { .fd = a->socket, .events = POLLIN };
	const uint64_t most = patience(a);
	struct stuck_watch watch;
	int n;

	stuck_watch_begin(&watch, a->pid);
	while (!(n = poll(&waiting, 1, STUCK_LOOK_MS)) || (n < 0 && errno == EINTR)) {
		stuck_watch_look(&watch);
		if (watch.idle > most || watch.watched > CALL_MS * NS_PER_MS)
			break;
	}
	a->waited += watch.watched;
	return n > 0;
}

static int call(struct aside *a, struct aside_message *m, int *ret_fd)
{
	if (a->n_left == ASIDE_LEFT_MAX)
		forget_ended(a);
	if (a->n_left == ASIDE_LEFT_MAX)
		return -ETIMEDOUT;
	if (start(a) || !aside_message_send(a->socket, m, -1))
		return -EIO;
	if (!await(a)) {
		leave(a);
		return -ETIMEDOUT;
	}
	if (!aside_message_receive(a->socket, m, ret_fd)) {
		leave(a);
		return -EIO;
	}
	return m->result;
}

int aside_call(struct aside *a, aside_work *work, void *data, size_t size, int *ret_fd)
{
	struct aside_message m;
	int result;

	*ret_fd = -1;
	if (!a)
		return work(data, ret_fd);
	m.work = (uintptr_t)work; /* the same address in both */
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
	forget_ended(a);
}
