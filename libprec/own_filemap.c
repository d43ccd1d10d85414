/*
 * A copy of a file in the place of a mapping (common/filemap.c), which needs a handler of SIGBUS: a library leaves
 * signals to its caller.
 */
#include "common/fileio.h"
#include "common/filemap.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

struct filemap {
	char *data;
	size_t size;
	bool cut;
};

int filemap_open(struct filemap **ret_map, int fd, size_t size)
{
	struct filemap *m = calloc(1, sizeof(*m));
	ssize_t n;

	if (!m)
		return -ENOMEM;
	m->size = size;
	m->data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (m->data == MAP_FAILED) {
		free(m);
		return -ENOMEM;
	}
	n = fileio_pread(fd, m->data, size, 0);
	if (n < 0) {
		filemap_close(m);
		return (int)n;
	}
	m->cut = (size_t)n < size;
	*ret_map = m;
	return 0;
}

void filemap_close(struct filemap *m)
{
	if (!m)
		return;
	munmap(m->data, m->size);
	free(m);
}

const void *filemap_data(const struct filemap *m)
{
	return m->data;
}

bool filemap_was_cut(const struct filemap *m)
{
	return m->cut;
}
