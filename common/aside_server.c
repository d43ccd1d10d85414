#include "common/aside_server.h"

#include "common/aside_message.h"
#include "common/bytes.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct aside_server {
	aside_work *const *works;
	unsigned n;
	pthread_mutex_t lock;
	int socket;
	pid_t pid;
};

_Noreturn static void serve(int socket, aside_work *const *works, unsigned n)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
	struct aside aside = { 0 };
	struct aside_message m;
	int fd, none;

	/* The terminal sends these to all processes; the reader decides when the server ends. */
	for (unsigned i = 0; i < ARRAY_SIZE(signals); i++)
		signal(signals[i], SIG_IGN);
	aside_detach(&socket, 1);
	while (aside_message_receive(socket, &m, &none)) {
		fd = -1;
		m.result = m.work < n ? aside_call(&aside, works[m.work], m.data, m.size, &fd) : -ENOSYS;
		if (!aside_message_send(socket, &m, fd))
			break;
		if (fd >= 0)
			close(fd);
	}
	aside_stop(&aside);
	_exit(0);
}

struct aside_server *aside_server_start(aside_work *const *works, unsigned n)
{
	struct aside_server *s = calloc(1, sizeof(*s));
	int ends[2];

	if (!s || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
		free(s);
		return NULL;
	}
	s->pid = fork();
	if (!s->pid)
		serve(ends[1], works, n);
	close(ends[1]);
	if (s->pid < 0) {
		close(ends[0]);
		free(s);
		return NULL;
	}
	s->socket = ends[0];
	s->works = works;
	s->n = n;
	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void aside_server_stop(struct aside_server *s)
{
	if (!s)
		return;
	/* A byte that is no message ends the server, also if a child of the reader still has this end of the socket. */
	(void)!send(s->socket, "", 1, MSG_NOSIGNAL);
	close(s->socket);
	while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
		continue;
	pthread_mutex_destroy(&s->lock);
	free(s);
}

int aside_server_call(struct aside_server *s, aside_work *work, void *data, size_t size, int *ret_fd)
{
	struct aside_message m = { .size = (uint32_t)size };
	int result = -EIO;

	*ret_fd = -1;
	while (m.work < s->n && s->works[m.work] != work)
		m.work++;
	memcpy(m.data, data, size);
	pthread_mutex_lock(&s->lock);
	if (aside_message_send(s->socket, &m, -1) && aside_message_receive(s->socket, &m, ret_fd) && m.size == size) {
		memcpy(data, m.data, size);
		result = m.result;
	}
	pthread_mutex_unlock(&s->lock);
	return result;
}
