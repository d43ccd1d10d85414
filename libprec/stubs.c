/*
 * stubs: functions that the library defines in place of those of the programs, which would change its caller's process.
 * The linker takes these first.
 *
 * - record/privilege/privilege.c and record/open/file_limit.c raise capabilities and limits. The library uses those
 * that its caller has made effective.
 * - common/filemap.c handles SIGBUS. The library reads a copy of the file in place of a mapping.
 */
#include "common/fileio.h"
#include "common/filemap.h"
#include "record/open/file_limit.h"
#include "record/privilege/privilege.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CAPABILITY_PERFMON 38 /* Linux 5.8; headers may be older */

struct privilege_held privilege_raise(enum privilege privilege)
{
	(void)privilege;
	return (struct privilege_held){ .raised = false };
}

void privilege_drop(const struct privilege_held *held)
{
	(void)held;
}

static bool has_any(uint64_t capabilities)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];

	return !syscall(SYS_capget, &header, sets) &&
	       ((uint64_t)sets[1].effective << 32 | sets[0].effective) & capabilities;
}

bool privilege_has_events(void)
{
	return has_any(1ull << CAPABILITY_PERFMON | 1ull << CAP_SYS_ADMIN);
}

bool privilege_has_probes(void)
{
	return has_any(1ull << CAP_SYS_ADMIN);
}

bool file_limit_raise(void)
{
	return false;
}

void file_limit_keep_spare(size_t n)
{
	(void)n;
}

/* --- filemap: a copy of the file ------------------------------------------------ */

struct filemap {
	char *data;
	size_t size;
	bool is_cut;
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
	m->is_cut = (size_t)n < size;
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
	return m->is_cut;
}
