#include "report/annotate/source_text.h"

#include "common/fileio.h"
#include "common/list.h"
#include "report/elf/file_opener.h"
#include "report/symbols/bundled_names.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct source_text_file {
	char *path;
	char *text; /* NULL: it is not here */
	uint32_t size;
	uint32_t *starts; /* of its lines, and the end */
	uint32_t n_lines;
};

void source_texts_fini(struct source_texts *t)
{
	for (uint32_t i = 0; i < t->n; i++) {
		free(t->list[i].path);
		free(t->list[i].text);
		free(t->list[i].starts);
	}
	free(t->list);
	hash_table_fini(&t->table);
}

static bool same_path(const void *context, uint32_t number, const void *path)
{
	return !strcmp(((const struct source_texts *)context)->list[number].path, path);
}

/* As perf's --prefix and --prefix-strip. */
static const char *strip_folders(const char *path, unsigned n)
{
	while (n-- && *path == '/') {
		const char *next = strchr(path + 1, '/');

		if (!next)
			break;
		path = next;
	}
	return path;
}

/* Opens what a path names; below --symfs, if it is there. */
static int open_path(const struct source_texts *t, const char *path, uint64_t *ret_size)
{
	const char *symfs = t->config->symfs ? t->config->symfs : "";
	char full[PATH_MAX];
	int fd = -1;

	if (t->prefix && *path == '/')
		snprintf(full, sizeof(full), "%s%s", t->prefix, strip_folders(path, t->strip));
	else
		snprintf(full, sizeof(full), "%s%s", *path == '/' ? symfs : "", path);
	fd = file_opener_open(t->config->opener, full, FILE_STORED, ret_size, NULL);
	if (fd < 0 && (t->prefix || *symfs))
		fd = file_opener_open(t->config->opener, path, FILE_STORED, ret_size, NULL);
	return fd;
}

/* Where lines begin. False without memory. */
static bool find_lines(struct source_text_file *f)
{
	uint32_t n = 1;

	for (uint32_t i = 0; i < f->size; i++)
		n += f->text[i] == '\n';
	f->starts = malloc((n + 1ull) * sizeof(*f->starts));
	if (!f->starts)
		return false;
	f->starts[f->n_lines++] = 0;
	for (uint32_t i = 0; i < f->size; i++)
		if (f->text[i] == '\n')
			f->starts[f->n_lines++] = i + 1;
	f->starts[f->n_lines] = f->size + 1;
	return true;
}

static void read_file(struct source_texts *t, struct source_text_file *f)
{
	uint64_t size;
	int fd = open_path(t, f->path, &size);
	ssize_t n = -1;

	if (fd < 0)
		return;
	if (size <= SOURCE_TEXT_MAX && t->size + size <= SOURCE_TEXTS_MAX)
		f->text = malloc(size + 1);
	if (f->text)
		n = fileio_pread(fd, f->text, size, 0);
	close(fd);
	f->size = n > 0 ? (uint32_t)n : 0;
	t->size += f->size;
	if (n >= 0 && find_lines(f))
		return;
	free(f->text);
	f->text = NULL;
}

/* The file of a path, read if it is new; NULL without memory. */
static const struct source_text_file *file_of(struct source_texts *t, const char *path)
{
	uint64_t hash = hash_bytes(path, strlen(path));
	uint32_t number = hash_table_find(&t->table, hash, same_path, t, path);
	struct source_text_file *f;

	if (number != HASH_TABLE_NONE)
		return &t->list[number];
	if (!list_reserve(&t->list, t->n, &t->capacity, sizeof(*t->list)))
		return NULL;
	f = &t->list[t->n];
	*f = (struct source_text_file){ .path = strdup(path) };
	if (!f->path || hash_table_add(&t->table, hash, t->n)) {
		free(f->path);
		return NULL;
	}
	t->n++;
	read_file(t, f);
	return f;
}

const char *source_texts_line(struct source_texts *t, const char *path, unsigned line, size_t *ret_size)
{
	const char *carried = bundled_names_line(t->config->bundled, path, line);
	const struct source_text_file *f;

	if (carried) {
		*ret_size = strlen(carried);
		return carried;
	}
	f = file_of(t, path);
	if (!f || !f->text || !line || line > f->n_lines || f->starts[line - 1] > f->size)
		return NULL;
	*ret_size = f->starts[line] - f->starts[line - 1] - 1;
	if (*ret_size && f->text[f->starts[line - 1] + *ret_size - 1] == '\r')
		--*ret_size;
	return f->text + f->starts[line - 1];
}
