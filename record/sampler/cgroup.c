#include "record/sampler/cgroup.h"

#include "common/mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

bool cgroup_find_root(const char *mounts, char *ret_path, size_t size)
{
	return mounts_find(AT_FDCWD, mounts, "cgroup", "perf_event", NULL, ret_path, size) > 0 ||
	       mounts_find(AT_FDCWD, mounts, "cgroup2", NULL, NULL, ret_path, size) > 0;
}

bool cgroup_find_own_root(char *ret_path, size_t size)
{
	return cgroup_find_root("/proc/self/mounts", ret_path, size);
}

int cgroup_open(const char *name, struct error *err)
{
	char root[PATH_MAX], path[2 * PATH_MAX];
	int fd;

	if (!cgroup_find_own_root(root, sizeof(root)))
		return error_set(err, -ENOENT,
				 "-G '%s': no hierarchy of cgroups is mounted; as root: mount -t cgroup2 none "
				 "/sys/fs/cgroup",
				 name);
	snprintf(path, sizeof(path), "%s/%s", root, name);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return error_set(err, -errno, "-G '%s': no such cgroup: %s: %s", name, path, strerror(errno));
	return fd;
}
