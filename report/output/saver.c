#include "report/output/saver.h"

#include "common/aside.h"
#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define NUMBERS_MAX 10000

struct answer {
	int32_t result; /* 0 or a negative errno */
	char name[64];
};

/* --- the process that writes ------------------------------------------------------------------------ */

/* False: the other side is gone. */
static bool read_whole(int fd, void *data, size_t size)
{
	return fileio_read(fd, data, size) == (ssize_t)size;
}

/* Another name than those there are; nobody's file is written over. */
static int make_file(struct answer *a)
{
	int fd = -1;

	for (unsigned i = 1; i <= NUMBERS_MAX; i++) {
		snprintf(a->name, sizeof(a->name), "prec.report.%u", i);
		fd = open(a->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	a->result = fd < 0 ? -errno : 0;
	return fd;
}

/* What cannot be written is read all the same, so that the next text begins where it should. */
static bool copy(int from, int to, uint64_t size, struct answer *a)
{
	char piece[16384];

	while (size) {
		size_t n = size < sizeof(piece) ? (size_t)size : sizeof(piece);

		if (!read_whole(from, piece, n))
			return false;
		if (!a->result)
			a->result = fileio_write(to, piece, n, NULL);
		size -= n;
	}
	return true;
}

static void serve(int socket)
{
	uint64_t size;

	while (read_whole(socket, &size, sizeof(size)) && size <= SAVER_MAX) {
		struct answer a = { 0 };
		int fd = make_file(&a);

		if (!copy(socket, fd, size, &a))
			return;
		if (fd >= 0 && close(fd) && !a.result)
			a.result = -errno;
		if (fileio_write(socket, &a, sizeof(a), NULL))
			return;
	}
}

/* --- the command ------------------------------------------------------------------------------------- */

int saver_start(struct saver *s)
{
	int ends[2];
	pid_t pid;

	*s = (struct saver){ 0 };
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -errno;
	pid = fork();
	if (!pid) {
		aside_detach(&ends[1], 1);
		/* Keys of the terminal are for the command. */
		signal(SIGINT, SIG_IGN);
		signal(SIGQUIT, SIG_IGN);
		signal(SIGTSTP, SIG_IGN);
		signal(SIGPIPE, SIG_IGN);
		serve(ends[1]);
		_exit(0);
	}
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return -EAGAIN;
	}
	*s = (struct saver){ .pid = pid, .socket = ends[0] };
	return 0;
}

void saver_stop(struct saver *s)
{
	if (!s->pid)
		return;
	close(s->socket);
	while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
		;
	s->pid = 0;
}

int saver_write(struct saver *s, const char *text, size_t size, char *name, size_t name_size)
{
	uint64_t announced = size;
	struct answer a;

	if (!s->pid)
		return -EPERM;
	if (size > SAVER_MAX)
		return -EFBIG;
	if (fileio_write(s->socket, &announced, sizeof(announced), NULL) || fileio_write(s->socket, text, size, NULL) ||
	    !read_whole(s->socket, &a, sizeof(a)))
		return -EPIPE;
	a.name[sizeof(a.name) - 1] = 0;
	snprintf(name, name_size, "%s", a.name);
	return a.result;
}
