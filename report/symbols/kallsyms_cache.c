#include "report/symbols/kallsyms_cache.h"

#include "common/fileio.h"
#include "common/safe_open.h"
#include "formats/cache/cache_file.h"
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

	return id->size && n > 0 && (size_t)n < size;
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
	if (linked >= 0 || !kallsyms_cache_path(path, size, cache, id))
		return linked;
	fd = kallsyms_cache_open_at(path, linked == -EPERM ? NULL : err);
	return fd < 0 && linked == -EPERM ? linked : fd;
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

static bool kallsyms_cache_write(int folder, const char *text, size_t size)
{
	char other[PATH_MAX];
	int fd, ret;

	if (cache_file_other_name(other, "kallsyms"))
		return false;
	fd = openat(folder, other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return false;
	ret = fileio_write(fd, text, size, NULL);
	if (close(fd) != 0 || ret || renameat(folder, other, folder, "kallsyms") != 0) {
		unlinkat(folder, other, 0);
		return false;
	}
	return true;
}

/* A link that is there stays: it may lead to the kernel's vmlinux. The text is found without it as well. */
static void kallsyms_cache_link(int folder, const struct build_id *id)
{
	char target[BUILD_ID_TEXT_SIZE + sizeof("../../" KALLSYMS_DSO "/")];
	char text[BUILD_ID_TEXT_SIZE];

	build_id_text(id, text);
	snprintf(target, sizeof(target), "../../" KALLSYMS_DSO "/%s", text);
	(void)!symlinkat(target, folder, text + 2);
}

bool kallsyms_cache_folders(struct kallsyms_folders *ret, const char *cache, const struct build_id *id)
{
	char texts[PATH_MAX], links[PATH_MAX];

	if (!kallsyms_cache_path(texts, sizeof(texts), cache, id) ||
	    !dso_cache_path(links, sizeof(links), cache, id, ""))
		return false;
	*strrchr(texts, '/') = 0;
	/* The last part is the link itself, with a slash after it. */
	*strrchr(links, '/') = 0;
	*strrchr(links, '/') = 0;
	ret->texts = own_folder_open(texts, cache_file_rights(), 0755);
	ret->links = ret->texts < 0 ? -1 : own_folder_open(links, cache_file_rights(), 0755);
	if (ret->links >= 0)
		return true;
	if (ret->texts >= 0)
		close(ret->texts);
	return false;
}

bool kallsyms_cache_store(const char *cache, const struct build_id *id, const char *text, size_t size)
{
	struct kallsyms_folders folders;
	bool kept;

	if (!kallsyms_shows_addresses(text, size) || !kallsyms_cache_folders(&folders, cache, id))
		return false;
	kept = kallsyms_cache_write(folders.texts, text, size);
	if (kept)
		kallsyms_cache_link(folders.links, id);
	close(folders.texts);
	close(folders.links);
	return kept;
}
