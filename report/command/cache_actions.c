
#include "report/command/cache_actions.h"

#include "common/filemap.h"
#include "common/list.h"
#include "common/log.h"
#include "common/safe_open.h"
#include "formats/elf/build_id.h"
#include "report/fetch/fetch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Entries that are to be shown or removed: a walk does not go on well over what changes. */
struct entry {
	struct build_id id;
	char *name;
};

struct entries {
	struct entry *list;
	uint32_t n, capacity;
	const char *name; /* only those; NULL: all */
};

static int take_entry(void *context, const struct build_id_cache_entry *found)
{
	struct entries *e = context;
	char *name;

	if (e->name && strcmp(e->name, found->name))
		return 0;
	name = strdup(found->name);
	if (!name || !list_reserve(&e->list, e->n, &e->capacity, sizeof(*e->list))) {
		free(name);
		return -ENOMEM;
	}
	e->list[e->n++] = (struct entry){ found->id, name };
	return 0;
}

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = memcmp(x->id.data, y->id.data, sizeof(x->id.data));

	return order ? order : strcmp(x->name, y->name);
}

static int entries_read(struct entries *e, const struct build_id_cache *cache, const char *name)
{
	struct error err = ERROR_INIT;
	int result;

	*e = (struct entries){ .name = name };
	result = build_id_cache_each(cache, take_entry, e, &err);
	if (result)
		log_error("%s", result == -ENOMEM ? "out of memory" : err.message);
	if (e->n)
		qsort(e->list, e->n, sizeof(*e->list), compare_entries);
	return result;
}

static void entries_free(struct entries *e)
{
	for (uint32_t i = 0; i < e->n; i++)
		free(e->list[i].name);
	free(e->list);
}

/* The file and its build-id. A descriptor, or a negative errno; -ENOTSUP: it has none. */
static int open_program(const char *path, struct build_id *ret_id)
{
	struct stat status;
	int found = regular_file_find(AT_FDCWD, path, &status);
	int fd = found < 0 ? found : regular_file_open(found);

	if (fd >= 0 && build_id_read(ret_id, fd)) {
		close(fd);
		return -ENOTSUP;
	}
	return fd;
}

static const char *explain(int code)
{
	return code == -ENOTSUP ? "no program, or one without a build-id" : strerror(-code);
}

/* Says what came of an action on a build-id. */
static int tell(const char *doing, const struct build_id *id, const char *path, int result)
{
	char text[BUILD_ID_TEXT_SIZE];

	log_verbose("%s %s %s: %s", doing, build_id_text(id, text), path, result < 0 ? "FAIL" : "Ok");
	return result < 0 ? result : 0;
}

/* The build-id of a file of debug information alone, whose segments are not in it. */
static void read_debug_id(struct build_id *ret_id, int fd)
{
	struct filemap *map;
	struct stat status;

	*ret_id = (struct build_id){ 0 };
	if (fstat(fd, &status) || !status.st_size || filemap_open(&map, fd, (size_t)status.st_size))
		return;
	build_id_find(ret_id, filemap_data(map), (size_t)status.st_size);
	filemap_close(map);
}

/* A file that debuginfod has sent. A descriptor, or a negative errno: -ENOENT: there is none of that build-id. */
static int open_fetched(struct fetch *fetch, const struct build_id *id)
{
	const char *path = fetch_path(fetch, id, FETCH_DEBUGINFO);
	struct build_id found;
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;

	if (fd < 0)
		return path ? -errno : -ENOENT;
	read_debug_id(&found, fd);
	if (build_id_matches(id, &found))
		return fd;
	close(fd);
	fetch_refuse(fetch, id, FETCH_DEBUGINFO);
	return -ENOENT;
}

/* Adds the debug information of a file, which is in the cache. 0 or a negative errno. */
static int add_debug(struct cache_actions *a, const struct build_id *id, const char *path)
{
	struct error err = ERROR_INIT;
	int fd = open_fetched(a->fetch, id), result;

	if (fd < 0) {
		log_error("couldn't add debug information of %s: %s", path,
			  fd == -ENOENT ? "no debuginfod server has sent it" : strerror(-fd));
		return fd;
	}
	result = tell("Adding debug information", id, path, build_id_cache_add_debug(&a->cache, id, path, fd, &err));
	if (result)
		log_error("couldn't add debug information of %s", err.message);
	close(fd);
	return result;
}

int cache_action_add(struct cache_actions *a, const char *path)
{
	struct error err = ERROR_INIT;
	struct build_id id;
	int fd = open_program(path, &id);
	char *whole = fd < 0 ? NULL : realpath(path, NULL);
	int result = fd < 0 ? fd : whole ? 0 : -errno;

	if (result) {
		log_error("couldn't add %s: %s", path, explain(result));
	} else {
		result = tell("Adding", &id, path, build_id_cache_add(&a->cache, &id, whole, fd, false, &err));
		if (result)
			log_error("couldn't add %s", err.message);
		else if (a->fetch && !build_id_cache_has(&a->cache, BUILD_ID_CACHE_DEBUG, &id))
			result = add_debug(a, &id, whole);
	}
	if (fd >= 0)
		close(fd);
	free(whole);
	return result;
}

/* What is not there need not be removed, as in Linux perf. */
static int remove_entry(struct build_id_cache *cache, const struct build_id *id, const char *path)
{
	struct error err = ERROR_INIT;
	int result = build_id_cache_remove(cache, id, &err);

	if (result == -ENOENT) {
		log_verbose("%s wasn't in the cache", path);
		return 0;
	}
	if (result)
		log_error("couldn't remove %s: %s", path, err.message);
	return tell("Removing", id, path, result);
}

int cache_action_remove(struct cache_actions *a, const char *path)
{
	struct build_id id;
	int fd = open_program(path, &id);

	if (fd < 0) {
		log_error("couldn't remove %s: %s", path, explain(fd));
		return fd;
	}
	close(fd);
	return remove_entry(&a->cache, &id, path);
}

int cache_action_update(struct cache_actions *a, const char *path)
{
	struct build_id id;
	int fd = open_program(path, &id);
	int result;

	if (fd < 0) {
		log_error("couldn't update %s: %s", path, explain(fd));
		return fd;
	}
	close(fd);
	result = remove_entry(&a->cache, &id, path);
	return result ? result : cache_action_add(a, path);
}

/* The whole path of a file that need not be there. malloc'ed, or NULL. */
static char *whole_path(const char *path)
{
	char *whole = realpath(path, NULL), *folder;
	const char *slash = strrchr(path, '/');

	if (whole)
		return whole;
	whole = strndup(path, slash ? (size_t)(slash - path) + 1 : 0);
	folder = realpath(whole && *whole ? whole : ".", NULL);
	free(whole);
	if (!folder || asprintf(&whole, "%s/%s", strcmp(folder, "/") ? folder : "", slash ? slash + 1 : path) < 0)
		whole = NULL;
	free(folder);
	return whole;
}

int cache_action_purge(struct cache_actions *a, const char *path)
{
	char *whole = whole_path(path);
	struct entries entries;
	int result = entries_read(&entries, &a->cache, whole ? whole : path);

	for (uint32_t i = 0; i < entries.n && !result; i++)
		result = remove_entry(&a->cache, &entries.list[i].id, path);
	if (!entries.n && !result)
		log_verbose("%s wasn't in the cache", path);
	else
		log_verbose("Purging %s: %s", path, result ? "FAIL" : "Ok");
	entries_free(&entries);
	free(whole);
	return result;
}

int cache_action_purge_all(struct cache_actions *a)
{
	struct entries entries;
	int result = entries_read(&entries, &a->cache, NULL);

	for (uint32_t i = 0; i < entries.n && !result; i++)
		result = remove_entry(&a->cache, &entries.list[i].id, entries.list[i].name);
	log_verbose("Purged all: %s", result ? "FAIL" : "Ok");
	entries_free(&entries);
	return result;
}

int cache_action_list(struct cache_actions *a)
{
	char text[BUILD_ID_TEXT_SIZE];
	struct entries entries;
	int result = entries_read(&entries, &a->cache, NULL);

	for (uint32_t i = 0; i < entries.n && !result; i++)
		printf("%s %s\n", build_id_text(&entries.list[i].id, text), entries.list[i].name);
	entries_free(&entries);
	return result;
}
