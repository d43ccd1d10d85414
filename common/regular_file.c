#include "common/regular_file.h"

#include "common/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Hands on what was found, or closes it. */
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
