#include "formats/cache/cache_file.h"

#include "common/fileio.h"
#include "common/safe_open.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Up to this size, which takes some milliseconds, a file is copied. Compilers and browsers are larger. */
#define COPIED_MAX (16ll << 20)

unsigned cache_file_rights(void)
{
	return OWN_FOLDER_MAKE | (geteuid() ? 0 : OWN_FOLDER_OWN);
}

int cache_file_open_folder(int dir, const char *path, const char **ret_name)
{
	const char *slash = strrchr(path, '/');
	char folder[PATH_MAX];
	int n = snprintf(folder, sizeof(folder), "%.*s", slash ? (int)(slash - path) : 0, path);

	*ret_name = slash ? slash + 1 : path;
	return n < PATH_MAX ? own_folder_open_at(dir, folder, cache_file_rights(), 0755) : -ENAMETOOLONG;
}

int cache_file_other_name(char other[PATH_MAX], const char *path)
{
	struct timespec now;
	int n;

	clock_gettime(CLOCK_MONOTONIC, &now);
	n = snprintf(other, PATH_MAX, "%s.%d-%ld", path, (int)getpid(), now.tv_nsec);
	return n < PATH_MAX ? 0 : -ENAMETOOLONG;
}

/* Returns the size of a file without its holes, as far as the file system knows them. */
static uint64_t data_size(const struct stat *status)
{
	const uint64_t size = (uint64_t)status->st_size, blocks = (uint64_t)status->st_blocks * 512;

	return blocks < size ? blocks : size;
}

/* time: that of the copy; NULL: now. */
static int put_copy(int dir, const char *name, int fd, const struct timespec *time, struct cache_room *room)
{
	const struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, time ? *time : (struct timespec){ 0 } };
	const uint64_t before = room->left;
	struct stat status;
	int to, result;

	if (fstat(fd, &status))
		return -errno;
	if (data_size(&status) > room->file)
		return -EFBIG;
	to = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (to < 0)
		return -errno;
	result = file_copy(to, fd, &room->left);
	/* Who may not read the file may not read its copy; nobody writes to it. */
	if (!result && fchmod(to, status.st_mode & 0555))
		result = -errno;
	if (!result && time && futimens(to, times))
		result = -errno;
	if (close(to) && !result)
		result = -errno;
	if (result)
		room->left = before;
	return result;
}

static int put_link(int dir, const char *name, int fd)
{
	char own[32];

	snprintf(own, sizeof(own), "/proc/self/fd/%d", fd);
	return linkat(AT_FDCWD, own, dir, name, AT_SYMLINK_FOLLOW) ? -errno : 0;
}

/* time: as for cache_file_put_dated; NULL: a large file may be linked. */
static int put(int dir, const char *name, int fd, const struct timespec *time, struct cache_room *room)
{
	char other[PATH_MAX];
	struct stat status;
	int result = cache_file_other_name(other, name);

	if (!result && fstat(fd, &status))
		result = -errno;
	if (result)
		return result;
	result = -EXDEV;
	if (!time && status.st_size > COPIED_MAX)
		result = put_link(dir, other, fd);
	if (result)
		result = put_copy(dir, other, fd, time, room);
	if (!result && renameat(dir, other, dir, name))
		result = -errno;
	/* Of two links to one file a rename leaves both. */
	unlinkat(dir, other, 0);
	return result;
}

int cache_file_put_dated(int dir, const char *path, int fd, const struct timespec *time, struct cache_room *room)
{
	const char *name;
	int folder = cache_file_open_folder(dir, path, &name);
	int result;

	if (folder < 0)
		return folder;
	result = put(folder, name, fd, time, room);
	close(folder);
	return result;
}

int cache_file_put(int dir, const char *path, int fd, struct cache_room *room)
{
	return cache_file_put_dated(dir, path, fd, NULL, room);
}
