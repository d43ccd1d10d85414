#include "common/program.h"

#include "common/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

/* Finds out whether a program is in a folder. size: of the folder's path; 0: the working directory. */
static int program_check(const char *folder, size_t size, const char *name, char ret_path[static PATH_MAX])
{
	struct stat status;

	if (snprintf(ret_path, PATH_MAX, "%.*s%s%s", (int)size, folder, size ? "/" : "", name) >= PATH_MAX ||
	    stat(ret_path, &status))
		return -ENOENT;
	return S_ISDIR(status.st_mode) || faccessat(AT_FDCWD, ret_path, X_OK, AT_EACCESS) ? -EACCES : 0;
}

int program_path(const char *name, char ret_path[static PATH_MAX])
{
	const char *path = getenv("PATH");
	char usual[PATH_MAX];
	int result = -ENOENT;

	if (strchr(name, '/'))
		return program_check("", 0, name, ret_path);
	if (!path && confstr(_CS_PATH, usual, sizeof(usual)))
		path = usual;
	while (path && result) {
		size_t size = strcspn(path, ":");
		int found = program_check(path, size, name, ret_path);

		result = found == -ENOENT ? result : found;
		path = path[size] ? path + size + 1 : NULL;
	}
	return result;
}

int program_find(const char *name)
{
	char path[PATH_MAX];

	return program_path(name, path);
}

const char *own_program_folder(char buffer[static PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", buffer, PATH_MAX - 1);

	if (n < 0)
		n = snprintf(buffer, PATH_MAX, "%s", (const char *)getauxval(AT_EXECFN));
	buffer[n < PATH_MAX ? n : 0] = 0;
	return dirname(buffer);
}

const char *own_program_find(const char *program, char buffer[static PATH_MAX])
{
	const char *const folders[] = { own_program_folder(buffer), PREC_LIBEXECDIR, PREC_BINDIR };
	char path[PATH_MAX + 64];

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		snprintf(path, sizeof(path), "%s/%s", folders[i], program);
		if (*folders[i] && !access(path, F_OK))
			return folders[i];
	}
	return NULL;
}

int own_program_run(const char *program, char **argv, struct error *err)
{
	char buffer[PATH_MAX], path[PATH_MAX + 64];
	const char *folder = own_program_find(program, buffer);

	if (!folder)
		return error_set(err, -ENOENT,
				 "%s is neither beside this program nor in " PREC_LIBEXECDIR " or " PREC_BINDIR
				 "; is the installation complete?",
				 program);
	snprintf(path, sizeof(path), "%s/%s", folder, program);
	execv(path, argv);
	return error_set(err, -errno, "%s: %s", path, strerror(errno));
}

/* True if less's options, "-FRSX" or "FRSX" in the variable LESS, have the letter or the long name. */
static bool has_option(const char *words, char letter, const char *name)
{
	while (*words) {
		size_t size = strcspn(words, " \t");

		if (!strncmp(words, "--", 2) ? size == strlen(name) && !strncmp(words, name, size)
					     : memchr(words, letter, size) != NULL)
			return true;
		words += size;
		words += strspn(words, " \t");
	}
	return false;
}

/* True if less will have the option when it is called with these words. */
static bool less_has(const char *words, char letter, const char *name)
{
	const char *variable = getenv("LESS");

	return has_option(variable ? variable : LESS_OPTIONS, letter, name) || has_option(words, letter, name);
}

static struct pager_choice choose(const char *command)
{
	struct pager_choice c = { .command = command, .colors = true };
	size_t size = strcspn(command, " \t");
	size_t name = size;

	while (name && command[name - 1] != '/')
		name--;
	if (size - name == 4 && !strncmp(command + name, "less", 4)) {
		c.cuts = less_has(command + size, 'S', "--chop-long-lines");
		c.colors = less_has(command + size, 'R', "--RAW-CONTROL-CHARS");
	}
	return c;
}

struct pager_choice pager_choose(bool dumb)
{
	const char *own = getenv("PREC_PAGER");
	const char *command = own ? own : getenv("PAGER");

	if (!own && dumb)
		command = "";
	else if (!command)
		command = program_find("less") ? "" : "less -" LESS_OPTIONS;
	return *command && strcmp(command, "cat") ? choose(command) : (struct pager_choice){ .colors = true };
}
