#include "report/elf/file_opener.h"

#include "common/fileio.h"
#include "common/procfs.h"
#include "common/safe_open.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What is read of a file before it is used, where it begins and where it ends. */
#define LOOKED_AT 65536

static int open_error(struct error *err, const char *path, int code)
{
	const char *reason = code == -EINVAL      ? "not a regular file"
			     : code == -ETIMEDOUT ? "its file system does not answer"
						  : strerror(-code);

	return error_set(err, code, "%s: %s", path, reason);
}

/* Opens what was found. Without /proc path has to lead there once more. */
static int open_found(int found, const char *path, enum file_kind kind)
{
	int fd;

	if (kind == FILE_STORED && regular_file_is_made_up(found)) {
		close(found);
		return -ENOEXEC;
	}
	fd = regular_file_open(found);
	if (fd == -ENOENT) {
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
		fd = fd < 0 ? -errno : fd;
	}
	return fd;
}

/* --- the third process ---------------------------------------------------------------------------- */

struct open_call {
	char path[PATH_MAX];
	enum file_kind kind;
	uint64_t size;
};

/* It has rights that a reader in its sandbox has given up: links of /proc lead it nowhere (proc(5), PID/root). */
static int find(const char *path, struct stat *ret_status)
{
	const struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_MAGICLINKS };
	int fd = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof(how));

	if (fd < 0)
		return errno == ENOSYS ? regular_file_find(AT_FDCWD, path, ret_status) : -errno;
	if (!fstat(fd, ret_status) && S_ISREG(ret_status->st_mode))
		return fd;
	close(fd);
	return -EINVAL;
}

static int open_aside(void *data, int *ret_fd)
{
	struct open_call *c = data;
	char bytes[LOOKED_AT];
	struct stat st;
	int fd;

	c->path[sizeof(c->path) - 1] = 0;
	fd = find(c->path, &st);
	if (fd >= 0)
		fd = open_found(fd, c->path, c->kind);
	if (fd < 0)
		return fd;
	c->size = (uint64_t)st.st_size;
	*ret_fd = fd;
	if (fileio_pread(fd, bytes, sizeof(bytes), 0) == sizeof(bytes))
		fileio_pread(fd, bytes, sizeof(bytes), c->size > sizeof(bytes) ? c->size - sizeof(bytes) : 0);
	return 0;
}

/* --- the reader ----------------------------------------------------------------------------------- */

struct aside_server *file_opener_start(void)
{
	static aside_work *const works[] = { open_aside };

	return mounts_have_served(AT_FDCWD, "/proc/self/mounts") ? aside_server_start(works, 1) : NULL;
}

static int open_there(struct aside_server *opener, const char *path, enum file_kind kind, uint64_t *ret_size)
{
	struct open_call c = { .kind = kind };
	int fd, result;

	if (strlen(path) >= sizeof(c.path))
		return -ENAMETOOLONG;
	memcpy(c.path, path, strlen(path) + 1);
	result = aside_server_call(opener, open_aside, &c, sizeof(c), &fd);
	*ret_size = c.size;
	if (!result && fd < 0)
		result = -EIO;
	return result ? result : fd;
}

static int open_here(const char *path, enum file_kind kind, uint64_t *ret_size)
{
	struct stat st;
	int found = regular_file_find(AT_FDCWD, path, &st);

	if (found < 0)
		return found;
	*ret_size = (uint64_t)st.st_size;
	return open_found(found, path, kind);
}

int file_opener_open(struct aside_server *opener, const char *path, enum file_kind kind, uint64_t *ret_size,
		     struct error *err)
{
	int fd = opener ? open_there(opener, path, kind, ret_size) : open_here(path, kind, ret_size);

	if (fd == -ENOEXEC)
		return error_set(err, -EINVAL, "%s: not a stored file", path);
	return fd < 0 ? open_error(err, path, fd) : fd;
}
