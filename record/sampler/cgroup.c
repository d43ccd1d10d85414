#include "record/sampler/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mntent.h>
#include <string.h>

#define MOUNTS "/proc/self/mounts"

bool cgroup_find_root(FILE *mounts, char *ret_path, size_t size)
{
	char line[2 * PATH_MAX];
	struct mntent mount;
	bool found = false;

	while (getmntent_r(mounts, &mount, line, sizeof(line))) {
		bool first = !strcmp(mount.mnt_type, "cgroup") && hasmntopt(&mount, "perf_event");

		if ((!first && (found || strcmp(mount.mnt_type, "cgroup2"))) || strlen(mount.mnt_dir) >= size)
			continue;
		memcpy(ret_path, mount.mnt_dir, strlen(mount.mnt_dir) + 1);
		found = true;
		if (first)
			break;
	}
	return found;
}

bool cgroup_find_own_root(char *ret_path, size_t size)
{
	FILE *mounts = fopen(MOUNTS, "re");
	bool found = mounts && cgroup_find_root(mounts, ret_path, size);

	if (mounts)
		fclose(mounts);
	return found;
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
