#include "report/output/saver.h"

#include "common/aside.h"
#include "common/bytes.h"
#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NUMBERS_MAX 10000

struct answer {
	int32_t result; /* 0 or a negative errno */
	char name[SAVER_NAME];
};

struct request {
	uint64_t size; /* of what follows */
	uint32_t kind;
	uint32_t reserved;
};

static const struct {
	const char *before, *after; /* of the number in a name */
	mode_t mode;
} kinds[] = { [SAVER_REPORT] = { "prec.report.", "", 0666 }, [SAVER_RECORDING] = { "prec.top.", ".data", 0600 } };

/* --- the process that writes ------------------------------------------------------------------------ */

/* False: the other side is gone. */
static bool read_whole(int fd, void *data, size_t size)
{
	return fileio_read(fd, data, size) == (ssize_t)size;
}

/* Another name than those there are; nobody's file is written over. */
static int make_file(struct answer *a, uint32_t kind)
{
	int fd = -1;

	for (unsigned i = 1; i <= NUMBERS_MAX; i++) {
		snprintf(a->name, sizeof(a->name), "%s%u%s", kinds[kind].before, i, kinds[kind].after);
		fd = open(a->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kinds[kind].mode);
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
	struct request r;

	while (read_whole(socket, &r, sizeof(r)) && r.size <= SAVER_MAX && r.kind < ARRAY_SIZE(kinds)) {
		struct answer a = { 0 };
		int fd = make_file(&a, r.kind);

		if (!copy(socket, fd, r.size, &a))
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

int saver_write(struct saver *s, enum saver_kind kind, const void *bytes, size_t size, char name[SAVER_NAME])
{
	const struct request r = { .size = size, .kind = kind };
	struct answer a;

	if (!s->pid)
		return -EPERM;
	if (size > SAVER_MAX)
		return -EFBIG;
	if (fileio_write(s->socket, &r, sizeof(r), NULL) || fileio_write(s->socket, bytes, size, NULL) ||
	    !read_whole(s->socket, &a, sizeof(a)))
		return -EPIPE;
	a.name[sizeof(a.name) - 1] = 0;
	strcpy(name, a.name);
	return a.result;
}

int saver_copy(struct saver *s, enum saver_kind kind, int fd, char name[SAVER_NAME])
{
	struct stat status;
	void *bytes;
	int result;

	if (fstat(fd, &status))
		return -errno;
	bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return -errno;
	result = saver_write(s, kind, bytes, (size_t)status.st_size, name);
	munmap(bytes, (size_t)status.st_size);
	return result;
}
