#include "common/safe_open.h"

#include "common/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Returns `found` if it is a regular file, otherwise closes it and returns -EINVAL. */
static int check(int found, struct stat *ret_status)
{
	int result = 0;

	if (found < 0)
		return -errno;
	if (fstat(found, ret_status))
		result = -errno;
	else if (!S_ISREG(ret_status->st_mode))
		result = -EINVAL;
	if (result)
		close(found);
	return result ? result : found;
}

int regular_file_find(int dirfd, const char *path, struct stat *ret_status)
{
	return check(openat(dirfd, path, O_PATH | O_CLOEXEC), ret_status);
}

int regular_file_find_here(int dirfd, const char *name, struct stat *ret_status)
{
	return check(openat(dirfd, name, O_PATH | O_CLOEXEC | O_NOFOLLOW), ret_status);
}

int regular_file_find_below(int root, const char *path, struct stat *ret_status)
{
	const struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };

	return check((int)syscall(SYS_openat2, root, path, &how, sizeof(how)), ret_status);
}

bool regular_file_is_made_up(int found)
{
	static const uint32_t magics[] = {
		PROC_SUPER_MAGIC,    SYSFS_MAGIC,  DEBUGFS_MAGIC,  TRACEFS_MAGIC,  SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC,
		CGROUP2_SUPER_MAGIC, BPF_FS_MAGIC, EFIVARFS_MAGIC, PSTOREFS_MAGIC, SELINUX_MAGIC,
	};
	struct statfs fs;

	if (fstatfs(found, &fs))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(magics); i++) {
		if ((uint32_t)fs.f_type == magics[i])
			return true;
	}
	return false;
}

int regular_file_open(int found)
{
	char link[32];
	int fd;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", found);
	/* O_NONBLOCK: a lease on the file is no reason to wait. */
	fd = open(link, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0)
		fd = -errno;
	close(found);
	return fd;
}

#define LINKS_MAX 40 /* as the kernel has it */

struct walk {
	unsigned flags;
	mode_t mode;
	int dir; /* what is behind */
	int links;
	char rest[PATH_MAX]; /* what is before it */
};

/* True if others may write. The group counts only if it is not this user's own, which often has no other members. */
static bool others_write(const struct stat *status)
{
	return status->st_mode & S_IWOTH || (status->st_mode & S_IWGRP && status->st_gid != getegid());
}

bool own_folder_is_own(const struct stat *status)
{
	return status->st_uid == geteuid() && !others_write(status);
}

static bool may_be_passed(const struct walk *w, const struct stat *status)
{
	if (!(w->flags & OWN_FOLDER_WHOLE))
		return true;
	if (status->st_uid && status->st_uid != geteuid())
		return false;
	/* In /tmp nobody renames what is another's. */
	return !others_write(status) || status->st_mode & S_ISVTX;
}

static int make_folder(const struct walk *w, const char *name)
{
	struct stat status;

	if (fstat(w->dir, &status))
		return -errno;
	if (w->flags & OWN_FOLDER_OWN && status.st_uid != geteuid())
		return -EPERM;
	return mkdirat(w->dir, name, w->mode) && errno != EEXIST ? -errno : 0;
}

/* Opens what has the name, also if it is a link. Returns a descriptor or a negative errno. */
static int open_part(const struct walk *w, const char *name)
{
	const int flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
	int fd = openat(w->dir, name, flags);
	int result = fd < 0 && errno == ENOENT && w->flags & OWN_FOLDER_MAKE ? make_folder(w, name) : 0;

	if (result)
		return result;
	if (fd < 0)
		fd = openat(w->dir, name, flags);
	return fd < 0 ? -errno : fd;
}

static void go_to(struct walk *w, int dir)
{
	close(w->dir);
	w->dir = dir;
}

/* Follows a link: puts its target before the rest of the path. 0 or a negative errno. */
static int follow(struct walk *w, int link, const struct stat *status)
{
	char target[PATH_MAX], rest[PATH_MAX];
	ssize_t n;
	int root;

	if (status->st_uid && status->st_uid != geteuid() && (!geteuid() || w->flags & OWN_FOLDER_OWN))
		return -EPERM;
	if (++w->links > LINKS_MAX)
		return -ELOOP;
	n = readlinkat(link, "", target, sizeof(target) - 1);
	if (n <= 0)
		return n ? -errno : -ENOENT;
	target[n] = 0;
	strcpy(rest, w->rest);
	if (snprintf(w->rest, sizeof(w->rest), "%s/%s", target, rest) >= PATH_MAX)
		return -ENAMETOOLONG;
	if (target[0] != '/')
		return 0;
	root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root < 0)
		return -errno;
	go_to(w, root);
	return 0;
}

static int pass(struct walk *w, const char *name)
{
	int fd = open_part(w, name);
	struct stat status;
	int result = 0;

	if (fd < 0)
		return fd;
	if (fstat(fd, &status))
		result = -errno;
	else if (S_ISLNK(status.st_mode))
		result = follow(w, fd, &status);
	else if (!S_ISDIR(status.st_mode))
		result = -ENOTDIR;
	else if (!may_be_passed(w, &status))
		result = -EPERM;
	if (!result && S_ISDIR(status.st_mode))
		go_to(w, fd);
	else
		close(fd);
	return result;
}

/* Takes the next part off the rest of the path. 1; 0: there is none; or -ENAMETOOLONG. */
static int next_part(struct walk *w, char name[NAME_MAX + 1])
{
	const char *start = w->rest + strspn(w->rest, "/");
	size_t size = strcspn(start, "/");

	if (size > NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(name, start, size);
	name[size] = 0;
	memmove(w->rest, start + size, strlen(start + size) + 1);
	return size > 0;
}

int own_folder_open_at(int dir, const char *path, unsigned flags, mode_t mode)
{
	struct walk w = { .flags = flags, .mode = mode };
	char name[NAME_MAX + 1];
	struct stat status;
	int result;

	if (strlen(path) >= sizeof(w.rest))
		return -ENAMETOOLONG;
	strcpy(w.rest, path);
	w.dir = openat(dir, *path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (w.dir < 0)
		return -errno;
	while ((result = next_part(&w, name)) > 0 && !(result = pass(&w, name)))
		continue;
	if (!result && flags & OWN_FOLDER_OWN && (fstat(w.dir, &status) || !own_folder_is_own(&status)))
		result = -EPERM;
	if (!result)
		return w.dir;
	close(w.dir);
	return result;
}

int own_folder_open(const char *path, unsigned flags, mode_t mode)
{
	return *path ? own_folder_open_at(AT_FDCWD, path, flags, mode) : -ENOENT;
}
