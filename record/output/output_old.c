#include "record/output/output_old.h"

#include "common/safe_open.h"
#include "record/output/output_watch.h"
#include "record/output/recording_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

int output_old_locked(struct error *err, const char *path)
{
	return error_set(err, -EWOULDBLOCK, "%s: another recording is writing it; give this one another file (-o)",
			 path);
}

bool output_old_lock(int fd, int kind)
{
	return !flock(fd, kind | LOCK_NB) || errno != EWOULDBLOCK;
}

/* Whether another recording, begun under another name, is writing this file. */
static bool file_is_written(const char *path)
{
	struct stat status;
	int fd = regular_file_find(AT_FDCWD, path, &status);
	bool locked;

	if (fd >= 0)
		fd = regular_file_open(fd);
	if (fd < 0)
		return false;
	locked = !output_old_lock(fd, LOCK_SH);
	close(fd);
	return locked;
}

int output_old_check(const char *path, struct error *err)
{
	char data[PATH_MAX];
	struct stat status;
	bool is_dir = !stat(path, &status) && S_ISDIR(status.st_mode);
	bool is_written = is_dir ? !recording_dir_data(path, data) && file_is_written(data) : file_is_written(path);

	return is_written ? output_old_locked(err, path) : 0;
}

int output_old_open(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	return fd < 0 ? open(path, O_PATH | O_CLOEXEC) : fd;
}

/* rename(2) replaces a file by a file alone, and a directory by an empty one. */
static int make_way(const char *path, const char *old, struct error *err)
{
	struct stat status, before;

	if (lstat(old, &before))
		return 0;
	if (S_ISDIR(before.st_mode)) {
		int result = recording_dir_remove(old, err);

		if (result)
			error_prefix(err, "cannot keep %s", path);
		return result;
	}
	if (lstat(path, &status) || !S_ISDIR(status.st_mode) || !unlink(old))
		return 0;
	return error_set(err, -errno, "cannot remove %s: %s", old, strerror(errno));
}

int output_old_keep(const char *path, struct error *err)
{
	char old[PATH_MAX];
	int result;

	if (snprintf(old, sizeof(old), "%s.old", path) >= (int)sizeof(old))
		return error_set(err, -ENAMETOOLONG, "%s.old: %s", path, strerror(ENAMETOOLONG));
	result = output_old_check(old, err);
	if (!result)
		result = make_way(path, old, err);
	if (result)
		return result;
	if (rename(path, old))
		return error_set(err, -errno, "cannot keep %s as %s: %s", path, old, strerror(errno));
	return 0;
}

/* locked: what has the lock, path or a file in it. */
static int move_locked(int fd, const char *path, const char *locked, struct error *err)
{
	struct stat status;

	if (!output_old_lock(fd, LOCK_EX))
		return output_old_locked(err, path);
	if (fstat(fd, &status) || !output_is_named(locked, &status))
		return 0;
	if (locked != path || status.st_size)
		return output_old_keep(path, err);
	return unlink(path) ? error_set(err, -errno, "cannot replace %s: %s", path, strerror(errno)) : 0;
}

int output_old_move(const char *path, struct error *err)
{
	char data[PATH_MAX];
	const char *locked = path;
	struct stat status;
	int result = 0;
	int fd;

	if (stat(path, &status))
		return lstat(path, &status) ? 0 : error_set(err, -EEXIST, "%s is a link that leads nowhere", path);
	if (S_ISDIR(status.st_mode)) {
		result = recording_dir_check(path, err);
		if (result)
			error_append(err, "; -o names another file");
		locked = data;
		if (!result && recording_dir_data(path, data))
			return 0;
	} else if (!S_ISREG(status.st_mode)) {
		result = error_set(err, -EEXIST, "%s is no file and no directory", path);
	}
	if (result)
		return result;
	fd = output_old_open(locked);
	if (fd < 0)
		return errno == ENOENT ? 0 : error_set(err, -errno, "%s: %s", locked, strerror(errno));
	result = move_locked(fd, path, locked, err);
	close(fd);
	return result;
}
