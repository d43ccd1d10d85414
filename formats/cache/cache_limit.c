/*
 * cache_limit: removes the oldest entries of a build-id cache (build_id_cache_limit of formats/cache/build_id_cache.h).
 */
#include "formats/cache/build_id_cache.h"

#include "common/bytes.h"
#include "common/list.h"
#include "formats/cache/cache_names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct aged {
	struct build_id id;
	struct timespec age;
	uint64_t bytes;
};

struct marked {
	struct aged *list;
	uint32_t n, capacity;
	uint64_t bytes;
};

/* Returns how many bytes on the disk removing the entry frees: files with other links free none. */
static uint64_t entry_bytes(const struct build_id_cache *cache, const struct build_id *id)
{
	static const char *const files[] = { "/elf", "/kallsyms", "/vdso" };
	uint64_t bytes = 0;
	struct stat status;
	char path[PATH_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		if (cache_link_path(path, id, files[i]) && !fstatat(cache->dir, path, &status, 0) &&
		    status.st_nlink == 1)
			bytes += (uint64_t)status.st_blocks * 512;
	return bytes;
}

static int take_mark(const struct build_id_cache *cache, const char *name, struct marked *m)
{
	struct aged entry;
	struct stat status;
	char path[PATH_MAX];

	if (!cache_parse_id(&entry.id, name, ""))
		return 0;
	cache_mark_path(path, &entry.id);
	if (fstatat(cache->dir, path, &status, AT_SYMLINK_NOFOLLOW))
		return 0;
	entry.age = status.st_mtim;
	entry.bytes = entry_bytes(cache, &entry.id);
	if (!list_reserve(&m->list, m->n, &m->capacity, sizeof(*m->list)))
		return -ENOMEM;
	m->list[m->n++] = entry;
	m->bytes += entry.bytes;
	return 0;
}

static int take_marks(const struct build_id_cache *cache, struct marked *m)
{
	DIR *dir = cache_open_folder(cache->dir, CACHE_MARKS);
	int result = 0;

	if (!dir)
		return errno == ENOENT ? 0 : -errno;
	for (struct dirent *e; !result && (e = readdir(dir));)
		if (!cache_is_dot(e->d_name))
			result = take_mark(cache, e->d_name, m);
	closedir(dir);
	return result;
}

static int compare_times(const struct timespec *a, const struct timespec *b)
{
	if (a->tv_sec != b->tv_sec)
		return a->tv_sec < b->tv_sec ? -1 : 1;
	return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

static int compare_ages(const void *a, const void *b)
{
	return compare_times(&((const struct aged *)a)->age, &((const struct aged *)b)->age);
}

int build_id_cache_limit(struct build_id_cache *cache, uint64_t bytes, struct timespec since, uint32_t *ret_removed,
			 struct error *err)
{
	struct marked m = { 0 };
	int result = take_marks(cache, &m);

	*ret_removed = 0;
	if (!result && m.bytes > bytes)
		qsort(m.list, m.n, sizeof(*m.list), compare_ages);
	for (uint32_t i = 0; !result && i < m.n && m.bytes > bytes; i++) {
		if (compare_times(&m.list[i].age, &since) >= 0)
			break;
		/* What another program has removed meanwhile is gone, too. */
		build_id_cache_remove(cache, &m.list[i].id, NULL);
		m.bytes -= m.list[i].bytes;
		++*ret_removed;
	}
	free(m.list);
	return result ? error_set(err, result, "build-id cache: %s", strerror(-result)) : 0;
}
