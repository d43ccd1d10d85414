#include "formats/cache/cache_place.h"

#include "common/buffer.h"
#include "common/fileio.h"
#include "common/regular_file.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define SYSTEM_CONFIG "/etc/perfconfig"

/* --- the text ------------------------------------------------------------------------- */

struct config_text {
	const char *p, *end;
};

static bool at_end_of_line(const struct config_text *t)
{
	return t->p == t->end || *t->p == '\n';
}

static void skip_blanks(struct config_text *t)
{
	while (!at_end_of_line(t) && isspace((unsigned char)*t->p))
		t->p++;
}

static void skip_line(struct config_text *t)
{
	while (!at_end_of_line(t))
		t->p++;
	if (t->p < t->end)
		t->p++;
}

/* A name of letters, digits, '-' and '.', and the blanks after it. Whether it is that one. */
static bool take_name(struct config_text *t, const char *name)
{
	const char *start = t->p;
	size_t size;

	while (!at_end_of_line(t) && (isalnum((unsigned char)*t->p) || *t->p == '-' || *t->p == '.'))
		t->p++;
	size = (size_t)(t->p - start);
	skip_blanks(t);
	return size == strlen(name) && strncasecmp(start, name, size) == 0;
}

static bool take_char(struct config_text *t, char c)
{
	if (at_end_of_line(t) || *t->p != c)
		return false;
	t->p++;
	skip_blanks(t);
	return true;
}

/* What comes after a backslash; 0: nothing, the value goes on in the next line. */
static char escaped(struct config_text *t)
{
	char c = t->p < t->end ? *t->p++ : '\n';

	return c == '\n' ? 0 : c == 'n' ? '\n' : c == 't' ? '\t' : c;
}

/* The rest of the line without blanks at its end, quotes and what is commented. False: too long, or an open quote. */
static bool take_value(struct config_text *t, char value[PATH_MAX])
{
	size_t size = 0, kept = 0;
	bool quoted = false;

	while (!at_end_of_line(t)) {
		char c = *t->p++;

		if (c == '"') {
			quoted = !quoted;
			kept = size;
			continue;
		}
		if (!quoted && (c == '#' || c == ';'))
			break;
		if (c == '\\')
			c = escaped(t);
		if (!c)
			continue;
		if (size == PATH_MAX - 1)
			return false;
		value[size++] = c;
		if (quoted || !isspace((unsigned char)c))
			kept = size;
	}
	value[kept] = 0;
	return !quoted;
}

bool cache_place_parse(char dir[PATH_MAX], const char *text, size_t size)
{
	struct config_text t = { .p = text, .end = text + size };
	bool inside = false, found = false;
	char value[PATH_MAX];

	while (t.p < t.end) {
		skip_blanks(&t);
		if (take_char(&t, '['))
			inside = take_name(&t, "buildid") && take_char(&t, ']');
		if (inside && take_name(&t, "dir") && take_char(&t, '=') && take_value(&t, value) && value[0] == '/') {
			strcpy(dir, value);
			found = true;
		}
		skip_line(&t);
	}
	return found;
}

/* --- the files ------------------------------------------------------------------------ */

static bool read_config(char dir[PATH_MAX], const char *path, uid_t user)
{
	struct stat status;
	struct buffer text;
	uint8_t *room;
	ssize_t n = -1;
	bool found;
	int fd = regular_file_find(AT_FDCWD, path, &status);

	if (fd < 0)
		return false;
	if (status.st_size > CACHE_CONFIG_MAX || (status.st_uid && status.st_uid != user)) {
		close(fd);
		return false;
	}
	fd = regular_file_open(fd);
	buffer_init(&text);
	room = buffer_reserve(&text, CACHE_CONFIG_MAX);
	if (fd >= 0 && room)
		n = fileio_pread(fd, room, CACHE_CONFIG_MAX, 0);
	if (fd >= 0)
		close(fd);
	found = n > 0 && cache_place_parse(dir, (const char *)room, (size_t)n);
	buffer_fini(&text);
	return found;
}

bool cache_place_find(char dir[PATH_MAX], const char *home, uid_t user)
{
	const char *given = getenv("PERF_BUILDID_DIR");
	char path[PATH_MAX];

	if (given)
		return snprintf(dir, PATH_MAX, "%s", given) < PATH_MAX;
	if (home && *home && snprintf(path, sizeof(path), "%s/.perfconfig", home) < PATH_MAX &&
	    read_config(dir, path, user))
		return true;
	if (read_config(dir, SYSTEM_CONFIG, user))
		return true;
	return home && *home && snprintf(dir, PATH_MAX, "%s/.debug", home) < PATH_MAX;
}
