#include "report/symbols/process_files.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "common/foreign_file.h"
#include "formats/jit/jitdump.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct process_files {
	pthread_mutex_t lock;
	int socket;
	pid_t helper;
	time_t until;
};

struct request {
	uint32_t pid;
	int64_t until;       /* 0: any time */
	char path[PATH_MAX]; /* of a dump; "": the map */
};

/* --- the second process --------------------------------------------------------- */

/* When a process was started, in seconds of the day's clock; 0: not known. */
static int64_t start_time(uint32_t pid)
{
	uint64_t ticks = foreign_process_started(pid);
	struct buffer text;
	int64_t boot = 0;
	const char *p;

	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, "/proc/stat", &text, 16 << 20)) {
		p = strstr((const char *)text.data, "\nbtime ");
		boot = p ? atoll(p + strlen("\nbtime ")) : 0;
	}
	buffer_fini(&text);
	return boot && ticks ? boot + (int64_t)ticks / sysconf(_SC_CLK_TCK) : 0;
}

static bool same_place(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Whether paths lead the process to other files than this one. */
static bool has_other_files(uint32_t pid, const char *root)
{
	char mounts[64];

	snprintf(mounts, sizeof(mounts), "/proc/%u/ns/mnt", pid);
	return !same_place(root, "/") || !same_place(mounts, "/proc/self/ns/mnt");
}

static int answer(const struct request *r)
{
	bool wants_map = !*r->path;
	struct foreign_process process;
	char root_path[64], map[64];
	struct stat status;
	int root, fd;

	snprintf(root_path, sizeof(root_path), "/proc/%u/root", r->pid);
	if (!wants_map && !jitdump_is_path(r->path, strlen(r->path)))
		return -EPERM;
	if (r->until && start_time(r->pid) > r->until)
		return -ENOENT;
	fd = foreign_process_open(&process, r->pid, &root);
	if (fd < 0)
		return fd;
	snprintf(map, sizeof(map), "/tmp/perf-%u.map", process.inner);
	fd = -ENOENT;
	if ((wants_map && process.inner != r->pid) || has_other_files(r->pid, root_path))
		fd = foreign_path_find(&process, root, wants_map ? map : r->path, &status);
	close(root);
	return fd < 0 ? fd : foreign_file_open(&process, fd);
}

/* Sends a descriptor, or an error. False: nobody is there any more. */
static bool reply(int socket, int fd)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control = { 0 };
	struct iovec data = { .iov_base = &fd, .iov_len = sizeof(fd) };
	struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1 };

	if (fd >= 0) {
		message.msg_control = control.room;
		message.msg_controllen = sizeof(control.room);
		control.head.cmsg_level = SOL_SOCKET;
		control.head.cmsg_type = SCM_RIGHTS;
		control.head.cmsg_len = CMSG_LEN(sizeof(fd));
		memcpy(CMSG_DATA(&control.head), &fd, sizeof(fd));
	}
	return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)sizeof(fd);
}

_Noreturn static void serve(int socket)
{
	struct request r;
	bool go_on = true;

	while (go_on && read(socket, &r, sizeof(r)) == (ssize_t)sizeof(r)) {
		int fd;

		r.path[sizeof(r.path) - 1] = 0;
		fd = answer(&r);
		go_on = reply(socket, fd);
		if (fd >= 0)
			close(fd);
	}
	_exit(0);
}

/* --- the first one ------------------------------------------------------------------ */

struct process_files *process_files_start(void)
{
	struct process_files *p = calloc(1, sizeof(*p));
	int ends[2];

	if (!p || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
		free(p);
		return NULL;
	}
	p->helper = fork();
	if (!p->helper) {
		/* Nobody shall wait for the end of a pipe because this process holds it. */
		for (int fd = 0; fd < 3; fd++)
			close(fd);
		close(ends[0]);
		serve(ends[1]);
	}
	close(ends[1]);
	if (p->helper < 0) {
		close(ends[0]);
		free(p);
		return NULL;
	}
	p->socket = ends[0];
	pthread_mutex_init(&p->lock, NULL);
	return p;
}

void process_files_stop(struct process_files *p)
{
	if (!p)
		return;
	/* No request: it ends, also if a process that was started meanwhile still has this end of the socket. */
	(void)!send(p->socket, "", 1, MSG_NOSIGNAL);
	close(p->socket);
	while (waitpid(p->helper, NULL, 0) < 0 && errno == EINTR)
		continue;
	pthread_mutex_destroy(&p->lock);
	free(p);
}

void process_files_limit(struct process_files *p, time_t until)
{
	if (p)
		p->until = until;
}

/* The descriptor that comes with the message, or the error that it is. */
static int receive(int socket)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control;
	int code = -EIO, fd = -1;
	struct iovec data = { .iov_base = &code, .iov_len = sizeof(code) };
	struct msghdr message = {
		.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof(control.room)
	};

	if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof(code))
		return -EIO;
	if (CMSG_FIRSTHDR(&message) && control.head.cmsg_type == SCM_RIGHTS &&
	    control.head.cmsg_len == CMSG_LEN(sizeof(fd)))
		memcpy(&fd, CMSG_DATA(&control.head), sizeof(fd));
	if (fd >= 0)
		return fd;
	return code < 0 ? code : -EIO;
}

static int ask(struct process_files *p, struct request *r)
{
	int result = -EIO;

	r->until = p->until;
	pthread_mutex_lock(&p->lock);
	if (send(p->socket, r, sizeof(*r), MSG_NOSIGNAL) == (ssize_t)sizeof(*r))
		result = receive(p->socket);
	pthread_mutex_unlock(&p->lock);
	return result;
}

int process_files_map(struct process_files *p, uint32_t pid)
{
	struct request r = { .pid = pid };

	return p ? ask(p, &r) : -ENOENT;
}

int process_files_dump(struct process_files *p, uint32_t pid, const char *path)
{
	struct request r = { .pid = pid };

	if (!p || strlen(path) >= sizeof(r.path))
		return -ENOENT;
	memcpy(r.path, path, strlen(path) + 1);
	return ask(p, &r);
}
