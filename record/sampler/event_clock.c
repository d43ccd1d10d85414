#include "record/sampler/event_clock.h"

#include "common/clock_ns.h"
#include "formats/record/record.h"
#include "record/open/descriptor.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#define TIME_AT RECORD_HEADER_SIZE /* of a sample that has nothing else */

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static int open_faults(struct event_clock *c, uint32_t attr_size)
{
	static char name[] = "page-faults";
	struct descriptor_opener opener = { 0 };
	struct set_event faults = { .name = name,
				    .cgroup_fd = -1,
				    .attr = { .type = PERF_TYPE_SOFTWARE,
					      .size = attr_size,
					      .config = PERF_COUNT_SW_PAGE_FAULTS,
					      .sample_period = 1,
					      .sample_type = PERF_SAMPLE_TIME,
					      .flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV } };

	c->fd = descriptor_open(&opener, &faults, getpid(), -1, -1);
	if (c->fd < 0)
		return c->fd;
	c->page = mmap(NULL, page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (c->page == MAP_FAILED) {
		c->page = NULL;
		return -errno;
	}
	return ring_map(&c->ring, c->fd, page_size(), RING_DRAINED);
}

int event_clock_open(struct event_clock *c, const struct event_attr *like)
{
	int result = 0;

	*c = (struct event_clock){ .is_given = like->flags & ATTR_USE_CLOCKID, .id = like->clockid, .fd = -1 };
	if (!c->is_given)
		result = open_faults(c, like->size);
	if (result)
		event_clock_close(c);
	return result;
}

void event_clock_close(struct event_clock *c)
{
	ring_unmap(&c->ring);
	buffer_fini(&c->records);
	if (c->page)
		munmap(c->page, page_size());
	if (c->fd >= 0)
		close(c->fd);
	*c = (struct event_clock){ .fd = -1 };
}

static uint64_t sampled_now(struct event_clock *c)
{
	const uint8_t *record;
	uint64_t time = 0;
	size_t size;

	if (madvise(c->page, page_size(), MADV_DONTNEED))
		return 0;
	*(volatile char *)c->page = 1;
	buffer_clear(&c->records);
	if (ring_drain(&c->ring, &c->records) < 0)
		return 0;
	record = c->records.data;
	for (size_t left = c->records.size; (size = record_whole_size(record, left)); left -= size, record += size)
		if (load_u32(record) == PERF_RECORD_SAMPLE && size >= TIME_AT + sizeof(time))
			time = load_u64(record + TIME_AT);
	return time;
}

uint64_t event_clock_now(struct event_clock *c)
{
	if (c->fd >= 0)
		return sampled_now(c);
	return c->is_given ? clock_ns(c->id) : 0;
}
