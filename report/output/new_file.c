#include "report/output/new_file.h"

#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
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

/* Terminal signals go to both processes; the guard ignores them, since its work begins when the other one has ended. */
_Noreturn static void guard_run(int pipe, char news, int fd, const char *path)
{
	struct stat file;

	signal(SIGHUP, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	while (fileio_read(pipe, &news, 1) == 1)
		;
	if (news == NEWS_REMOVE && !fstat(fd, &file))
		remove_file(&file, path);
	_exit(0);
}

int new_file_guard(struct new_file *o, struct error *err)
{
	int ends[2];

	if (o->is_pipe)
		return 0;
	if (pipe2(ends, O_CLOEXEC))
		return error_set(err, -errno, "%s: no process to watch over it: %s", o->path, strerror(errno));
	o->guard_pid = fork();
	if (!o->guard_pid) {
		close(ends[1]);
		guard_run(ends[0], o->news, o->fd, o->path);
	}
	close(ends[0]);
	if (o->guard_pid < 0) {
		close(ends[1]);
		return error_set(err, -errno, "%s: no process to watch over it: %s", o->path, strerror(errno));
	}
	o->guard = ends[1];
	return 0;
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

int new_file_open(struct new_file *o, const char *path, bool force, const char *force_option, mode_t mode,
		  struct error *err)
{
	*o = (struct new_file){ .path = path, .news = NEWS_REMOVE, .guard = -1 };
	o->is_pipe = !strcmp(path, "-") || is_no_file(path);
	if (o->is_pipe) {
		o->news = NEWS_KEEP;
		if (!strcmp(path, "-"))
			return open_stdout(o, err);
		o->fd = open(path, O_WRONLY | O_CLOEXEC);
		return o->fd < 0 ? error_set(err, -errno, "%s: %s", path, strerror(errno)) : 0;
	}
	if (is_folder(path))
		return error_set(err, -EISDIR, "%s is a folder; name a file in it", path);
	o->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_EXCL, mode);
	if (o->fd < 0 && errno == EEXIST && force) {
		o->news = NEWS_KEEP;
		o->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode);
	}
	if (o->fd < 0)
		return errno == EEXIST ? error_set(err, -EEXIST, "%s exists; %s overwrites it", path, force_option)
				       : error_set(err, -errno, "cannot write %s: %s", path, strerror(errno));
	return 0;
}

static int output_tell(struct new_file *o, char news)
{
	o->news = news;
	return o->guard < 0 ? 0 : fileio_write(o->guard, &news, 1, NULL);
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
	return output_tell(o, NEWS_REMOVE);
}

int new_file_close(struct new_file *o, bool finished, struct error *err)
{
	struct stat file;
	bool known = !fstat(o->fd, &file);
	int result = close(o->fd) ? error_set(err, -errno, "the file cannot be written: %s", strerror(errno)) : 0;

	if (finished && !result)
		result = output_tell(o, NEWS_KEEP);
	if (o->guard < 0) {
		if (o->news == NEWS_REMOVE && known)
			remove_file(&file, o->path);
		return result;
	}
	close(o->guard);
	while (waitpid(o->guard_pid, NULL, 0) < 0 && errno == EINTR)
		;
	return result;
}
