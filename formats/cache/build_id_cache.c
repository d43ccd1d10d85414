#include "formats/cache/build_id_cache.h"

#include "common/bytes.h"
#include "common/safe_open.h"
#include "formats/cache/cache_file.h"
#include "formats/cache/cache_names.h"
#include "formats/elf/build_id.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TO_ROOT "../../"

#define ADD_TRIES 5

int build_id_cache_open(struct build_id_cache *cache, const char *path, bool write, struct error *err)
{
	cache->room = (struct cache_room){ UINT64_MAX, UINT64_MAX };
	cache->dir = own_folder_open(path, write ? cache_file_rights() : 0, 0755);
	if (cache->dir >= 0)
		return 0;
	if (cache->dir == -EPERM && !geteuid())
		return error_set(
			err, -EPERM,
			"build-id cache %s: it is another user's, or others may write there, so root leaves it alone",
			path);
	return error_set(err, cache->dir, "build-id cache %s: %s", path, strerror(-cache->dir));
}

void build_id_cache_close(struct build_id_cache *cache)
{
	if (cache->dir >= 0)
		close(cache->dir);
	cache->dir = -1;
}

static const char *const kind_files[] = {
	[BUILD_ID_CACHE_ELF] = "/elf",
	[BUILD_ID_CACHE_DEBUG] = "/debug",
	[BUILD_ID_CACHE_KALLSYMS] = "/kallsyms",
	[BUILD_ID_CACHE_VDSO] = "/vdso",
};

bool build_id_cache_has(const struct build_id_cache *cache, enum build_id_cache_kind kind, const struct build_id *id)
{
	char path[PATH_MAX];

	return cache_link_path(path, id, kind_files[kind]) && !faccessat(cache->dir, path, F_OK, 0);
}

bool build_id_cache_has_any(const struct build_id_cache *cache, const struct build_id *id)
{
	char path[PATH_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(kind_files); i++)
		if (cache_link_path(path, id, kind_files[i]) && !faccessat(cache->dir, path, F_OK, 0))
			return true;
	return false;
}

/* Makes the link to the entry's folder, or replaces it. 0 or a negative errno. */
static int put_link(const struct build_id_cache *cache, const struct build_id *id, const char *folder)
{
	char path[PATH_MAX], other[PATH_MAX], target[PATH_MAX + sizeof(TO_ROOT)];
	const char *name;
	int dir, result;

	if (!cache_link_path(path, id, ""))
		return -EINVAL;
	dir = cache_file_open_folder(cache->dir, path, &name);
	if (dir < 0)
		return dir;
	snprintf(target, sizeof(target), TO_ROOT "%s", folder);
	result = cache_file_other_name(other, name);
	if (!result && symlinkat(target, dir, other))
		result = -errno;
	if (!result && renameat(dir, other, dir, name)) {
		result = -errno;
		unlinkat(dir, other, 0);
	}
	close(dir);
	return result;
}

/* Makes the mark, or gives it the present time. */
static void put_mark(const struct build_id_cache *cache, const struct build_id *id)
{
	char path[PATH_MAX];
	const char *name;
	int dir, fd;

	cache_mark_path(path, id);
	dir = cache_file_open_folder(cache->dir, path, &name);
	if (dir < 0)
		return;
	fd = openat(dir, name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd >= 0) {
		futimens(fd, NULL);
		close(fd);
	}
	close(dir);
}

/* Renews the mark of an entry that has one; entries that were added by hand have none. */
static void renew_mark(const struct build_id_cache *cache, const struct build_id *id)
{
	char path[PATH_MAX];

	cache_mark_path(path, id);
	utimensat(cache->dir, path, NULL, AT_SYMLINK_NOFOLLOW);
}

/* Sets the mark and the link of an entry with this folder. 1 or a negative errno. */
static int complete(struct build_id_cache *cache, const struct build_id *id, const char *folder, bool mark)
{
	int result;

	if (mark)
		put_mark(cache, id);
	result = put_link(cache, id, folder);
	return result ? result : 1;
}

/* Puts a file into the entry with this folder. time: as for cache_file_put_dated; NULL: as for cache_file_put. */
static int put_file(struct build_id_cache *cache, enum build_id_cache_kind kind, const char *folder, int fd,
		    const struct timespec *time)
{
	char path[PATH_MAX + sizeof("/kallsyms")];
	int result = -ENOENT;

	snprintf(path, sizeof(path), "%s%s", folder, kind_files[kind]);
	/* Another program may remove the folders as long as they are empty. */
	for (int tries = 0; tries < ADD_TRIES && result == -ENOENT; tries++)
		result = cache_file_put_dated(cache->dir, path, fd, time, &cache->room);
	return result;
}

/* Adds a file to the entry with this folder. 1 or a negative errno. */
static int add(struct build_id_cache *cache, enum build_id_cache_kind kind, const struct build_id *id,
	       const char *folder, int fd, bool mark)
{
	int result = put_file(cache, kind, folder, fd, NULL);

	return result ? result : complete(cache, id, folder, mark);
}

static bool has_already(struct build_id_cache *cache, enum build_id_cache_kind kind, const struct build_id *id)
{
	if (!build_id_cache_has(cache, kind, id))
		return false;
	renew_mark(cache, id);
	return true;
}

int build_id_cache_add(struct build_id_cache *cache, const struct build_id *id, const char *name, int fd, bool mark,
		       struct error *err)
{
	char folder[PATH_MAX];
	int result;

	if (has_already(cache, BUILD_ID_CACHE_ELF, id))
		return 0;
	result = cache_entry_folder(folder, id, name);
	if (!result)
		result = add(cache, BUILD_ID_CACHE_ELF, id, folder, fd, mark);
	return result < 0 ? error_set(err, result, "%s: %s", name, strerror(-result)) : result;
}

/* True if the copy of that id is of a file that was changed then. */
static bool has_dated(const struct build_id_cache *cache, const struct build_id *id, const struct timespec *changed)
{
	char path[PATH_MAX];
	struct stat status;

	return cache_link_path(path, id, kind_files[BUILD_ID_CACHE_ELF]) && !fstatat(cache->dir, path, &status, 0) &&
	       status.st_mtim.tv_sec == changed->tv_sec && status.st_mtim.tv_nsec == changed->tv_nsec;
}

int build_id_cache_add_mapped(struct build_id_cache *cache, const struct mapped_file *file, const char *name, int fd,
			      const struct timespec *changed, struct error *err)
{
	const struct build_id id = cache_mapped_id(file);
	char folder[PATH_MAX];
	int result = cache_entry_folder(folder, &id, name);

	if (has_dated(cache, &id, changed)) {
		renew_mark(cache, &id);
		return 0;
	}
	if (!result)
		result = put_file(cache, BUILD_ID_CACHE_ELF, folder, fd, changed);
	if (!result)
		result = complete(cache, &id, folder, true);
	return result < 0 ? error_set(err, result, "%s: %s", name, strerror(-result)) : result;
}

/* Reads the target of a link, relative to the cache's folder. False: it leads out of the cache. */
static bool read_target(const struct build_id_cache *cache, const char *path, char folder[PATH_MAX])
{
	char target[PATH_MAX];
	ssize_t n = readlinkat(cache->dir, path, target, sizeof(target) - 1);

	if (n <= (ssize_t)strlen(TO_ROOT))
		return false;
	target[n] = 0;
	if (strncmp(target, TO_ROOT, strlen(TO_ROOT)) || strstr(target + strlen(TO_ROOT), "../"))
		return false;
	strcpy(folder, target + strlen(TO_ROOT));
	return true;
}

int build_id_cache_add_debug(struct build_id_cache *cache, const struct build_id *id, const char *name, int fd,
			     struct error *err)
{
	char folder[PATH_MAX], path[PATH_MAX];
	int result = 0;

	if (has_already(cache, BUILD_ID_CACHE_DEBUG, id))
		return 0;
	if (!cache_link_path(path, id, "") || !read_target(cache, path, folder))
		result = cache_entry_folder(folder, id, name);
	if (!result)
		result = add(cache, BUILD_ID_CACHE_DEBUG, id, folder, fd, false);
	return result < 0 ? error_set(err, result, "%s: %s", name, strerror(-result)) : result;
}

int build_id_cache_add_image(struct build_id_cache *cache, enum build_id_cache_kind kind, const struct build_id *id,
			     int fd, bool mark, struct error *err)
{
	const char *name = kind == BUILD_ID_CACHE_VDSO ? "[vdso]" : "[kernel.kallsyms]";
	char folder[PATH_MAX], text[BUILD_ID_TEXT_SIZE];
	int result;

	if (has_already(cache, kind, id))
		return 0;
	snprintf(folder, sizeof(folder), "%s/%s", name, build_id_text(id, text));
	result = add(cache, kind, id, folder, fd, mark);
	return result < 0 ? error_set(err, result, "%s: %s", name, strerror(-result)) : result;
}

/* Removes the entry's folder, and those above that are empty then. */
static void remove_folders(const struct build_id_cache *cache, char *folder)
{
	char *slash;

	while (!unlinkat(cache->dir, folder, AT_REMOVEDIR) && (slash = strrchr(folder, '/')))
		*slash = 0;
}

static int remove_files(const struct build_id_cache *cache, const char *folder)
{
	DIR *dir = cache_open_folder(cache->dir, folder);
	int result = 0;

	if (!dir)
		return errno == ENOENT ? 0 : -errno;
	for (struct dirent *e; (e = readdir(dir));)
		if (!cache_is_dot(e->d_name) && unlinkat(dirfd(dir), e->d_name, 0))
			result = -errno;
	closedir(dir);
	return result;
}

int build_id_cache_remove(struct build_id_cache *cache, const struct build_id *id, struct error *err)
{
	char path[PATH_MAX], folder[PATH_MAX], text[BUILD_ID_TEXT_SIZE];
	int result = -ENOENT;

	cache_mark_path(path, id);
	unlinkat(cache->dir, path, 0);
	if (cache_link_path(path, id, "") && read_target(cache, path, folder)) {
		result = unlinkat(cache->dir, path, 0) ? -errno : remove_files(cache, folder);
		remove_folders(cache, folder);
	}
	return result ? error_set(err, result, "build-id %s: %s", build_id_text(id, text), strerror(-result)) : 0;
}

struct walk {
	const struct build_id_cache *cache;
	int (*found)(void *context, const struct build_id_cache_entry *entry);
	void *context;
};

/* Reports the entry of one link. */
static int walk_link(const struct walk *w, const char *first, const char *rest)
{
	struct build_id_cache_entry entry = { 0 };
	char path[PATH_MAX], folder[PATH_MAX], name[PATH_MAX + 1];
	char *slash;

	if (strlen(first) != 2 || !cache_parse_id(&entry.id, first, rest) || !cache_link_path(path, &entry.id, "") ||
	    !read_target(w->cache, path, folder))
		return 0;
	slash = strrchr(folder, '/');
	if (!slash || !build_id_cache_has_any(w->cache, &entry.id))
		return 0;
	snprintf(name, sizeof(name), "%s%.*s", folder[0] == '[' ? "" : "/", (int)(slash - folder), folder);
	entry.name = name;
	entry.folder = folder;
	return w->found(w->context, &entry);
}

static int walk_folder(const struct walk *w, const char *first)
{
	char path[sizeof(CACHE_LINKS "/") + NAME_MAX + 1];
	int result = 0;
	DIR *dir;

	snprintf(path, sizeof(path), CACHE_LINKS "/%s", first);
	dir = cache_open_folder(w->cache->dir, path);
	if (!dir)
		return 0;
	for (struct dirent *e; !result && (e = readdir(dir));)
		if (!cache_is_dot(e->d_name))
			result = walk_link(w, first, e->d_name);
	closedir(dir);
	return result;
}

int build_id_cache_each(const struct build_id_cache *cache,
			int (*found)(void *context, const struct build_id_cache_entry *entry), void *context,
			struct error *err)
{
	const struct walk w = { cache, found, context };
	DIR *dir = cache_open_folder(cache->dir, CACHE_LINKS);
	int result = 0;

	if (!dir)
		return errno == ENOENT ? 0 : error_set(err, -errno, "build-id cache: %s", strerror(errno));
	for (struct dirent *e; !result && (e = readdir(dir));)
		if (!cache_is_dot(e->d_name))
			result = walk_folder(&w, e->d_name);
	closedir(dir);
	return result;
}
