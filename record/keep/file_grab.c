#include "record/keep/file_grab.h"

#include "record/privilege/privilege.h"

#include "common/regular_file.h"
#include "formats/elf/build_id.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a path of /proc that is made of numbers leads to. */
static bool process_stat(pid_t pid, const char *what, struct stat *ret_status)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	char path[64];
	int result;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, what);
	result = stat(path, ret_status);
	privilege_drop(&held);
	return !result;
}

static bool differs(pid_t pid, const char *what)
{
	struct stat own, other;

	return process_stat(getpid(), what, &own) && process_stat(pid, what, &other) &&
	       (own.st_ino != other.st_ino || own.st_dev != other.st_dev);
}

bool file_grab_is_elsewhere(pid_t pid)
{
	return differs(pid, "ns/mnt") || differs(pid, "root");
}

bool file_grab_has_other_number(pid_t pid)
{
	return differs(pid, "ns/pid");
}

/* Takes what was found. */
static int check(int found, const struct build_id *id)
{
	struct build_id have;
	int fd;

	if (found < 0)
		return found;
	if (regular_file_is_made_up(found)) {
		close(found);
		return -ESTALE;
	}
	fd = regular_file_open(found);
	if (fd >= 0 && (build_id_read(&have, fd) || !build_id_equal(&have, id))) {
		close(fd);
		return -ESTALE;
	}
	return fd;
}

int file_grab_by_name(const char *name, const struct build_id *id)
{
	struct stat status;

	return check(regular_file_find(AT_FDCWD, name, &status), id);
}

int file_grab_open_root(pid_t pid)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	char path[32];
	int root;

	snprintf(path, sizeof(path), "/proc/%d/root", pid);
	root = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	privilege_drop(&held);
	return root < 0 ? -errno : root;
}

int file_grab_by_root(pid_t pid, const char *name, const struct build_id *id)
{
	int root = file_grab_open_root(pid);
	struct stat status;
	int found;

	if (root < 0)
		return root;
	found = regular_file_find(root, name + strspn(name, "/"), &status);
	close(root);
	return check(found, id);
}

int file_grab_by_map(pid_t pid, uint64_t start, uint64_t end, const struct build_id *id)
{
	struct privilege_held held;
	struct stat status;
	char path[96];
	int found;

	snprintf(path, sizeof(path), "/proc/%d/map_files/%llx-%llx", pid, (unsigned long long)start,
		 (unsigned long long)end);
	held = privilege_raise(PRIVILEGE_FILES);
	found = regular_file_find(AT_FDCWD, path, &status);
	privilege_drop(&held);
	return check(found, id);
}
