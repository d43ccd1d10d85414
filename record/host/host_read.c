#include "record/host/host_read.h"

#include "common/fileio.h"
#include "common/list.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOST_PATH_MAX 512
#define HOST_FILE_MAX (64u << 20) /* /proc/cpuinfo of thousands of CPUs */

void host_read_init(struct host_read *r, const struct host_roots *roots)
{
	*r = (struct host_read){ .proc_root = roots->proc_root ? roots->proc_root : "/proc",
				 .sys_root = roots->sys_root ? roots->sys_root : "/sys" };
	arena_init(&r->strings);
}

void host_read_fini(struct host_read *r)
{
	arena_fini(&r->strings);
}

void *host_read_alloc(struct host_read *r, size_t n, size_t size)
{
	size_t bytes;
	void *p = NULL;

	if (!__builtin_mul_overflow(n ? n : 1, size, &bytes))
		p = arena_alloc(&r->strings, bytes);
	if (p)
		memset(p, 0, bytes);
	else
		r->nomem = true;
	return p;
}

static char *host_read_path(struct host_read *r, const char *path)
{
	struct buffer text;
	char *copy = NULL;

	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, path, &text, HOST_FILE_MAX)) {
		copy = arena_strndup(&r->strings, text.data ? (char *)text.data : "", text.size);
		r->nomem |= !copy;
	}
	buffer_fini(&text);
	return copy;
}

__attribute__((format(printf, 2, 0))) static char *host_read_text(struct host_read *r, const char *format, va_list args)
{
	char path[HOST_PATH_MAX];
	size_t used = snprintf(path, sizeof(path), "%s/", r->sys_root);

	if (used >= sizeof(path))
		return NULL;
	vsnprintf(path + used, sizeof(path) - used, format, args);
	return host_read_path(r, path);
}

__attribute__((format(printf, 2, 0))) static const char *host_read_line(struct host_read *r, const char *format,
									va_list args)
{
	char *text = host_read_text(r, format, args);
	size_t size;

	if (!text)
		return NULL;
	size = strcspn(text, "\n");
	while (size && isspace((unsigned char)text[size - 1]))
		size--;
	text[size] = 0;
	return text;
}

const char *host_read_sys_text(struct host_read *r, const char *format, ...)
{
	const char *text;
	va_list args;

	va_start(args, format);
	text = host_read_text(r, format, args);
	va_end(args);
	return text;
}

const char *host_read_sys(struct host_read *r, const char *format, ...)
{
	const char *line;
	va_list args;

	va_start(args, format);
	line = host_read_line(r, format, args);
	va_end(args);
	return line;
}

uint64_t host_read_sys_number(struct host_read *r, uint64_t missing, const char *format, ...)
{
	const char *line;
	va_list args;
	char *end;
	uint64_t number;

	va_start(args, format);
	line = host_read_line(r, format, args);
	va_end(args);
	if (!line)
		return missing;
	number = strtoull(line, &end, 10);
	return end == line ? missing : number;
}

const char *host_read_proc(struct host_read *r, const char *name)
{
	char path[HOST_PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", r->proc_root, name);
	return host_read_path(r, path);
}

/* Runs of white space become one blank; none is left at the end. */
static const char *host_squeeze(struct host_read *r, const char *text, size_t size)
{
	char *copy = arena_strndup(&r->strings, text, size);
	size_t n = 0;

	if (!copy) {
		r->nomem = true;
		return NULL;
	}
	for (size_t i = 0; i < size; i++) {
		if (!isspace((unsigned char)text[i]))
			copy[n++] = text[i];
		else if (n && copy[n - 1] != ' ')
			copy[n++] = ' ';
	}
	while (n && copy[n - 1] == ' ')
		n--;
	copy[n] = 0;
	return copy;
}

const char *host_read_value(struct host_read *r, const char *text, const char *key)
{
	size_t key_size = strlen(key);

	for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line ? 1 : 0) {
		const char *p = line + key_size;

		if (strncmp(line, key, key_size))
			continue;
		p += strspn(p, " \t");
		if (*p == ':')
			return host_squeeze(r, p + 1, strcspn(p + 1, "\n"));
	}
	return NULL;
}

static int number_compare(const void *a, const void *b)
{
	int x = *(const int *)a;
	int y = *(const int *)b;

	return (x > y) - (x < y);
}

/* The number after the prefix, or -1. */
static int entry_number(const char *name, const char *prefix)
{
	size_t size = strlen(prefix);

	if (strncmp(name, prefix, size) || !isdigit((unsigned char)name[size]) ||
	    strspn(name + size, "0123456789") != strlen(name + size) || strlen(name + size) > 8)
		return -1;
	return atoi(name + size);
}

int host_read_numbers(struct host_read *r, struct cpulist *ret_numbers, const char *folder, const char *prefix)
{
	struct cpulist list = { 0 };
	char path[HOST_PATH_MAX];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%s", r->sys_root, folder);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while ((entry = readdir(dir))) {
		int number = entry_number(entry->d_name, prefix);

		if (number < 0)
			continue;
		if (!list_reserve_unkept(&list.cpus, list.n, sizeof(*list.cpus))) {
			r->nomem = true;
			break;
		}
		list.cpus[list.n++] = number;
	}
	closedir(dir);
	if (r->nomem) {
		cpulist_fini(&list);
		return -ENOMEM;
	}
	if (list.n)
		qsort(list.cpus, list.n, sizeof(*list.cpus), number_compare);
	*ret_numbers = list;
	return 0;
}
