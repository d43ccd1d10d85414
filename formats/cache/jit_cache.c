#include "formats/cache/jit_cache.h"

#include "formats/cache/cache_names.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Times are as long as any, so that the names of one process are in their order. */
static void put_name(char name[64], bool is_dump, uint32_t pid, uint64_t time)
{
	snprintf(name, 64, is_dump ? "jit-%" PRIu32 "-%020" PRIu64 ".dump" : "perf-%" PRIu32 "-%020" PRIu64 ".map", pid,
		 time);
}

int jit_cache_put(int dir, bool is_dump, uint32_t pid, uint64_t time, int fd, struct cache_room *room)
{
	char path[sizeof(JIT_CACHE_FOLDER "/") + 64], name[64];
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	put_name(name, is_dump, pid, time);
	snprintf(path, sizeof(path), JIT_CACHE_FOLDER "/%s", name);
	return cache_file_put_dated(dir, path, fd, &now, room);
}

/* What a walk over the copies finds. */
struct copies {
	uint32_t n;
	uint64_t size;
	char oldest[64];
	struct timespec time; /* of the oldest */
};

static void look(struct copies *c, int folder, const char *name)
{
	struct stat status;

	if (strlen(name) >= sizeof(c->oldest) || fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW))
		return;
	if (!c->n++ || status.st_mtim.tv_sec < c->time.tv_sec ||
	    (status.st_mtim.tv_sec == c->time.tv_sec && status.st_mtim.tv_nsec < c->time.tv_nsec)) {
		strcpy(c->oldest, name);
		c->time = status.st_mtim;
	}
	c->size += (uint64_t)status.st_blocks * 512;
}

/* Removes the oldest if there are too many. False: there are not. */
static bool remove_one(int dir)
{
	DIR *folder = cache_open_folder(dir, JIT_CACHE_FOLDER);
	struct copies c = { 0 };
	bool removed = false;

	if (!folder)
		return false;
	for (struct dirent *e; (e = readdir(folder));)
		if (!cache_is_dot(e->d_name))
			look(&c, dirfd(folder), e->d_name);
	if (c.n > JIT_CACHE_FILES_MAX || c.size > JIT_CACHE_MAX_BYTES)
		removed = !unlinkat(dirfd(folder), c.oldest, 0);
	closedir(folder);
	return removed;
}

void jit_cache_limit(int dir)
{
	while (remove_one(dir))
		;
}

bool jit_cache_find(char *path, size_t size, const char *cache, bool is_dump, uint32_t pid, uint64_t until)
{
	char first[64], last[64], best[64] = "";
	int n = snprintf(path, size, "%s/" JIT_CACHE_FOLDER, cache);
	DIR *folder = n > 0 && (size_t)n < size ? opendir(path) : NULL;

	if (!folder)
		return false;
	put_name(first, is_dump, pid, 0);
	put_name(last, is_dump, pid, until ? until : UINT64_MAX);
	for (struct dirent *e; (e = readdir(folder));)
		if (strlen(e->d_name) == strlen(first) && strcmp(e->d_name, first) >= 0 &&
		    strcmp(e->d_name, last) <= 0 && strcmp(e->d_name, best) > 0)
			memcpy(best, e->d_name, strlen(first) + 1);
	closedir(folder);
	n = snprintf(path, size, "%s/" JIT_CACHE_FOLDER "/%s", cache, best);
	return *best && n > 0 && (size_t)n < size;
}
