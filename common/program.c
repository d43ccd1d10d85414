#include "common/program.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of name in a folder, whose name has size bytes; an empty one is the working directory. */
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
