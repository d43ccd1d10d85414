#include "report/symbols/kallsyms_cache.h"

#include "common/fileio.h"
#include "formats/elf/build_id.h"
#include "formats/text/kallsyms.h"
#include "report/symbols/dso_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KALLSYMS_DSO "[kernel.kallsyms]"

static bool kallsyms_cache_path(char *path, size_t size, const char *cache, const struct build_id *id)
{
	char text[BUILD_ID_TEXT_SIZE];
	int n = snprintf(path, size, "%s/" KALLSYMS_DSO "/%s/kallsyms", cache, build_id_text(id, text));

	return n > 0 && (size_t)n < size;
}

/* 0, or -EPERM. */
static int kallsyms_cache_check(int fd, const char *path, struct error *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return error_set(err, -errno, "%s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_set(err, -EPERM, "%s: not a regular file", path);
	if (st.st_uid && st.st_uid != geteuid())
		return error_set(err, -EPERM, "%s: it belongs neither to this user nor to root", path);
	if (st.st_mode & (S_IWGRP | S_IWOTH))
		return error_set(err, -EPERM, "%s: others may write to it", path);
	return 0;
}

static int kallsyms_cache_open_at(const char *path, struct error *err)
{
	/* A pipe is not waited for, and a link's last part leads nowhere. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	int result;

	if (fd < 0)
		return error_set(err, -errno, "%s: %s", path, strerror(errno));
	result = kallsyms_cache_check(fd, path, err);
	if (!result)
		return fd;
	close(fd);
	return result;
}

int kallsyms_cache_open(char *path, size_t size, const char *cache, const struct build_id *id, struct error *err)
{
	int linked = -ENOENT, fd;

	if (dso_cache_path(path, size, cache, id, "kallsyms"))
		linked = kallsyms_cache_open_at(path, err);
	if (linked >= 0 || !id->size || !kallsyms_cache_path(path, size, cache, id))
		return linked;
	fd = kallsyms_cache_open_at(path, linked == -EPERM ? NULL : err);
	return fd < 0 && linked == -EPERM ? linked : fd;
}

/* Makes the directories that lead to path's last part. Those that are there, or cannot be made, show later. */
static void kallsyms_cache_make_dirs(char *path)
{
	for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
		*slash = 0;
		mkdir(path, 0755);
		*slash = '/';
	}
}

static bool kallsyms_cache_write(const char *path, const char *text, size_t size)
{
	char temporary[PATH_MAX];
	int n = snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path);
	int fd = n > 0 && (size_t)n < sizeof(temporary) ? mkstemp(temporary) : -1;
	int ret;

	if (fd < 0)
		return false;
	ret = fileio_write(fd, text, size, NULL);
	if (close(fd) != 0 || ret || rename(temporary, path) != 0) {
		unlink(temporary);
		return false;
	}
	return true;
}

/* A link that is there stays: it may lead to the kernel's vmlinux. The text is found without it as well. */
static bool kallsyms_cache_link(const char *cache, const struct build_id *id)
{
	char target[BUILD_ID_TEXT_SIZE + sizeof("../../" KALLSYMS_DSO "/")];
	char text[BUILD_ID_TEXT_SIZE];
	char path[PATH_MAX];
	int n;

	build_id_text(id, text);
	snprintf(target, sizeof(target), "../../" KALLSYMS_DSO "/%s", text);
	n = snprintf(path, sizeof(path), "%s/.build-id/%.2s/%s", cache, text, text + 2);
	if (n < 0 || (size_t)n >= sizeof(path))
		return false;
	kallsyms_cache_make_dirs(path);
	return symlink(target, path) == 0;
}

bool kallsyms_shows_addresses(const char *text, size_t size)
{
	struct kallsyms_reader reader = kallsyms_open(text, size);
	struct kallsyms_entry e;

	while (kallsyms_next(&reader, &e) > 0) {
		if (e.address)
			return true;
	}
	return false;
}

bool kallsyms_cache_store(const char *cache, const struct build_id *id, const char *text, size_t size)
{
	char path[PATH_MAX];

	if (!id->size || !kallsyms_shows_addresses(text, size) || !kallsyms_cache_path(path, sizeof(path), cache, id))
		return false;
	kallsyms_cache_make_dirs(path);
	if (!kallsyms_cache_write(path, text, size))
		return false;
	(void)kallsyms_cache_link(cache, id);
	return true;
}

bool kallsyms_cache_dirs(char files[PATH_MAX], char links[PATH_MAX], const char *cache, const struct build_id *id)
{
	if (!kallsyms_cache_path(files, PATH_MAX, cache, id) || !dso_cache_path(links, PATH_MAX, cache, id, ""))
		return false;
	kallsyms_cache_make_dirs(files);
	*strrchr(files, '/') = 0;
	/* The last part is the link itself, with a slash after it. */
	*strrchr(links, '/') = 0;
	kallsyms_cache_make_dirs(links);
	*strrchr(links, '/') = 0;
	return true;
}
