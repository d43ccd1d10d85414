#include "record/sampler/ring.h"

#include "record/privilege/privilege.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where the control page has its fields: struct perf_event_mmap_page. */
#define RING_DATA_HEAD 1024
#define RING_DATA_TAIL 1032

static uint64_t *ring_field(const struct ring *ring, size_t offset)
{
	return (uint64_t *)((char *)ring->base + offset);
}

int ring_map(struct ring *ring, int fd, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const struct privilege_held held = privilege_raise(PRIVILEGE_BUFFERS);
	void *base = mmap(NULL, page + size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	privilege_drop(&held);
	if (base == MAP_FAILED)
		return -errno;
	ring->base = base;
	ring->size = size;
	ring->tail = 0;
	return 0;
}

void ring_unmap(struct ring *ring)
{
	if (ring->base)
		munmap(ring->base, (size_t)sysconf(_SC_PAGESIZE) + ring->size);
	ring->base = NULL;
}

/* How many bytes wait. */
static size_t waiting(const struct ring *ring)
{
	return (size_t)(__atomic_load_n(ring_field(ring, RING_DATA_HEAD), __ATOMIC_ACQUIRE) - ring->tail);
}

int64_t ring_drain(struct ring *ring, struct buffer *out)
{
	const uint8_t *data = (const uint8_t *)ring->base + sysconf(_SC_PAGESIZE);
	size_t size = waiting(ring);
	size_t at = (size_t)(ring->tail & (ring->size - 1));
	size_t first = size < ring->size - at ? size : ring->size - at;

	if (!size)
		return 0;
	if (!buffer_reserve(out, size))
		return -ENOMEM;
	buffer_append(out, data + at, first);
	buffer_append(out, data, size - first);
	ring->tail += size;
	__atomic_store_n(ring_field(ring, RING_DATA_TAIL), ring->tail, __ATOMIC_RELEASE);
	return (int64_t)size;
}
