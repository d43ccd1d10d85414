#include "report/symbols/jit_file.h"

#include "common/fileio.h"
#include "common/foreign_file.h"
#include "formats/cache/jit_cache.h"
#include "formats/jit/jitdump.h"
#include "report/elf/file_opener.h"
#include "report/symbols/process_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER_ROOM 256 /* more than the size of a dump's header */

/* Returns the owner of a file, if that is neither this user nor root; else 0. A copy counts as its original owner's. */
static uid_t other_user(int fd, const struct stat *st)
{
	struct jit_mark mark;

	if (st->st_uid && st->st_uid != geteuid())
		return st->st_uid;
	return jit_mark_get(&mark, fd) && mark.uid != geteuid() ? mark.uid : 0;
}

/* Returns the open file, or closes it if its owner is not trusted. */
static int believe(int fd, const char *path, bool force, uint64_t *ret_size, struct error *err)
{
	struct stat st;
	uid_t other;
	int ret = 0;

	if (fd == -EACCES)
		return error_set(err, fd, "%s: not used: this user may not read it, as its owner and root may", path);
	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0)
		ret = error_set(err, -errno, "%s: %s", path, strerror(errno));
	else if (!force && (other = other_user(fd, &st)))
		ret = error_set(err, -EPERM,
				"%s: not used: it %s user %u, who could name code at will, and not to this user or "
				"root; -f takes it all the same%s",
				path, st.st_uid == other ? "belongs to" : "is a copy of what belongs to",
				(unsigned)other, st.st_uid == other ? ", 'chown root' makes it root's" : "");
	if (ret) {
		close(fd);
		return ret;
	}
	*ret_size = (uint64_t)st.st_size;
	return fd;
}

/* Makes the path below --symfs. A path that is too long becomes empty, which no file is. */
struct jit_path {
	char path[PATH_MAX];
};

static void set_path(struct jit_path *p, const struct symbols_config *config, const char *path)
{
	const char *symfs = config->symfs ? config->symfs : "";

	if ((size_t)snprintf(p->path, sizeof(p->path), "%s%s", symfs, path) >= sizeof(p->path))
		p->path[0] = 0;
}

static bool has_symfs(const struct symbols_config *config)
{
	return config->symfs && *config->symfs;
}

/* -ENOENT is not final: other paths follow. */
static int try_path(const struct symbols_config *config, const char *path)
{
	struct error ignored = ERROR_INIT;
	uint64_t size;

	return file_opener_open(config->opener, path, FILE_REGULAR, &size, &ignored);
}

/* Returns the open file, which its process's user wrote. */
static int take(int fd, uint64_t *ret_size)
{
	struct stat st;

	if (fstat(fd, &st)) {
		close(fd);
		return -EIO;
	}
	*ret_size = (uint64_t)st.st_size;
	return fd;
}

/* Opens the copy that recording put into the build-id cache. Returns a descriptor, or -ENOENT. */
static int open_kept(const struct symbols_config *config, bool is_dump, uint32_t pid)
{
	char path[PATH_MAX], *cache = config->cache ? NULL : symbols_default_cache(config->symfs ? config->symfs : "");
	bool found = jit_cache_find(path, sizeof(path),
				    config->cache ? config->cache
				    : cache       ? cache
						  : "",
				    is_dump, pid, config->until);
	int fd = found ? try_path(config, path) : -ENOENT;
	struct stat st;

	free(cache);
	/* A cache may be shared, and what lies there is believed as its owner is. */
	if (fd >= 0 && (fstat(fd, &st) || (st.st_uid && st.st_uid != geteuid()))) {
		close(fd);
		return -ENOENT;
	}
	return fd < 0 ? -ENOENT : fd;
}

int jit_file_open_map(const struct symbols_config *config, uint32_t pid, const char *path, uint64_t *ret_size,
		      struct error *err)
{
	struct jit_path below;
	int fd = -ENOENT;

	set_path(&below, config, path);
	if (has_symfs(config))
		fd = try_path(config, below.path);
	if (fd != -ENOENT)
		return believe(fd, below.path, config->force, ret_size, err);
	fd = process_files_map(config->processes, pid);
	if (fd < 0)
		fd = open_kept(config, false, pid);
	if (fd >= 0)
		return take(fd, ret_size);
	fd = file_opener_open(config->opener, path, FILE_REGULAR, ret_size, err);
	return believe(fd, path, config->force, ret_size, err);
}

/* Returns the number in "/a/jit-NUMBER.dump". */
static uint32_t number_in(const char *path)
{
	const char *slash = strrchr(path, '/');
	unsigned number = 0;

	return sscanf(slash ? slash + 1 : path, "jit-%u.dump", &number) == 1 ? number : 0;
}

/*
 * Opens the copy that recording made of a container's dump, if its process had that number there. Returns a descriptor,
 * or -ENOENT.
 */
static int open_copy(const struct symbols_config *config, const char *path, uint32_t inner)
{
	uint8_t header[HEADER_ROOM];
	int fd = try_path(config, path);
	struct jitdump dump;
	ssize_t n;

	if (fd < 0)
		return -ENOENT;
	n = fileio_pread(fd, header, sizeof(header), 0);
	if (n > 0 && !jitdump_open(&dump, header, (size_t)n, NULL) && dump.pid == inner)
		return fd;
	close(fd);
	return -ENOENT;
}

/*
 * If the number in the recorded name is not the pid, the process ran in a container, whose paths are not valid here:
 * the copy is tried first.
 */
int jit_file_open_dump(const struct symbols_config *config, uint32_t pid, const char *path, uint64_t *ret_size,
		       struct error *err)
{
	uint32_t inner = number_in(path);
	struct jit_path recorded, copy;
	char copied[32];
	int fd;

	snprintf(copied, sizeof(copied), "/tmp/jit-%u.dump", pid);
	set_path(&recorded, config, path);
	set_path(&copy, config, copied);
	if (!recorded.path[0])
		return error_set(err, -ENAMETOOLONG, "%s: too long a path", path);
	fd = has_symfs(config) ? -ENOENT : process_files_dump(config->processes, pid, path);
	if (fd < 0)
		fd = open_kept(config, true, pid);
	if (fd >= 0)
		return take(fd, ret_size);
	if (inner != pid)
		fd = open_copy(config, copy.path, inner);
	if (fd >= 0)
		return believe(fd, copy.path, config->force, ret_size, err);
	fd = file_opener_open(config->opener, recorded.path, FILE_REGULAR, ret_size, err);
	if (fd == -ENOENT && inner == pid)
		fd = open_copy(config, copy.path, inner);
	return believe(fd, recorded.path, config->force, ret_size, err);
}

int jit_dump_open(struct jit_dump *d, const struct symbols_config *config, uint32_t pid, const char *path,
		  struct error *err)
{
	uint64_t size;
	int fd = jit_file_open_dump(config, pid, path, &size, err);
	int ret;

	if (fd < 0)
		return fd;
	/* An empty file cannot be mapped, and is no dump. */
	ret = size ? filemap_open(&d->map, fd, size) : -ENODATA;
	close(fd);
	if (ret)
		return error_set(err, ret, "%s: %s", path, size ? strerror(-ret) : "empty");
	ret = jitdump_open(&d->reader, filemap_data(d->map), size, err);
	if (!ret)
		return 0;
	error_prefix(err, "%s", path);
	jit_dump_close(d);
	return ret;
}

void jit_dump_close(struct jit_dump *d)
{
	filemap_close(d->map);
	d->map = NULL;
}
