#include "record/buildid/open_mapped_file.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "common/safe_open.h"
#include "formats/elf/build_id.h"
#include "record/privilege/privilege.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

int open_mapped_file_view_of(struct open_mapped_file_view *ret_view, pid_t pid)
{
	static const char *const parts[] = { "ns/mnt", "root", "ns/pid" };
	struct stat status;

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		char path[64];

		snprintf(path, sizeof(path), "/proc/%d/%s", pid, parts[i]);
		if (stat(path, &status))
			return -errno;
		ret_view->parts[i].device = status.st_dev;
		ret_view->parts[i].inode = status.st_ino;
	}
	return 0;
}

static bool differs(const struct open_mapped_file_view *a, const struct open_mapped_file_view *b, size_t part)
{
	return a->parts[part].inode != b->parts[part].inode || a->parts[part].device != b->parts[part].device;
}

static unsigned look_at_owner(pid_t pid)
{
	struct stat status;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", pid);
	return !stat(path, &status) && status.st_uid && status.st_uid != geteuid() ? OPEN_MAPPED_FILE_FOREIGN : 0;
}

unsigned open_mapped_file_look(const struct open_mapped_file_view *here, pid_t pid)
{
	struct open_mapped_file_view view;

	if (!here->parts[0].inode || open_mapped_file_view_of(&view, pid))
		return look_at_owner(pid);
	return look_at_owner(pid) |
	       (differs(here, &view, 0) || differs(here, &view, 1) ? OPEN_MAPPED_FILE_ELSEWHERE : 0) |
	       (differs(here, &view, 2) ? OPEN_MAPPED_FILE_RENUMBERED : 0);
}

/* True if stat(2) may show another device than the kernel has, for which it shows the inode all the same. */
static bool has_own_devices(int found)
{
	struct statfs fs;

	return !fstatfs(found, &fs) && (fs.f_type == OVERLAYFS_SUPER_MAGIC || fs.f_type == BTRFS_SUPER_MAGIC);
}

static bool is_same_inode(int found, const struct mapped_file *file)
{
	struct stat status;

	return !fstat(found, &status) && status.st_ino == file->inode &&
	       ((major(status.st_dev) == file->major && minor(status.st_dev) == file->minor) || has_own_devices(found));
}

/* Whether the open file is the wanted one. */
static bool is_wanted(int fd, const struct mapped_identity *of)
{
	struct build_id have;
	uint8_t magic[SELFMAG];
	const bool has_id = !build_id_read(&have, fd);

	if (of->id.size)
		return has_id && build_id_equal(&have, &of->id);
	return !has_id && is_same_inode(fd, &of->file) && fileio_pread(fd, magic, SELFMAG, 0) == SELFMAG &&
	       !memcmp(magic, ELFMAG, SELFMAG);
}

/* Returns `found` if it is the wanted file, otherwise closes it and returns a negative errno. */
static int check(int found, const struct mapped_identity *of)
{
	int fd;

	if (found < 0)
		return found;
	fd = regular_file_is_made_up(found) ? -ESTALE : regular_file_open(dup(found));
	if (fd >= 0) {
		bool same = is_wanted(fd, of);

		close(fd);
		if (same)
			return found;
		fd = -ESTALE;
	}
	close(found);
	return fd;
}

int open_mapped_file_by_name(const char *name, const struct mapped_identity *of)
{
	struct stat status;

	return check(regular_file_find(AT_FDCWD, name, &status), of);
}

/* Opens the folder /proc/PID/root with O_PATH. Returns a descriptor or a negative errno. */
static int open_root(pid_t pid)
{
	char path[32];
	int root;

	snprintf(path, sizeof(path), "/proc/%d/root", pid);
	root = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return root < 0 ? -errno : root;
}

int open_mapped_file_by_root(pid_t pid, const char *name, const struct mapped_identity *of)
{
	int root = open_root(pid);
	struct stat status;
	int found;

	if (root < 0)
		return root;
	found = regular_file_find(root, name + strspn(name, "/"), &status);
	close(root);
	return check(found, of);
}

/* Opens the link of the mapping that begins at `start`. Returns a descriptor or a negative errno. */
static int find_map(pid_t pid, uint64_t start, struct stat *status)
{
	char path[64], *end;
	struct dirent *entry;
	int found = -ENOENT;
	DIR *maps;

	snprintf(path, sizeof(path), "/proc/%d/map_files", pid);
	maps = opendir(path);
	if (!maps)
		return -errno;
	while (found == -ENOENT && (entry = readdir(maps)))
		if (strtoull(entry->d_name, &end, 16) == start && *end == '-')
			found = regular_file_find(dirfd(maps), entry->d_name, status);
	closedir(maps);
	return found;
}

/*
 * The end in the record may be wrong: exec first maps the first segment with the size of the whole program, and if that
 * segment is code, the record says so; then it unmaps the rest (elf_load in fs/binfmt_elf.c).
 */
int open_mapped_file_by_map(pid_t pid, uint64_t start, uint64_t end, const struct mapped_identity *of)
{
	struct privilege_held held;
	struct stat status;
	char path[96];
	int found;

	snprintf(path, sizeof(path), "/proc/%d/map_files/%llx-%llx", pid, (unsigned long long)start,
		 (unsigned long long)end);
	held = privilege_raise(PRIVILEGE_FILES);
	found = regular_file_find(AT_FDCWD, path, &status);
	if (found == -ENOENT)
		found = find_map(pid, start, &status);
	privilege_drop(&held);
	return check(found, of);
}
