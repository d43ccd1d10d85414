#include "libprec/counter_page.h"

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

void *counter_page_map(int fd)
{
	void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);

	return page == MAP_FAILED ? NULL : page;
}

void counter_page_unmap(void *page)
{
	if (page)
		munmap(page, (size_t)sysconf(_SC_PAGESIZE));
}
