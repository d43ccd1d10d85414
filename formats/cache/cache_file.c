#include "config.h" /* copy_file_range */

#include "formats/cache/cache_file.h"

#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Up to here a copy takes some milliseconds. Compilers, browsers and their like are larger. */
#define COPIED_MAX (16ll << 20)

#define COPY_STEP (1u << 20)

int cache_file_make_folders(int dir, const char *path)
{
	char folder[PATH_MAX];

	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		size_t size = (size_t)(slash - path);

		if (size >= sizeof(folder))
			return -ENAMETOOLONG;
		memcpy(folder, path, size);
		folder[size] = 0;
		if (size && mkdirat(dir, folder, 0755) && errno != EEXIST)
			return -errno;
	}
	return 0;
}

int cache_file_other_name(char other[PATH_MAX], const char *path)
{
	struct timespec now;
	int n;

	clock_gettime(CLOCK_MONOTONIC, &now);
	n = snprintf(other, PATH_MAX, "%s.%d-%ld", path, (int)getpid(), now.tv_nsec);
	return n < PATH_MAX ? 0 : -ENAMETOOLONG;
}

static int copy_by_hand(int to, int from)
{
	char step[1 << 16];
	uint64_t at = 0;
	ssize_t n;
	int result = 0;

	while ((n = fileio_pread(from, step, sizeof(step), at)) > 0 && !result) {
		result = fileio_pwrite(to, step, (size_t)n, at, NULL);
		at += (uint64_t)n;
	}
	return n < 0 ? (int)n : result;
}

static int copy(int to, int from)
{
	loff_t at = 0;
	ssize_t n;

	if (!ioctl(to, FICLONE, from))
		return 0;
	while ((n = copy_file_range(from, &at, to, NULL, COPY_STEP, 0)) > 0)
		;
	/* Not between these file systems, or an older kernel: nothing was copied then. */
	if (n < 0 && !at)
		return copy_by_hand(to, from);
	return n < 0 ? -errno : 0;
}

static int put_copy(int dir, const char *path, int fd, mode_t mode)
{
	int to = openat(dir, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	int result;

	if (to < 0)
		return -errno;
	result = copy(to, fd);
	/* Who may not read the file may not read its copy; nobody writes to it. */
	if (!result && fchmod(to, mode & 0555))
		result = -errno;
	if (close(to) && !result)
		result = -errno;
	return result;
}

static int put_link(int dir, const char *path, int fd)
{
	char own[32];

	snprintf(own, sizeof(own), "/proc/self/fd/%d", fd);
	return linkat(AT_FDCWD, own, dir, path, AT_SYMLINK_FOLLOW) ? -errno : 0;
}

int cache_file_put(int dir, const char *path, int fd)
{
	char other[PATH_MAX];
	struct stat status;
	int result = cache_file_other_name(other, path);

	if (!result && fstat(fd, &status))
		result = -errno;
	if (result)
		return result;
	result = -EXDEV;
	if (status.st_size > COPIED_MAX)
		result = put_link(dir, other, fd);
	if (result)
		result = put_copy(dir, other, fd, status.st_mode);
	if (!result && renameat(dir, other, dir, path))
		result = -errno;
	/* Of two links to one file a rename leaves both. */
	unlinkat(dir, other, 0);
	return result;
}
