#include "report/command/recordings_near.h"

#include "common/fileio.h"
#include "common/safe_open.h"
#include "formats/file/perf_open.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A directory may have any number of files, of which no more are looked into. */
#define FILES_MAX 4096u

struct near_file {
	char *name; /* malloced; NULL: none */
	struct timespec changed;
};

static bool is_newer(const struct near_file *a, const struct near_file *b)
{
	if (a->changed.tv_sec != b->changed.tv_sec)
		return a->changed.tv_sec > b->changed.tv_sec;
	if (a->changed.tv_nsec != b->changed.tv_nsec)
		return a->changed.tv_nsec > b->changed.tv_nsec;
	return strcmp(a->name, b->name) < 0;
}

static bool is_recording(int directory, const char *name, struct stat *st)
{
	uint8_t magic[8];
	int found = regular_file_find_here(directory, name, st), fd;
	bool ok;

	if (found < 0)
		return false;
	fd = regular_file_open(found);
	ok = fd >= 0 && fileio_pread(fd, magic, sizeof(magic), 0) == sizeof(magic) && perf_file_is_magic(magic);
	if (fd >= 0)
		close(fd);
	return ok;
}

/* Keeps the newest, in their order. */
static void keep(struct near_file *list, struct near_file *file)
{
	for (unsigned i = 0; i < RECORDINGS_NEAR_MAX && file->name; i++) {
		if (!list[i].name || is_newer(file, &list[i])) {
			struct near_file other = list[i];

			list[i] = *file;
			*file = other;
		}
	}
	free(file->name);
}

static void look_at(struct near_file *list, int directory, const char *prefix, const char *name)
{
	struct near_file file = { 0 };
	struct stat st;

	if (!is_recording(directory, name, &st))
		return;
	file.changed = st.st_mtim;
	if (asprintf(&file.name, "%s%s", prefix, name) < 0)
		file.name = NULL;
	keep(list, &file);
}

char **recordings_near(const char *path)
{
	const char *slash = strrchr(path, '/'), *own = slash ? slash + 1 : path;
	char *prefix = strndup(path, slash ? (size_t)(slash + 1 - path) : 0);
	char **names = calloc(RECORDINGS_NEAR_MAX + 1, sizeof(*names));
	struct near_file list[RECORDINGS_NEAR_MAX] = { 0 };
	DIR *directory = prefix ? opendir(*prefix ? prefix : ".") : NULL;
	const struct dirent *entry;

	for (unsigned i = 0; directory && i < FILES_MAX && (entry = readdir(directory)); i++)
		if (strcmp(entry->d_name, own) != 0)
			look_at(list, dirfd(directory), prefix, entry->d_name);
	for (unsigned i = 0; i < RECORDINGS_NEAR_MAX; i++) {
		if (names)
			names[i] = list[i].name;
		else
			free(list[i].name);
	}
	if (directory)
		closedir(directory);
	free(prefix);
	return names;
}
