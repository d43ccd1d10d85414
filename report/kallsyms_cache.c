#include "report/kallsyms_cache.h"

#include "common/fileio.h"
#include "formats/kallsyms.h"
#include "report/dso_file.h"

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

bool kallsyms_cache_find(char *path, size_t size, const char *cache, const struct build_id *id)
{
	if (dso_cache_path(path, size, cache, id, "kallsyms") && access(path, R_OK) == 0)
		return true;
	return id->size && kallsyms_cache_path(path, size, cache, id) && access(path, R_OK) == 0;
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
	/* The last part is the link itself, and a slash behind it. */
	*strrchr(links, '/') = 0;
	kallsyms_cache_make_dirs(links);
	*strrchr(links, '/') = 0;
	return true;
}
