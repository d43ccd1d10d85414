#include "common/own_program.h"

#include "common/bytes.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

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
