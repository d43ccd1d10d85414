#include "report/source/source_server.h"

#include "report/source/source_packet.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* The server's side of a socket. */
struct seat {
	int socket;
	pid_t worker; /* 0: none */
	int ended;    /* a pipe that the end of the worker closes */
};

struct seats {
	struct seat list[SOURCE_WORKERS_MAX];
	unsigned n;
	source_work work;
	void *context;
};

/* --- the server ------------------------------------------------------------------------ */

static void worker_wait(pid_t worker)
{
	while (waitpid(worker, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Waits for all workers, so that their CPU time counts for the reader. */
_Noreturn static void server_end(const struct seats *s)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->list[i].worker)
			kill(s->list[i].worker, SIGKILL);
	for (unsigned i = 0; i < s->n; i++)
		if (s->list[i].worker)
			worker_wait(s->list[i].worker);
	_exit(0);
}

/* Drops unread requests and sends SOURCE_DIED. code: an errno if no worker could be started, or 0. */
static void seat_report_death(const struct seat *seat, int code)
{
	const struct source_packet died = { .type = SOURCE_DIED, .a = (uint64_t)code };
	char dropped[SOURCE_PACKET_MAX];

	while (recv(seat->socket, dropped, sizeof(dropped), MSG_DONTWAIT) > 0)
		;
	send(seat->socket, &died, sizeof(died), MSG_NOSIGNAL | MSG_DONTWAIT);
}

_Noreturn static void worker_begin(const struct seats *s, unsigned number)
{
	int socket = s->list[number].socket;

	for (unsigned i = 0; i < s->n; i++) {
		if (i != number)
			close(s->list[i].socket);
		if (s->list[i].worker)
			close(s->list[i].ended);
	}
	s->work(socket, s->context);
	_exit(0);
}

static void seat_start(struct seats *s, unsigned number)
{
	struct seat *seat = &s->list[number];
	int ends[2];

	if (pipe2(ends, O_CLOEXEC)) {
		seat_report_death(seat, errno);
		return;
	}
	seat->worker = fork();
	if (!seat->worker) {
		close(ends[0]);
		worker_begin(s, number);
	}
	if (seat->worker < 0) {
		seat->worker = 0;
		seat_report_death(seat, errno);
		close(ends[0]);
		close(ends[1]);
		return;
	}
	close(ends[1]);
	seat->ended = ends[0];
}

static void seat_end(struct seat *seat)
{
	worker_wait(seat->worker);
	close(seat->ended);
	seat->worker = 0;
	seat_report_death(seat, 0);
}

/* The reader has closed its end. */
static bool is_over(int socket)
{
	char byte;

	return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

_Noreturn static void server_run(struct seats *s)
{
	struct pollfd fds[2 * SOURCE_WORKERS_MAX];

	for (;;) {
		for (unsigned i = 0; i < s->n; i++) {
			const struct seat *seat = &s->list[i];

			fds[i] = (struct pollfd){ .fd = seat->socket, .events = seat->worker ? 0 : POLLIN };
			fds[s->n + i] = (struct pollfd){ .fd = seat->worker ? seat->ended : -1 };
		}
		if (poll(fds, 2 * s->n, -1) < 0 && errno != EINTR)
			server_end(s);
		for (unsigned i = 0; i < s->n; i++) {
			if (fds[i].revents & (POLLHUP | POLLERR))
				server_end(s);
			if (fds[s->n + i].revents)
				seat_end(&s->list[i]);
			else if (fds[i].revents & POLLIN && is_over(s->list[i].socket))
				server_end(s);
			else if (fds[i].revents & POLLIN)
				seat_start(s, i);
		}
	}
}

/*
 * Closes all inherited descriptors but the sockets, so that a reader of the output's pipe does not wait for this
 * process.
 */
static void close_others(const struct seats *s)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int last = null;

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	for (unsigned i = 0; i < s->n; i++)
		last = s->list[i].socket > last ? s->list[i].socket : last;
	for (int fd = STDERR_FILENO + 1; fd <= last; fd++) {
		bool own = false;

		for (unsigned i = 0; i < s->n; i++)
			own = own || s->list[i].socket == fd;
		if (!own)
			close(fd);
	}
}

/* --- the reader ------------------------------------------------------------------------- */

static void close_all(const int *sockets, unsigned n)
{
	while (n)
		close(sockets[--n]);
}

int source_server_start(struct source_server *s, unsigned n, source_work work, void *context)
{
	struct seats seats = { .work = work, .context = context };
	int theirs[SOURCE_WORKERS_MAX], ends[2], code = 0;

	*s = (struct source_server){ 0 };
	for (; s->n < n && s->n < SOURCE_WORKERS_MAX; s->n++) {
		if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
			code = -errno;
			break;
		}
		s->sockets[s->n] = ends[0];
		theirs[s->n] = seats.list[s->n].socket = ends[1];
	}
	seats.n = s->n;
	s->pid = code ? -1 : fork();
	if (!s->pid) {
		/* Ignores signals from the terminal: the reader decides when to end. */
		signal(SIGHUP, SIG_IGN);
		signal(SIGINT, SIG_IGN);
		signal(SIGQUIT, SIG_IGN);
		signal(SIGTERM, SIG_IGN);
		close_all(s->sockets, s->n);
		close_others(&seats);
		server_run(&seats);
	}
	if (s->pid < 0 && !code)
		code = -errno;
	close_all(theirs, s->n);
	if (code) {
		close_all(s->sockets, s->n);
		*s = (struct source_server){ 0 };
	}
	return code;
}

void source_server_stop(struct source_server *s)
{
	if (!s->pid)
		return;
	close_all(s->sockets, s->n);
	while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
		;
	*s = (struct source_server){ 0 };
}
