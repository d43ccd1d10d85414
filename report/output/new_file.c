#include "report/output/new_file.h"

#include "common/clock_ns.h"
#include "common/fd_message.h"
#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	NEWS_REMOVE = 'r',
	NEWS_KEEP = 'k',
};

static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Removes the file, if path still leads to it. */
static void remove_file(const struct stat *file, const char *path)
{
	struct stat named;

	if (!stat(path, &named) && same_file(file, &named))
		unlink(path);
}

/* What the guard should do with the file, or has done. */
struct news {
	char what;
	uint64_t time; /* of modification; 0: as it is */
};

/* What became of the file when it was opened. */
struct opened {
	int code; /* 0 or a negative errno */
	char news;
};

static void set_time(int fd, uint64_t ns)
{
	const struct timespec times[] = { { .tv_nsec = UTIME_OMIT },
					  { .tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S) } };

	if (ns)
		futimens(fd, times);
}

/* Opens the file. Returns a descriptor; or -1, with o->code set. */
static int file_open(const char *path, const struct new_file_options *options, struct opened *o)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_EXCL, options->mode);

	o->news = NEWS_REMOVE;
	if (fd < 0 && errno == EEXIST && options->force) {
		o->news = NEWS_KEEP;
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, options->mode);
	}
	o->code = fd < 0 ? -errno : 0;
	return fd;
}

/*
 * The guard opens the file itself, so that there is none without a guard. Terminal signals go to both processes; the
 * guard ignores them, since its work begins when the other one has ended.
 */
_Noreturn static void guard_run(int socket, const char *path, const struct new_file_options *options)
{
	struct opened opened = { 0 };
	struct news news;
	struct stat file;
	int fd;

	signal(SIGHUP, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	fd = file_open(path, options, &opened);
	fd_message_send(socket, &opened, sizeof(opened), fd < 0 ? FD_MESSAGE_NONE : fd);
	if (fd < 0)
		_exit(0);
	news = (struct news){ .what = opened.news };
	while (fileio_read(socket, &news, sizeof(news)) == sizeof(news))
		;
	if (news.what == NEWS_REMOVE && !fstat(fd, &file))
		remove_file(&file, path);
	set_time(fd, news.time);
	_exit(0);
}

static int guard_start(struct new_file *o, const struct new_file_options *options, struct opened *ret_opened)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -errno;
	o->guard_pid = fork();
	if (!o->guard_pid) {
		close(ends[1]);
		guard_run(ends[0], o->path, options);
	}
	close(ends[0]);
	o->guard = ends[1];
	if (o->guard_pid < 0)
		return -errno;
	o->fd = FD_MESSAGE_LOST;
	if (fd_message_receive(o->guard, ret_opened, sizeof(*ret_opened), &o->fd) != sizeof(*ret_opened))
		return -ECHILD;
	return o->fd == FD_MESSAGE_LOST ? -EMFILE : 0;
}

/* Lets the guard end, which has no more to do. */
static void guard_end(struct new_file *o)
{
	if (o->guard < 0)
		return;
	close(o->guard);
	while (o->guard_pid > 0 && waitpid(o->guard_pid, NULL, 0) < 0 && errno == EINTR)
		;
	o->guard = -1;
}

static int open_stdout(struct new_file *o, struct error *err)
{
	if (isatty(STDOUT_FILENO))
		return error_set(err, -EINVAL, "a recording is not for a terminal: give -o FILE, or a pipe");
	o->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	return o->fd < 0 ? error_set(err, -errno, "standard output: %s", strerror(errno)) : 0;
}

static bool is_folder(const char *path)
{
	struct stat file;

	return !stat(path, &file) && S_ISDIR(file.st_mode);
}

/* A named pipe, or a device like /dev/null. */
static bool is_no_file(const char *path)
{
	struct stat file;

	return !stat(path, &file) && (S_ISFIFO(file.st_mode) || S_ISCHR(file.st_mode));
}

static int pipe_open(struct new_file *o, struct error *err)
{
	o->is_pipe = true;
	o->news = NEWS_KEEP;
	if (!strcmp(o->path, "-"))
		return open_stdout(o, err);
	o->fd = open(o->path, O_WRONLY | O_CLOEXEC);
	return o->fd < 0 ? error_set(err, -errno, "%s: %s", o->path, strerror(errno)) : 0;
}

int new_file_open(struct new_file *o, const char *path, const struct new_file_options *options, struct error *err)
{
	struct opened opened = { 0 };
	int result = 0;

	*o = (struct new_file){ .path = path, .fd = -1, .guard = -1, .keeps_time = options->keeps_time };
	if (!strcmp(path, "-") || is_no_file(path))
		return pipe_open(o, err);
	if (is_folder(path))
		return error_set(err, -EISDIR, "%s is a folder; name a file in it", path);
	if (options->is_guarded)
		result = guard_start(o, options, &opened);
	else
		o->fd = file_open(path, options, &opened);
	if (result)
		error_set(err, result, "%s: no process to watch over it: %s", path, strerror(-result));
	else if (opened.code == -EEXIST)
		result = error_set(err, -EEXIST, "%s exists; %s overwrites it", path, options->force_option);
	else if (opened.code)
		result = error_set(err, opened.code, "cannot write %s: %s", path, strerror(-opened.code));
	if (result)
		guard_end(o);
	o->news = opened.news;
	return result;
}

static int output_tell(struct new_file *o, char news)
{
	const struct news all = { .what = news, .time = o->time };

	o->news = news;
	return o->guard < 0 ? 0 : fileio_write(o->guard, &all, sizeof(all), NULL);
}

int new_file_begin(struct new_file *o, const struct perf_file *input, struct error *err)
{
	struct stat in, out;

	if (fstat(o->fd, &out))
		return error_set(err, -errno, "%s", strerror(errno));
	for (uint32_t i = 0; i < input->parts.n; i++) {
		if (fstat(input->parts.list[i].fd, &in))
			return error_set(err, -errno, "%s", strerror(errno));
		if (same_file(&in, &out))
			return error_set(err, -EINVAL, "is part of the input; write to another file");
	}
	if (o->is_pipe)
		return 0;
	if (ftruncate(o->fd, 0))
		return error_set(err, -errno, "%s", strerror(errno));
	o->time = o->keeps_time ? input->time : 0;
	return output_tell(o, NEWS_REMOVE);
}

int new_file_close(struct new_file *o, bool finished, struct error *err)
{
	struct stat file;
	bool known = !fstat(o->fd, &file);
	int result;

	if (o->guard < 0)
		set_time(o->fd, o->time);
	result = close(o->fd) ? error_set(err, -errno, "the file cannot be written: %s", strerror(errno)) : 0;

	if (finished && !result)
		result = output_tell(o, NEWS_KEEP);
	if (o->guard < 0) {
		if (o->news == NEWS_REMOVE && known)
			remove_file(&file, o->path);
		return result;
	}
	guard_end(o);
	return result;
}
