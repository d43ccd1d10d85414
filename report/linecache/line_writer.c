#include "report/linecache/line_writer.h"

#include "common/fileio.h"
#include "common/list.h"
#include "common/safe_open.h"
#include "report/linecache/line_cache.h"
#include "report/linecache/line_entry.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char suffix[] = ".new-";

static void writer_fail(struct line_writer *w, int code)
{
	if (!w->code)
		w->code = code;
}

void line_writer_begin(struct line_writer *w, int directory, const struct line_key *key, uint64_t size)
{
	line_writer_drop(w);
	*w = (struct line_writer){ .begun = true, .directory = directory, .file = -1, .left = size };
	if (directory < 0) {
		writer_fail(w, directory);
		return;
	}
	if (!key->build_id.size || key->build_id.size > BUILD_ID_SIZE_MAX || !size || size > LINE_ENTRY_MAX) {
		writer_fail(w, -EINVAL);
		return;
	}
	line_key_name(key, w->name);
	snprintf(w->temporary, sizeof(w->temporary), "%s%s%d", w->name, suffix, (int)getpid());
	/* A file left by a killed process that had the same pid. */
	unlinkat(directory, w->temporary, 0);
	w->file = openat(directory, w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (w->file < 0)
		writer_fail(w, -errno);
}

void line_writer_put(struct line_writer *w, const void *data, size_t size)
{
	if (!w->begun || w->code)
		return;
	if (size > w->left)
		writer_fail(w, -EINVAL);
	else
		writer_fail(w, fileio_write(w->file, data, size, NULL));
	w->left -= w->code ? 0 : size;
}

int line_writer_end(struct line_writer *w)
{
	int code;

	if (!w->begun || w->left)
		writer_fail(w, -EINVAL);
	if (w->file >= 0 && w->begun) {
		if (close(w->file))
			writer_fail(w, -errno);
		w->file = -1;
		if (!w->code && renameat(w->directory, w->temporary, w->directory, w->name))
			writer_fail(w, -errno);
		if (w->code)
			unlinkat(w->directory, w->temporary, 0);
	}
	code = w->code;
	*w = (struct line_writer){ .file = -1 };
	return code;
}

void line_writer_drop(struct line_writer *w)
{
	if (!w->begun)
		return;
	writer_fail(w, -ECANCELED);
	line_writer_end(w);
}

bool line_writer_is_temporary(const char *name)
{
	const char *at = strstr(name, suffix);
	char entry[LINE_NAME_SIZE];

	if (!at || (size_t)(at - name) >= sizeof(entry))
		return false;
	memcpy(entry, name, (size_t)(at - name));
	entry[at - name] = 0;
	at += strlen(suffix);
	return line_name_is_good(entry) && *at && !at[strspn(at, "0123456789")];
}

/* Writing an entry never takes longer. */
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

/* --- eviction -------------------------------------------------------------------------------- */

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

/* Lists an entry, or removes an abandoned temporary file. False without memory. */
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
	/* With noatime st_atime may be older than st_mtime. */
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
