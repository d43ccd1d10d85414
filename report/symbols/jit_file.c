#include "report/symbols/jit_file.h"

#include "report/elf/elf_file.h"
#include "report/symbols/process_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Hands on what is open, or else what is at the path; where it may not be believed it is closed. */
static int believe(int fd, const char *path, bool force, uint64_t *ret_size, struct error *err)
{
	struct stat st;
	int ret = 0;

	if (fd < 0)
		fd = elf_file_open_regular(path, ret_size, err);
	if (fd == -EACCES)
		return error_set(err, fd, "%s: not used: this user may not read it, as its owner and root may", path);
	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0)
		ret = error_set(err, -errno, "%s: %s", path, strerror(errno));
	else if (st.st_uid && st.st_uid != geteuid() && !force)
		ret = error_set(
			err, -EPERM,
			"%s: not used: it belongs to user %u, who could name code at will, and not to this user or "
			"root; -f takes it all the same, 'chown root' makes it root's",
			path, (unsigned)st.st_uid);
	if (ret) {
		close(fd);
		return ret;
	}
	*ret_size = (uint64_t)st.st_size;
	return fd;
}

int jit_file_open_map(const struct symbols_config *config, uint32_t pid, const char *path, uint64_t *ret_size,
		      struct error *err)
{
	return believe(process_files_map(config->processes, pid), path, config->force, ret_size, err);
}

int jit_file_open_dump(const struct symbols_config *config, uint32_t pid, const char *path, uint64_t *ret_size,
		       struct error *err)
{
	const char *symfs = config->symfs ? config->symfs : "";
	char place[PATH_MAX];

	if ((size_t)snprintf(place, sizeof(place), "%s%s", symfs, path) >= sizeof(place))
		return error_set(err, -ENAMETOOLONG, "%s: too long a path", path);
	return believe(*symfs ? -1 : process_files_dump(config->processes, pid, path), place, config->force, ret_size,
		       err);
}
