#include "report/linecache/line_eviction.h"

#include "common/list.h"
#include "common/own_folder.h"
#include "report/linecache/line_cache.h"
#include "report/linecache/line_writer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Nobody takes longer to write one. */
#define ABANDONED_SECONDS 3600

/* --- the directory --------------------------------------------------------------------- */

int line_eviction_open(const char *path)
{
	int folder = own_folder_open(path, OWN_FOLDER_MAKE | OWN_FOLDER_OWN, 0700);
	struct stat st;
	int fd, result;

	if (folder < 0)
		return folder;
	fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	close(folder);
	if (fd < 0)
		return -errno;
	result = fstat(fd, &st) ? -errno : line_cache_is_own(&st) ? 0 : -EPERM;
	if (!result)
		return fd;
	close(fd);
	return result;
}

/* --- room -------------------------------------------------------------------------------- */

struct aged_entry {
	char name[LINE_NAME_SIZE];
	uint64_t bytes;
	struct timespec used;
};

struct aged_entries {
	struct aged_entry *list;
	uint32_t n, capacity;
	uint64_t bytes;
};

static bool is_later(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

static int compare_used(const void *a, const void *b)
{
	const struct aged_entry *x = a, *y = b;

	return is_later(&x->used, &y->used) - is_later(&y->used, &x->used);
}

/* Notes an entry; removes what a writer has left behind. False without memory. */
static bool take_file(struct aged_entries *all, int directory, const char *name)
{
	bool is_entry = line_name_is_good(name);
	struct aged_entry *e;
	struct stat st;

	if ((!is_entry && !line_writer_is_temporary(name)) || fstatat(directory, name, &st, AT_SYMLINK_NOFOLLOW))
		return true;
	if (!is_entry) {
		if (st.st_mtime < time(NULL) - ABANDONED_SECONDS)
			unlinkat(directory, name, 0);
		return true;
	}
	if (!list_reserve(&all->list, all->n, &all->capacity, sizeof(*all->list)))
		return false;
	e = &all->list[all->n++];
	memcpy(e->name, name, strlen(name) + 1);
	e->bytes = (uint64_t)st.st_size;
	/* File systems that keep no times of reading know when it was written. */
	e->used = is_later(&st.st_atim, &st.st_mtim) ? st.st_atim : st.st_mtim;
	all->bytes += e->bytes;
	return true;
}

int line_eviction_limit(int directory, uint64_t limit)
{
	int again = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = again < 0 ? NULL : fdopendir(again);
	struct aged_entries all = { 0 };
	struct dirent *d;
	bool good = true;

	if (!dir) {
		int code = -errno;

		if (again >= 0)
			close(again);
		return code;
	}
	while (good && (d = readdir(dir)))
		good = take_file(&all, directory, d->d_name);
	closedir(dir);
	if (all.n && all.bytes > limit)
		qsort(all.list, all.n, sizeof(*all.list), compare_used);
	for (uint32_t i = 0; good && i < all.n && all.bytes > limit; i++) {
		unlinkat(directory, all.list[i].name, 0);
		all.bytes -= all.list[i].bytes;
	}
	free(all.list);
	return good ? 0 : -ENOMEM;
}
