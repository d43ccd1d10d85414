#include "record/output/output.h"

#include "common/fd_message.h"
#include "record/output/output_old.h"
#include "record/output/recording_dir.h"
#include "record/privilege/privilege.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void output_give_to_sudo_user(int fd, const char *path, struct diagnostics *diagnostics)
{
	uid_t uid;
	gid_t gid;

	if (sudo_user(&uid, &gid) && fchown(fd, uid, gid))
		diagnostics_add(diagnostics, NOTICE_VERBOSE, "%s stays root's: %s", path, strerror(errno));
}

/* Only what was not there before is given to the user. A link that leads nowhere is there, too. */
static int open_new(const char *path, struct diagnostics *diagnostics)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd >= 0)
		output_give_to_sudo_user(fd, path, diagnostics);
	else if (errno == EEXIST)
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	return fd;
}

/*
 * A file belongs to the recording that has its lock while the path still names it. A file with contents is an older
 * recording, and is renamed; an empty one is taken. *ret_fd: -1 where the path has to be looked up again.
 */
static int take_locked(int fd, const char *path, bool is_old, int *ret_fd, struct error *err)
{
	struct stat status;
	int result = 0;

	*ret_fd = -1;
	if (fstat(fd, &status))
		result = error_set(err, -errno, "%s: %s", path, strerror(errno));
	else if (!S_ISREG(status.st_mode) && !is_old)
		*ret_fd = fd;
	else if (!output_old_lock(fd, LOCK_EX))
		result = output_old_locked(err, path);
	else if (fstat(fd, &status) || !output_is_named(path, &status))
		result = 0;
	else if (status.st_size)
		result = output_old_keep(path, err);
	else if (!is_old)
		*ret_fd = fd;
	return result;
}

static int take_once(const char *path, int *ret_fd, struct diagnostics *diagnostics, struct error *err)
{
	struct stat status;
	bool is_old = !stat(path, &status) && S_ISREG(status.st_mode) && status.st_size;
	int fd = is_old ? output_old_open(path) : open_new(path, diagnostics);
	int result;

	*ret_fd = -1;
	if (fd < 0 && is_old && errno == ENOENT)
		return 0;
	if (fd < 0)
		return error_set(err, -errno, "cannot write %s: %s; -o names another file", path, strerror(errno));
	result = take_locked(fd, path, is_old, ret_fd, err);
	if (*ret_fd < 0)
		close(fd);
	return result;
}

static int take_file(struct output *out, struct diagnostics *diagnostics, struct error *err)
{
	int result = 0;

	out->fd = -1;
	for (int i = 0; i < OUTPUT_TRIES && !result && out->fd < 0; i++)
		result = take_once(out->path, &out->fd, diagnostics, err);
	if (!result && out->fd < 0)
		return error_set(err, -EBUSY, "cannot write %s: it is replaced all the time", out->path);
	return result;
}

/* Waits until the pipe has a reader; a signal must be able to end that. */
static int open_fifo(struct output *out, const sigset_t *signals, struct error *err)
{
	sigset_t blocked;
	int code;

	sigprocmask(SIG_SETMASK, signals, &blocked);
	out->fd = open(out->path, O_WRONLY | O_CLOEXEC);
	code = errno;
	sigprocmask(SIG_SETMASK, &blocked, NULL);
	return out->fd < 0 ? error_set(err, -code, "cannot write %s: %s", out->path, strerror(code)) : 0;
}

static int open_path(struct output *out, const sigset_t *signals, struct diagnostics *diagnostics, struct error *err)
{
	struct stat status;
	int result = 0;

	if (!stat(out->path, &status)) {
		out->is_pipe = S_ISFIFO(status.st_mode);
		result = S_ISDIR(status.st_mode) ? output_old_move(out->path, err) : 0;
	}
	if (out->is_pipe)
		return open_fifo(out, signals, err);
	if (!result)
		result = take_file(out, diagnostics, err);
	if (!result)
		output_watch_start(&out->watch, out->fd, out->path);
	return result;
}

bool output_is_stdout(const char *path)
{
	return !strcmp(path, "-");
}

int output_open(struct output *out, const char *path, const sigset_t *signals, struct diagnostics *diagnostics,
		struct error *err)
{
	memset(out, 0, sizeof(*out));
	out->path = out->asked = path;
	if (!output_is_stdout(path))
		return open_path(out, signals, diagnostics, err);
	out->is_pipe = true;
	if (isatty(STDOUT_FILENO))
		return error_set(err, -EINVAL, "a recording is not for a terminal: give -o FILE, or a pipe");
	out->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	return out->fd < 0 ? error_set(err, -errno, "standard output: %s", strerror(errno)) : 0;
}

int output_open_new(struct output *out, const char *path, struct diagnostics *diagnostics, struct error *err)
{
	memset(out, 0, sizeof(*out));
	out->path = out->asked = path;
	out->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (out->fd < 0)
		return error_set(err, -errno, "cannot write %s: %s", path, strerror(errno));
	output_give_to_sudo_user(out->fd, path, diagnostics);
	if (!output_old_lock(out->fd, LOCK_EX)) {
		output_close(out);
		return output_old_locked(err, path);
	}
	output_watch_start(&out->watch, out->fd, path);
	return 0;
}

/* It is removed when the last descriptor is closed, however its processes end. */
static int open_nameless(void)
{
	const char *const folders[] = { getenv("TMPDIR"), "/tmp" };
	int fd = -1;

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders) && fd < 0; i++)
		if (folders[i] && *folders[i] == '/')
			fd = open(folders[i], O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
	return fd < 0 ? memfd_create("recording", MFD_CLOEXEC) : fd;
}

int output_open_nameless(struct output *out, int heir, struct error *err)
{
	memset(out, 0, sizeof(*out));
	out->path = out->asked = "a file without a name";
	out->heir = heir;
	out->fd = open_nameless();
	return out->fd < 0 ? error_set(err, -errno, "no file without a name can be made: %s", strerror(errno)) : 0;
}

int output_hand_over(const struct output *out)
{
	return fd_message_send(out->heir, "", 1, out->fd) == 1 ? 0 : -errno;
}

bool output_has_reader(const struct output *out)
{
	struct stat status;

	return !fstat(out->fd, &status) && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

/* A directory's new name is found by that of its file, unless the file was moved out of it. */
static void follow(struct output *out)
{
	const char *base = strrchr(out->watch.path, '/');

	out->path = out->watch.path;
	if (!out->is_dir || !base || strcmp(base + 1, RECORDING_DIR_DATA) != 0)
		return;
	snprintf(out->own, sizeof(out->own), "%.*s", (int)(base - out->watch.path), out->watch.path);
	out->path = out->own;
}

void output_set_name(struct output *out, const char *name)
{
	out->path = out->watch.path = name;
	if (!out->is_dir)
		return;
	snprintf(out->data, sizeof(out->data), "%s/" RECORDING_DIR_DATA, name);
	out->watch.path = out->data;
}

int output_check(struct output *out, struct diagnostics *diagnostics, struct error *err)
{
	const char *old = out->path;
	int result = output_watch_check(&out->watch, err);

	if (result <= 0)
		return result;
	if (result == OUTPUT_WATCH_RENAMED) {
		follow(out);
		diagnostics_add(diagnostics, NOTICE_WARNING, "%s is now %s: the recording goes on there", old,
				out->path);
	} else {
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"%s is not the name of the recording any more: it goes on under another one", old);
	}
	return 0;
}

/* Of file systems that cannot rename without replacing, the name is looked up before. */
int output_rename_file(const char *from, const char *to)
{
	struct stat status;

	if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -errno;
	if (!lstat(to, &status))
		return -EEXIST;
	return rename(from, to) ? -errno : 0;
}

void output_rename(struct output *out, const char *to, struct diagnostics *diagnostics)
{
	int result = output_rename_file(out->path, to);

	if (result) {
		diagnostics_add(diagnostics, NOTICE_WARNING,
				"the recording goes on in %s, which cannot be renamed to %s: %s", out->path, to,
				strerror(-result));
		snprintf(out->own, sizeof(out->own), "%s", out->path);
		to = out->own;
	}
	output_set_name(out, to);
	out->asked = to;
}

void output_discard(struct output *out)
{
	struct stat status;

	if (!out->heir && !fstat(out->fd, &status) && S_ISREG(status.st_mode) && output_is_named(out->path, &status))
		unlink(out->path);
	output_close(out);
}

int output_close(struct output *out)
{
	int fd = out->fd;

	out->fd = 0;
	return fd > 0 && close(fd) ? -errno : 0;
}
