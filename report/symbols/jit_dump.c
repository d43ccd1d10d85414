#include "report/symbols/jit_dump.h"

#include "report/symbols/jit_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int jit_dump_open(struct jit_dump *d, const struct symbols_config *config, uint32_t pid, const char *path,
		  struct error *err)
{
	uint64_t size;
	int fd = jit_file_open_dump(config, pid, path, &size, err);
	int ret;

	if (fd < 0)
		return fd;
	/* A file without bytes cannot be mapped, nor is it a dump. */
	ret = size ? filemap_open(&d->map, fd, size) : -ENODATA;
	close(fd);
	if (ret)
		return error_set(err, ret, "%s: %s", path, size ? strerror(-ret) : "empty");
	ret = jitdump_open(&d->reader, filemap_data(d->map), size, err);
	if (!ret)
		return 0;
	error_prefix(err, "%s", path);
	jit_dump_close(d);
	return ret;
}

void jit_dump_close(struct jit_dump *d)
{
	filemap_close(d->map);
	d->map = NULL;
}
