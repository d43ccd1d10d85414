#include "report/symbols/jit_file.h"

#include "report/elf/elf_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int jit_file_open(const char *path, bool force, uint64_t *ret_size, struct error *err)
{
	int fd = elf_file_open_regular(path, ret_size, err);
	struct stat st;
	int ret = 0;

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
	if (!ret)
		return fd;
	close(fd);
	return ret;
}
