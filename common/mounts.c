#include "common/mounts.h"

#include "common/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Type and mount point come before the options, which may be longer than this and are cut. */
#define MOUNTS_LINE_MAX 16384

static FILE *mounts_open(int dir, const char *file)
{
	int fd = openat(dir, file, O_RDONLY | O_CLOEXEC);
	FILE *mounts = fd < 0 ? NULL : fdopen(fd, "r");

	if (fd >= 0 && !mounts)
		close(fd);
	return mounts;
}

int mounts_find(int dir, const char *file, const char *type, const char *option, const char *usual, char *ret_path,
		size_t size)
{
	FILE *mounts = mounts_open(dir, file);
	char line[MOUNTS_LINE_MAX];
	struct mntent mount;
	bool found = false;

	if (!mounts)
		return -errno;
	while (getmntent_r(mounts, &mount, line, sizeof(line))) {
		if (strcmp(mount.mnt_type, type) != 0 || (option && !hasmntopt(&mount, option)) ||
		    strlen(mount.mnt_dir) >= size)
			continue;
		if (!found || (usual && !strcmp(mount.mnt_dir, usual)))
			strcpy(ret_path, mount.mnt_dir);
		found = true;
	}
	endmntent(mounts);
	return found;
}

/* "fuse", and "fuse.sshfs" too. */
static bool is_served(const char *type)
{
	static const char *const types[] = { "9p",   "afs",      "autofs",  "beegfs", "ceph",    "cifs",
					     "coda", "fuse",     "fuseblk", "gpfs",   "lustre",  "nfs",
					     "nfs4", "orangefs", "smb3",    "smbfs",  "virtiofs" };
	size_t size = strcspn(type, ".");

	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (strlen(types[i]) == size && !memcmp(types[i], type, size))
			return true;
	return false;
}

bool mounts_have_served(int dir, const char *file)
{
	FILE *mounts = mounts_open(dir, file);
	char line[MOUNTS_LINE_MAX];
	struct mntent mount;
	bool found = false;

	if (!mounts)
		return false;
	while (!found && getmntent_r(mounts, &mount, line, sizeof(line)))
		found = is_served(mount.mnt_type);
	endmntent(mounts);
	return found;
}
