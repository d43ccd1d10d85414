#include "common/perf_config.h"

#include "common/fileio.h"
#include "common/safe_open.h"

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

/* Skips a name of letters, digits, '-', '_' and '.', and the blanks after it. True: it is this name. */
static bool take_name(struct config_text *t, const char *name)
{
	const char *start = t->p;
	size_t size;

	while (!at_end_of_line(t) && (isalnum((unsigned char)*t->p) || *t->p == '-' || *t->p == '_' || *t->p == '.'))
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

/* Returns the character that is meant by the one after a backslash; 0: none, the value goes on in the next line. */
static char escaped(struct config_text *t)
{
	char c = t->p < t->end ? *t->p++ : '\n';

	return c == '\n' ? 0 : c == 'n' ? '\n' : c == 't' ? '\t' : c;
}

/* Takes the rest of the line, without blanks at its end, quotes and comments. False: too long, or an open quote. */
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

bool perf_config_parse(const char *text, size_t size, const char *section, const char *name, char value[PATH_MAX])
{
	struct config_text t = { .p = text, .end = text + size };
	bool inside = false, found = false;
	char next[PATH_MAX];

	while (t.p < t.end) {
		skip_blanks(&t);
		if (take_char(&t, '['))
			inside = take_name(&t, section) && take_char(&t, ']');
		if (inside && take_name(&t, name) && take_char(&t, '=') && take_value(&t, next)) {
			strcpy(value, next);
			found = true;
		}
		skip_line(&t);
	}
	return found;
}

bool perf_config_note(char **note, const struct perf_config_file *file, const char *section, const char *name,
		      const char *value)
{
	const bool is_named = *note && strstr(*note, file->path);
	char *joined = NULL;

	if (asprintf(&joined, "%s%s%s%s%s.%s=%s", *note ? *note : "", *note ? ", " : "", is_named ? "" : file->path,
		     is_named ? "" : ": ", section, name, value) < 0)
		return false;
	free(*note);
	*note = joined;
	return true;
}

int perf_config_bool(const char *value)
{
	static const char *const words[][5] = { { "false", "no", "off", "0", NULL },
						{ "true", "yes", "on", "1", NULL } };

	for (int is_true = 0; is_true < 2; is_true++)
		for (const char *const *word = words[is_true]; *word; word++)
			if (!strcasecmp(value, *word))
				return is_true;
	return -1;
}

/* --- the files ------------------------------------------------------------------------ */

static void read_file(struct perf_config_file *file, uid_t user)
{
	struct stat status;
	uint8_t *room;
	ssize_t n = -1;
	int fd = regular_file_find(AT_FDCWD, file->path, &status);

	if (fd < 0)
		return;
	file->is_another_users = status.st_uid && status.st_uid != user;
	if (status.st_size > PERF_CONFIG_MAX || file->is_another_users) {
		close(fd);
		return;
	}
	fd = regular_file_open(fd);
	room = buffer_reserve(&file->text, PERF_CONFIG_MAX);
	if (fd >= 0 && room)
		n = fileio_pread(fd, room, PERF_CONFIG_MAX, 0);
	if (fd >= 0)
		close(fd);
	file->text.size = n > 0 ? (size_t)n : 0;
}

static void add_file(struct perf_config_file *file, const char *folder, const char *name, uid_t user)
{
	if (snprintf(file->path, sizeof(file->path), "%s%s", folder, name) < PATH_MAX)
		read_file(file, user);
}

void perf_config_read(struct perf_config *c, const char *home, uid_t user)
{
	const char *given = getenv("PERF_CONFIG");

	memset(c, 0, sizeof(*c));
	if (given) {
		add_file(&c->files[0], given, "", user);
		return;
	}
	if (home && *home)
		add_file(&c->files[0], home, "/.perfconfig", user);
	add_file(&c->files[1], SYSTEM_CONFIG, "", user);
}

void perf_config_fini(struct perf_config *c)
{
	for (int i = 0; i < PERF_CONFIG_FILES; i++)
		buffer_fini(&c->files[i].text);
}

const struct perf_config_file *perf_config_get(const struct perf_config *c, const char *section, const char *name,
					       char value[PATH_MAX])
{
	for (int i = 0; i < PERF_CONFIG_FILES; i++) {
		const struct perf_config_file *file = &c->files[i];

		if (file->text.size &&
		    perf_config_parse((const char *)file->text.data, file->text.size, section, name, value))
			return file;
	}
	return NULL;
}
