#include "record/output/recording_dir.h"

#include "common/fileio.h"
#include "common/safe_open.h"
#include "formats/file/perf_dir.h"
#include "formats/file/perf_open.h"
#include "record/buildid/kernel_code.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* What to do with each name of a folder. 0 or a negative errno, which ends it. */
struct visitor {
	int (*visit)(struct visitor *v, int dirfd, const char *name);
	bool removes;
	bool has_data;
	char other[NAME_MAX + 1]; /* what is no part of a recording; "": nothing */
};

/* Takes the descriptor over. */
static int visit_all(struct visitor *v, int fd)
{
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	int result = 0;

	if (!dir) {
		result = -errno;
		if (fd >= 0)
			close(fd);
		return result;
	}
	while (!result && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			result = v->visit(v, dirfd(dir), entry->d_name);
	closedir(dir);
	return result;
}

static int open_folder(int dirfd, const char *name, int flags)
{
	return openat(dirfd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
}

static bool is_file(int dirfd, const char *name)
{
	struct stat status;

	return !fstatat(dirfd, name, &status, AT_SYMLINK_NOFOLLOW) && S_ISREG(status.st_mode);
}

/* One that cannot be read need not be looked at: it is only moved. */
static bool is_perf_data(int dirfd, const char *name)
{
	uint8_t magic[PERF_FILE_MAGIC_SIZE];
	struct stat status;
	int fd = regular_file_find_here(dirfd, name, &status);
	ssize_t n;

	if (fd < 0)
		return false;
	fd = regular_file_open(fd);
	if (fd < 0 || !status.st_size) {
		if (fd >= 0)
			close(fd);
		return true;
	}
	n = fileio_pread(fd, magic, sizeof(magic), 0);
	close(fd);
	return n == sizeof(magic) && perf_file_is_magic(magic);
}

static int not_ours(struct visitor *v, const char *name)
{
	snprintf(v->other, sizeof(v->other), "%s", name);
	return -EISDIR;
}

static int remove_name(int dirfd, const char *name, int flags)
{
	return unlinkat(dirfd, name, flags) && errno != ENOENT ? -errno : 0;
}

static int visit_code(struct visitor *v, int dirfd, const char *name)
{
	for (size_t i = 0; i < KERNEL_CODE_FILES; i++)
		if (!strcmp(name, kernel_code_files[i]) && is_file(dirfd, name))
			return v->removes ? remove_name(dirfd, name, 0) : 0;
	return not_ours(v, name);
}

static int visit_kcore_dir(struct visitor *v, int dirfd, const char *name)
{
	struct visitor inner = { .visit = visit_code, .removes = v->removes };
	int fd = open_folder(dirfd, name, O_NOFOLLOW);
	int result = fd < 0 ? -errno : visit_all(&inner, fd);

	if (result == -ENOTDIR || result == -ELOOP)
		return not_ours(v, name);
	if (result == -EISDIR)
		return not_ours(v, inner.other);
	return !result && v->removes ? remove_name(dirfd, name, AT_REMOVEDIR) : result;
}

static int visit_recording(struct visitor *v, int dirfd, const char *name)
{
	enum perf_dir_name kind = perf_dir_name(name);

	if (kind == PERF_DIR_KCORE)
		return visit_kcore_dir(v, dirfd, name);
	if (kind == PERF_DIR_OTHER || !is_file(dirfd, name) || (kind == PERF_DIR_DATA && !is_perf_data(dirfd, name)))
		return not_ours(v, name);
	v->has_data |= kind == PERF_DIR_DATA;
	return v->removes ? remove_name(dirfd, name, 0) : 0;
}

int recording_dir_check(const char *path, struct error *err)
{
	struct visitor v = { .visit = visit_recording };
	int fd = open_folder(AT_FDCWD, path, 0);
	int result = fd < 0 ? -errno : visit_all(&v, fd);

	if (result == -EISDIR)
		return error_set(err, result, "%s is a directory with something else than a recording in it (%s)", path,
				 v.other);
	if (result)
		return error_set(err, result, "%s: %s", path, strerror(-result));
	return v.has_data ? 0 : error_set(err, -EISDIR, "%s is a directory without a recording", path);
}

int recording_dir_data(const char *path, char ret_data[PATH_MAX])
{
	static const char *const names[] = { RECORDING_DIR_DATA, "header" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (snprintf(ret_data, PATH_MAX, "%s/%s", path, names[i]) >= PATH_MAX)
			return -ENAMETOOLONG;
		if (!access(ret_data, F_OK))
			return 0;
	}
	return -ENOENT;
}

static int remove_all(const char *path)
{
	struct visitor v = { .visit = visit_recording, .removes = true };
	int fd = open_folder(AT_FDCWD, path, O_NOFOLLOW);
	int result = fd < 0 ? -errno : visit_all(&v, fd);

	return !result && rmdir(path) ? -errno : result;
}

void recording_dir_discard(const char *path)
{
	remove_all(path);
}

int recording_dir_remove(const char *path, struct error *err)
{
	int result = recording_dir_check(path, err);

	if (result)
		return result;
	result = remove_all(path);
	return result ? error_set(err, result, "cannot remove %s: %s", path, strerror(-result)) : 0;
}
