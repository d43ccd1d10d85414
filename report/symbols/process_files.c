#include "report/symbols/process_files.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "common/inner_pid.h"
#include "common/regular_file.h"
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

/* Files of /proc are short. */
#define PROC_FILE_MAX 65536

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

static int proc_read(uint32_t pid, const char *name, struct buffer *text)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%u/%s", pid, name);
	buffer_clear(text);
	return fileio_read_file(AT_FDCWD, path, text, PROC_FILE_MAX);
}

/* When a process was started, in seconds of the day's clock; 0: not known. See proc_pid_stat(5), field 22. */
static int64_t start_time(uint32_t pid, struct buffer *text)
{
	int64_t boot = 0, ticks = 0;
	const char *p;

	if (!proc_read(pid, "stat", text)) {
		p = strrchr((const char *)text->data, ')');
		/* The comm is field 2. */
		for (int field = 2; p && field < 22; field++)
			p = strchr(p + 1, ' ');
		ticks = p ? atoll(p) : 0;
	}
	buffer_clear(text);
	if (!fileio_read_file(AT_FDCWD, "/proc/stat", text, 16 << 20)) {
		p = strstr((const char *)text->data, "\nbtime ");
		boot = p ? atoll(p + strlen("\nbtime ")) : 0;
	}
	return boot && ticks ? boot + ticks / sysconf(_SC_CLK_TCK) : 0;
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

/* Opens a regular file below a folder, out of which no link leads. */
static int open_below(const char *root, const char *path)
{
	int dir = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct stat st;
	int found;

	if (dir < 0)
		return -errno;
	found = regular_file_find_below(dir, path, &st);
	close(dir);
	if (found < 0 || !regular_file_is_made_up(found))
		return found < 0 ? found : regular_file_open(found);
	close(found);
	return -EINVAL;
}

static int answer(const struct request *r, struct buffer *text)
{
	char root[64], map[64];
	const char *path = r->path;
	uint32_t inside = r->pid;

	snprintf(root, sizeof(root), "/proc/%u/root", r->pid);
	if (*path && !jitdump_is_path(path, strlen(path)))
		return -EPERM;
	if (r->until && start_time(r->pid, text) > r->until)
		return -ENOENT;
	if (!*path) {
		inside = inner_pid(r->pid);
		snprintf(map, sizeof(map), "/tmp/perf-%u.map", inside);
		path = map;
	}
	return inside != r->pid || has_other_files(r->pid, root) ? open_below(root, path) : -ENOENT;
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
	struct buffer text;
	bool go_on = true;

	buffer_init(&text);
	while (go_on && read(socket, &r, sizeof(r)) == (ssize_t)sizeof(r)) {
		int fd;

		r.path[sizeof(r.path) - 1] = 0;
		fd = answer(&r, &text);
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
