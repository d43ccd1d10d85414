#include "record/sampler/ring.h"

#include "record/privilege/privilege.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where the control page has its fields: struct perf_event_mmap_page. */
#define RING_LOCK         8
#define RING_CAPABILITIES 40
#define RING_TIME_SHIFT   50
#define RING_TIME_MULT    52
#define RING_TIME_ZERO    64
#define RING_TIME_CYCLES  80
#define RING_TIME_MASK    88
#define RING_DATA_HEAD    1024
#define RING_DATA_TAIL    1032

/* Of the capabilities: cap_user_time_zero, cap_user_time_short. */
#define CAP_TIME_ZERO  BITFIELD_BIT(4)
#define CAP_TIME_SHORT BITFIELD_BIT(5)

static uint64_t *ring_field(const struct ring *ring, size_t offset)
{
	return (uint64_t *)((char *)ring->base + offset);
}

/* The kernel overwrites where the reader could not say what it has read: in a mapping that is not writable. */
int ring_map(struct ring *ring, int fd, size_t size, enum ring_kind kind)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const struct privilege_held held = privilege_raise(PRIVILEGE_BUFFERS);
	int access = kind == RING_OVERWRITTEN ? PROT_READ : PROT_READ | PROT_WRITE;
	void *base = mmap(NULL, page + size, access, MAP_SHARED, fd, 0);

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

uint64_t ring_head(const struct ring *ring)
{
	return __atomic_load_n(ring_field(ring, RING_DATA_HEAD), __ATOMIC_ACQUIRE);
}

const uint8_t *ring_data(const struct ring *ring)
{
	return (const uint8_t *)ring->base + sysconf(_SC_PAGESIZE);
}

void ring_give_back(struct ring *ring)
{
	__atomic_store_n(ring_field(ring, RING_DATA_TAIL), ring->tail, __ATOMIC_RELEASE);
}

int64_t ring_drain(struct ring *ring, struct buffer *out)
{
	const uint8_t *data = ring_data(ring);
	size_t size = (size_t)(ring_head(ring) - ring->tail);
	size_t at = (size_t)(ring->tail & (ring->size - 1));
	size_t first = size < ring->size - at ? size : ring->size - at;

	if (!size)
		return 0;
	if (!buffer_reserve(out, size))
		return -ENOMEM;
	buffer_append(out, data + at, first);
	buffer_append(out, data, size - first);
	ring->tail += size;
	ring_give_back(ring);
	return (int64_t)size;
}

/* The kernel may write while this is read: it makes the lock odd before, and counts on after. */
#define TIME_CONV_TRIES 1000

/* What is read after this is read later: so the lock comes last. */
#define ACQUIRED(address) __atomic_load_n(address, __ATOMIC_ACQUIRE)

/* Without its cycles and mask where the counter has 64 bits; mult 0: not known. */
static struct time_conv time_conv_read(const struct ring *ring)
{
	const char *page = ring->base;
	uint64_t capabilities = ACQUIRED(ring_field(ring, RING_CAPABILITIES));
	struct time_conv conv = { .zero = ACQUIRED(ring_field(ring, RING_TIME_ZERO)) };

	if (!(capabilities & CAP_TIME_ZERO))
		return (struct time_conv){ .mult = 0 };
	conv.shift = ACQUIRED((const uint16_t *)(page + RING_TIME_SHIFT));
	conv.mult = ACQUIRED((const uint32_t *)(page + RING_TIME_MULT));
	conv.is_short = capabilities & CAP_TIME_SHORT;
	if (conv.is_short) {
		conv.cycles = ACQUIRED(ring_field(ring, RING_TIME_CYCLES));
		conv.mask = ACQUIRED(ring_field(ring, RING_TIME_MASK));
	}
	return conv;
}

bool ring_time_conv(const struct ring *ring, struct time_conv *ret_conv)
{
	const uint32_t *lock = (const uint32_t *)((const char *)ring->base + RING_LOCK);

	for (int i = 0; i < TIME_CONV_TRIES; i++) {
		uint32_t before = ACQUIRED(lock);
		struct time_conv conv = time_conv_read(ring);

		if (before % 2 || __atomic_load_n(lock, __ATOMIC_RELAXED) != before)
			continue;
		if (conv.mult)
			*ret_conv = conv;
		return conv.mult;
	}
	return false;
}
