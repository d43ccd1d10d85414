#include "record/output/output_kcore.h"

#include "record/output/output_old.h"
#include "record/output/recording_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* For the longest name that is put after a path here. */
#define NAME_ROOM (PATH_MAX - 32)

int output_kcore_check(const char *path, struct error *err)
{
	struct stat status;
	int result;

	if (output_is_stdout(path))
		return error_set(err, -EINVAL, "standard output takes no directory: -o names one");
	if (stat(path, &status))
		return 0;
	if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		return error_set(err, -EINVAL, "%s is no file and no directory: -o names one", path);
	result = S_ISDIR(status.st_mode) ? recording_dir_check(path, err) : 0;
	if (result)
		error_append(err, "; -o names another one");
	return result;
}

static int own_file(int dirfd, const char *name, struct diagnostics *diagnostics)
{
	int fd = openat(dirfd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	output_give_to_sudo_user(fd, name, diagnostics);
	close(fd);
	return 0;
}

static int save_code(int dirfd, struct kernel_code *code, struct diagnostics *diagnostics, struct error *err)
{
	int folder = -1;
	int result;

	if (!mkdirat(dirfd, RECORDING_DIR_KCORE, 0700))
		folder = openat(dirfd, RECORDING_DIR_KCORE, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder < 0)
		return error_set(err, -errno, "%s cannot be made: %s", RECORDING_DIR_KCORE, strerror(errno));
	result = kernel_code_save(code, folder, err);
	for (size_t i = 0; i < KERNEL_CODE_FILES && !result; i++) {
		result = own_file(folder, kernel_code_files[i], diagnostics);
		if (result)
			error_set(err, result, "%s: %s", kernel_code_files[i], strerror(-result));
	}
	output_give_to_sudo_user(folder, RECORDING_DIR_KCORE, diagnostics);
	close(folder);
	return result;
}

/* The file is locked before anybody can find it by the recording's name. */
static int make_data(struct output *out, int dirfd, struct diagnostics *diagnostics, struct error *err)
{
	out->fd = openat(dirfd, RECORDING_DIR_DATA, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (out->fd < 0)
		return error_set(err, -errno, "%s cannot be made: %s", RECORDING_DIR_DATA, strerror(errno));
	output_give_to_sudo_user(out->fd, out->path, diagnostics);
	return output_old_lock(out->fd, LOCK_EX) ? 0 : output_old_locked(err, out->path);
}

static int fill(struct output *out, const char *temporary, struct kernel_code *code, struct diagnostics *diagnostics,
		struct error *err)
{
	int dirfd = open(temporary, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int result;

	if (dirfd < 0)
		return error_set(err, -errno, "%s: %s", temporary, strerror(errno));
	result = save_code(dirfd, code, diagnostics, err);
	if (!result)
		result = make_data(out, dirfd, diagnostics, err);
	output_give_to_sudo_user(dirfd, out->path, diagnostics);
	close(dirfd);
	return result;
}

/* Until the name is free: what has it is moved, as for a file. */
static int take_name(const char *temporary, const char *path, struct error *err)
{
	int result = -EEXIST;

	for (int i = 0; i < OUTPUT_TRIES && result == -EEXIST; i++) {
		result = output_old_move(path, err);
		if (result)
			return result;
		result = output_rename_file(temporary, path);
	}
	return result ? error_set(err, result, "cannot rename %s to %s: %s", temporary, path, strerror(-result)) : 0;
}

static int make_directory(struct output *out, struct kernel_code *code, struct diagnostics *diagnostics,
			  struct error *err)
{
	char temporary[PATH_MAX];
	int result;

	snprintf(temporary, sizeof(temporary), "%s.XXXXXX", out->path);
	if (!mkdtemp(temporary))
		return error_set(err, -errno, "cannot make a directory beside %s: %s; -o names another place",
				 out->path, strerror(errno));
	result = fill(out, temporary, code, diagnostics, err);
	if (!result)
		result = take_name(temporary, out->path, err);
	if (result)
		recording_dir_discard(temporary);
	return result;
}

int output_kcore_open(struct output *out, const char *path, struct kernel_code *code, struct diagnostics *diagnostics,
		      struct error *err)
{
	size_t size = strlen(path);
	int result;

	memset(out, 0, sizeof(*out));
	while (size > 1 && path[size - 1] == '/')
		size--;
	if (snprintf(out->name, sizeof(out->name), "%.*s", (int)size, path) >= NAME_ROOM)
		return error_set(err, -ENAMETOOLONG, "%s: %s", path, strerror(ENAMETOOLONG));
	out->path = out->asked = out->name;
	out->is_dir = true;
	out->fd = -1;
	result = make_directory(out, code, diagnostics, err);
	if (result) {
		output_close(out);
		return result;
	}
	output_set_name(out, out->name);
	output_watch_start(&out->watch, out->fd, out->data);
	return 0;
}
