#include "report/recover_output.h"

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

/* Removes the file that is open, if path still leads to it. */
static void remove_open(int fd, const char *path)
{
	struct stat open, named;

	if (!fstat(fd, &open) && !stat(path, &named) && same_file(&open, &named))
		unlink(path);
}

/* The signals of a terminal go to both processes; the guard has its work to do after the other one has died of it. */
_Noreturn static void guard_run(int news, int fd, const char *path, bool made)
{
	char last = made ? NEWS_REMOVE : NEWS_KEEP;

	signal(SIGHUP, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	while (fileio_read(news, &last, 1) == 1)
		;
	if (last == NEWS_REMOVE)
		remove_open(fd, path);
	_exit(0);
}

static int guard_start(struct recover_output *o, const char *path, bool made)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	o->guard_pid = fork();
	if (!o->guard_pid) {
		close(ends[1]);
		guard_run(ends[0], o->fd, path, made);
	}
	close(ends[0]);
	o->guard = ends[1];
	if (o->guard_pid > 0)
		return 0;
	close(ends[1]);
	return -errno;
}

int recover_output_open(struct recover_output *o, const char *path, bool force, struct error *err)
{
	bool made;
	int result;

	o->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_EXCL, 0600);
	made = o->fd >= 0;
	if (!made && errno == EEXIST && force)
		o->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (o->fd < 0)
		return error_set(err, -errno, "%s: %s%s", path, strerror(errno),
				 errno == EEXIST ? "; -f writes it anew" : "");
	result = guard_start(o, path, made);
	if (!result)
		return 0;
	error_set(err, result, "%s: no process to watch over it: %s", path, strerror(-result));
	if (made)
		unlink(path);
	close(o->fd);
	return result;
}

int recover_output_begin(const struct recover_output *o, int input, struct error *err)
{
	struct stat in, out;

	if (fstat(input, &in) || fstat(o->fd, &out))
		return error_set(err, -errno, "%s", strerror(errno));
	if (same_file(&in, &out))
		return error_set(err, -EINVAL, "is the file to be recovered");
	if (ftruncate(o->fd, 0))
		return error_set(err, -errno, "%s", strerror(errno));
	return fileio_write(o->guard, &(char){ NEWS_REMOVE }, 1, NULL);
}

int recover_output_close(struct recover_output *o, bool finished, struct error *err)
{
	int result = close(o->fd) ? error_set(err, -errno, "the file cannot be written: %s", strerror(errno)) : 0;

	if (finished && !result)
		result = fileio_write(o->guard, &(char){ NEWS_KEEP }, 1, NULL);
	close(o->guard);
	while (waitpid(o->guard_pid, NULL, 0) < 0 && errno == EINTR)
		;
	return result;
}
