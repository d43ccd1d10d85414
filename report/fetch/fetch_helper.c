#include "report/fetch/fetch_helper.h"

#include "report/fetch/fetch_client.h"
#include "report/fetch/fetch_packet.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Highest descriptor that is closed; a reader that starts has fewer open. */
#define DESCRIPTORS 1024

/* How often the helper checks whether a worker has ended, when it has FETCH_WORKERS; ms. */
#define REAP_EVERY 200

struct helper {
	int socket;
	unsigned seconds;
	bool opened;
	int code;     /* errno that makes requests impossible; 0: none */
	time_t until; /* of the monotonic clock */
	pid_t workers[FETCH_WORKERS];
	unsigned n;
};

/* --- workers ------------------------------------------------------------------------------ */

static bool reader_has_gone(const struct helper *h)
{
	struct pollfd fds = { .fd = h->socket, .events = POLLRDHUP };

	return poll(&fds, 1, 0) > 0 && fds.revents & (POLLHUP | POLLRDHUP | POLLERR);
}

/* The callback of libdebuginfod: whether to go on. */
static bool go_on(void *context)
{
	const struct helper *h = context;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec < h->until && !reader_has_gone(h);
}

static void reply(const struct helper *h, const struct fetch_request *r, int code, const char *path)
{
	struct fetch_answer a = { .number = r->number, .code = code };
	size_t size = offsetof(struct fetch_answer, path);

	if (!code) {
		memcpy(a.path, path, strlen(path) + 1);
		size += strlen(path) + 1;
	}
	send(h->socket, &a, size, MSG_NOSIGNAL);
}

static bool is_request(const struct fetch_request *r)
{
	return r->id.size && r->id.size <= BUILD_ID_SIZE_MAX &&
	       (r->kind == FETCH_DEBUGINFO || r->kind == FETCH_EXECUTABLE);
}

static void serve(struct helper *h, struct fetch_client *client, const struct fetch_request *r)
{
	char path[PATH_MAX];
	int code;

	if (!is_request(r)) {
		reply(h, r, -EINVAL, NULL);
		return;
	}
	if (r->type == FETCH_REFUSE) {
		fetch_client_remove(&r->id, r->kind);
		return;
	}
	code = !client ? -ENOMEM : go_on(h) ? fetch_client_get(client, &r->id, r->kind, path) : -ETIME;
	/* An aborted request returns another error, or -ENOENT. */
	reply(h, r, code && !go_on(h) ? -ETIME : code, path);
}

static bool receive(const struct helper *h, struct fetch_request *r, int flags)
{
	ssize_t n;

	do
		n = recv(h->socket, r, sizeof(*r), flags);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(*r);
}

_Noreturn static void worker_run(struct helper *h, struct fetch_request *r)
{
	struct fetch_client *client = fetch_client_new(go_on, h);

	do
		serve(h, client, r);
	while (receive(h, r, 0));
	_exit(0);
}

/* --- the helper ------------------------------------------------------------------------------ */

static void helper_open(struct helper *h)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	/* The reader's own limit comes first. */
	h->until = now.tv_sec + (time_t)h->seconds + 1;
	h->code = fetch_client_open();
	h->opened = true;
}

static void worker_start(struct helper *h, struct fetch_request *r)
{
	pid_t pid;

	if (!h->opened)
		helper_open(h);
	if (h->code) {
		reply(h, r, h->code, NULL);
		return;
	}
	pid = fork();
	if (!pid)
		worker_run(h, r);
	if (pid > 0)
		h->workers[h->n++] = pid;
	else
		reply(h, r, -EAGAIN, NULL);
}

/* Reaps the workers that have ended. */
static void reap(struct helper *h)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < h->n; i++)
		if (!waitpid(h->workers[i], NULL, WNOHANG))
			h->workers[kept++] = h->workers[i];
	h->n = kept;
}

_Noreturn static void helper_end(struct helper *h)
{
	const struct timespec a_while = { .tv_nsec = 10000000 };

	for (unsigned i = 0; i < FETCH_END_SECONDS * 100 && h->n; i++) {
		reap(h);
		if (h->n)
			nanosleep(&a_while, NULL);
	}
	for (unsigned i = 0; i < h->n; i++)
		kill(h->workers[i], SIGKILL);
	for (unsigned i = 0; i < h->n; i++)
		waitpid(h->workers[i], NULL, 0);
	fetch_client_close();
	_exit(0);
}

/*
 * Closes all inherited descriptors but the socket, so that a reader of the output's pipe does not wait for this
 * process.
 */
static int keep_alone(int socket)
{
	int kept = fcntl(socket, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	for (int fd = STDERR_FILENO + 1; fd < DESCRIPTORS; fd++)
		if (fd != kept)
			close(fd);
	return kept;
}

_Noreturn void fetch_helper_run(int socket, unsigned seconds)
{
	struct helper h = { .seconds = seconds };
	struct fetch_request r;

	/* Ignores signals from the terminal: the reader decides when to end. */
	signal(SIGHUP, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	h.socket = keep_alone(socket);
	for (;;) {
		bool full = h.n == FETCH_WORKERS;
		struct pollfd fds = { .fd = h.socket, .events = full ? 0 : POLLIN };

		if (poll(&fds, 1, full ? REAP_EVERY : -1) < 0 && errno != EINTR)
			break;
		reap(&h);
		if (fds.revents & (POLLHUP | POLLERR))
			break;
		/* A worker may have taken the request. */
		if (fds.revents & POLLIN && receive(&h, &r, MSG_DONTWAIT))
			worker_start(&h, &r);
	}
	helper_end(&h);
}
