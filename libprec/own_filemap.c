/*
 * A copy of a file in the place of a mapping (common/filemap.c), which needs a handler of SIGBUS: a library leaves
 * signals to its caller.
 */
#include "common/filemap.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct filemap {
	char *data;
	size_t size;
	bool cut;
};

static int read_whole(struct filemap *m, int fd)
{
	size_t at = 0;

	while (at < m->size) {
		ssize_t n = pread(fd, m->data + at, m->size - at, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		m->cut = !n;
		if (!n)
			return 0;
		at += (size_t)n;
	}
	return 0;
}

int filemap_open(struct filemap **ret_map, int fd, size_t size)
{
	struct filemap *m = calloc(1, sizeof(*m));
	int result;

	if (!m)
		return -ENOMEM;
	m->size = size;
	m->data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (m->data == MAP_FAILED) {
		free(m);
		return -ENOMEM;
	}
	result = read_whole(m, fd);
	if (result)
		filemap_close(m);
	else
		*ret_map = m;
	return result;
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
