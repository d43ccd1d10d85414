#include "record/open/cgroup.h"

#include "common/procfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

bool cgroup_find_root(const char *mounts, char *ret_path, size_t size)
{
	const struct mount_query version_1 = { "cgroup", "perf_event", NULL }, version_2 = { "cgroup2", NULL, NULL };

	return mounts_find(AT_FDCWD, mounts, &version_1, ret_path, size) > 0 ||
	       mounts_find(AT_FDCWD, mounts, &version_2, ret_path, size) > 0;
}

bool cgroup_find_own_root(char *ret_path, size_t size)
{
	return cgroup_find_root("/proc/self/mounts", ret_path, size);
}

static int find_root(char root[PATH_MAX], struct error *err)
{
	if (cgroup_find_own_root(root, PATH_MAX))
		return 0;
	return error_set(err, -ENOENT,
			 "no hierarchy of cgroups is mounted; as root: mount -t cgroup2 none /sys/fs/cgroup");
}

int cgroup_open_root(struct error *err)
{
	char root[PATH_MAX];
	int result = find_root(root, err);
	int fd;

	if (result)
		return result;
	fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? error_set(err, -errno, "the hierarchy of cgroups: %s: %s", root, strerror(errno)) : fd;
}

int cgroup_open(const char *name, struct error *err)
{
	char root[PATH_MAX], path[2 * PATH_MAX];
	int result = find_root(root, err);
	int fd;

	if (result) {
		error_prefix(err, "-G '%s'", name);
		return result;
	}
	snprintf(path, sizeof(path), "%s/%s", root, name);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return error_set(err, -errno, "-G '%s': no such cgroup: %s: %s", name, path, strerror(errno));
	return fd;
}
