#include "libprec/fork_guard.h"

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

void fork_guard_init(struct fork_guard *o)
{
	void *page = mmap(NULL, page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	o->mark = NULL;
	if (page == MAP_FAILED)
		return;
	if (madvise(page, page_size(), MADV_WIPEONFORK)) {
		munmap(page, page_size());
		return;
	}
	o->mark = page;
	*o->mark = 1;
}

void fork_guard_fini(struct fork_guard *o)
{
	if (o->mark)
		munmap(o->mark, page_size());
	o->mark = NULL;
}
