#include "formats/file/perf_dir.h"

#include "common/cursor.h"
#include "common/list.h"
#include "formats/file/perf_open.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DIR_VERSION_SINGLE 0 /* no data.N */
#define DIR_VERSION_PARTS  1

#define PART_NAME_MAX sizeof("data.4294967295")

/* The names of the perf.data file: today's, and that of the first versions. */
static const char *const data_names[] = { "data", "header" };

/* The numbers of the files data.N that exist. */
struct dir_parts {
	uint32_t *numbers;
	uint32_t n, capacity;
};

static int header_open(int dirfd, const char **ret_name, struct error *err)
{
	int fd = -1;

	for (size_t i = 0; i < ARRAY_SIZE(data_names) && fd < 0; i++) {
		fd = openat(dirfd, data_names[i], O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
		if (fd < 0 && errno != ENOENT)
			return error_set(err, -errno, "%s: %s", data_names[i], strerror(errno));
		*ret_name = data_names[i];
	}
	return fd < 0 ? error_set(err, -ENOENT, "a directory without a recording: there is no file 'data' in it") : fd;
}

/* Reads the version in DIR_FORMAT. False: there is none. */
static bool dir_version(const struct perf_file *f, uint64_t *ret_version)
{
	struct buffer b;
	struct cursor c;
	bool known;

	buffer_init(&b);
	known = !perf_file_read_feature(f, FEATURE_DIR_FORMAT, &b, NULL);
	c = cursor_make(b.data, b.size, f->swap);
	*ret_version = cursor_u64(&c);
	known = known && cursor_ok(&c);
	buffer_fini(&b);
	return known;
}

/*
 * True if the files data.N belong to the recording: by DIR_FORMAT, with *ret_said true; without it, if the recorder was
 * killed or the file is damaged, which may be why it is missing.
 */
static bool dir_has_parts(struct perf_file *f, bool *ret_said)
{
	struct error damage = ERROR_INIT;
	uint64_t version;

	*ret_said = dir_version(f, &version);
	if (!*ret_said)
		return f->unfinished || f->damages.n;
	if (version > DIR_VERSION_PARTS) {
		error_set(&damage, -ENOTSUP,
			  "version %llu of the directory format is not known here; read as version %d",
			  (unsigned long long)version, DIR_VERSION_PARTS);
		perf_file_note_damage(f, &damage);
	}
	return version != DIR_VERSION_SINGLE;
}

/* Parses N of data.N, as perf writes it. False: it is another name. */
static bool part_number(const char *name, uint32_t *ret_number)
{
	char again[PART_NAME_MAX];

	if (strncmp(name, "data.", 5) || strlen(name) >= sizeof(again) || name[5] < '0' || name[5] > '9')
		return false;
	*ret_number = (uint32_t)strtoul(name + 5, NULL, 10);
	snprintf(again, sizeof(again), "data.%u", *ret_number);
	return !strcmp(name, again);
}

static int part_list_add(struct dir_parts *parts, uint32_t number)
{
	if (!list_reserve(&parts->numbers, parts->n, &parts->capacity, sizeof(*parts->numbers)))
		return -ENOMEM;
	parts->numbers[parts->n++] = number;
	return 0;
}

enum perf_dir_name perf_dir_name(const char *name)
{
	uint32_t number;

	for (size_t i = 0; i < ARRAY_SIZE(data_names); i++)
		if (!strcmp(name, data_names[i]))
			return PERF_DIR_DATA;
	if (!strncmp(name, "kcore_dir", strlen("kcore_dir")))
		return PERF_DIR_KCORE;
	return part_number(name, &number) ? PERF_DIR_PART : PERF_DIR_OTHER;
}

static bool name_is_ours(const char *name, const char *header)
{
	return !strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, header) ||
	       perf_dir_name(name) == PERF_DIR_KCORE;
}

static int dir_entry(struct perf_file *f, const char *name, bool want_parts, struct dir_parts *parts)
{
	uint32_t number;

	if (name_is_ours(name, f->parts.list[0].name))
		return 0;
	if (want_parts && parts->n < PERF_FILE_PARTS_MAX && part_number(name, &number))
		return part_list_add(parts, number);
	f->extras.n++;
	/* The alphabetically first one does not depend on the order of the directory. */
	if (!f->extras.name || strcmp(name, f->extras.name) < 0) {
		char *copy = strdup(name);

		if (!copy)
			return -ENOMEM;
		free(f->extras.name);
		f->extras.name = copy;
	}
	return 0;
}

static int number_compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static int dir_list(struct perf_file *f, int dirfd, bool want_parts, struct dir_parts *parts, struct error *err)
{
	int fd = fcntl(dirfd, F_DUPFD_CLOEXEC, 0);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	int result = 0;

	if (!dir) {
		result = error_set(err, -errno, "the directory cannot be listed: %s", strerror(errno));
		if (fd >= 0)
			close(fd);
		return result;
	}
	while (!result && (entry = readdir(dir)))
		result = dir_entry(f, entry->d_name, want_parts, parts);
	closedir(dir);
	if (result)
		return error_nomem(err);
	if (parts->n)
		qsort(parts->numbers, parts->n, sizeof(*parts->numbers), number_compare);
	return 0;
}

/* Notes that data.FIRST to data.END - 1 are missing. */
static void note_missing(struct perf_file *f, uint32_t first, uint32_t end)
{
	struct error damage = ERROR_INIT;

	if (end - first == 1)
		error_set(&damage, -ENODATA, "data.%u is missing", first);
	else
		error_set(&damage, -ENODATA, "data.%u to data.%u are missing", first, end - 1);
	perf_file_note_damage(f, &damage);
}

/* Adds a part. If it cannot be read, notes that as damage, and goes on without it. */
static int part_add(struct perf_file *f, int dirfd, uint32_t number, struct error *err)
{
	struct error damage = ERROR_INIT;
	char name[PART_NAME_MAX];
	int fd, result;

	snprintf(name, sizeof(name), "data.%u", number);
	fd = openat(dirfd, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0)
		result = error_set(&damage, -errno, "%s: %s", name, strerror(errno));
	else
		result = perf_file_add_part(f, fd, name, &damage);
	if (result == -ENOMEM)
		return error_nomem(err);
	if (result)
		perf_file_note_damage(f, &damage);
	return 0;
}

static int parts_open(struct perf_file *f, int dirfd, const struct dir_parts *parts, struct error *err)
{
	struct error damage = ERROR_INIT;
	uint32_t next = 0;
	int result = 0;

	for (uint32_t i = 0; i < parts->n && !result; i++) {
		if (parts->numbers[i] != next)
			note_missing(f, next, parts->numbers[i]);
		next = parts->numbers[i] + 1;
		result = part_add(f, dirfd, parts->numbers[i], err);
	}
	if (!parts->n) {
		error_set(&damage, -ENODATA, "the files data.0 and on, which hold the samples, are missing");
		perf_file_note_damage(f, &damage);
	}
	return result;
}

static int dir_load(struct perf_file *f, int dirfd, const char *header, struct error *err)
{
	struct dir_parts parts = { 0 };
	bool is_said;
	bool want_parts = dir_has_parts(f, &is_said);
	int result;

	f->parts.list[0].name = strdup(header);
	if (!f->parts.list[0].name)
		return error_nomem(err);
	result = dir_list(f, dirfd, want_parts, &parts, err);
	if (!result && want_parts && (is_said || parts.n))
		result = parts_open(f, dirfd, &parts, err);
	free(parts.numbers);
	return result;
}

int perf_dir_open(struct perf_file **ret_file, int dirfd, struct error *err)
{
	struct perf_file *f = NULL;
	const char *header;
	int fd = header_open(dirfd, &header, err);
	int result = fd < 0 ? fd : perf_file_open(&f, fd, err);

	if (fd >= 0 && result)
		error_prefix(err, "%s", header);
	if (!result)
		result = dir_load(f, dirfd, header, err);
	close(dirfd);
	if (result) {
		perf_file_close(f);
		return result;
	}
	*ret_file = f;
	return 0;
}
