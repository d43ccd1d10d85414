#include "record/aux/aux_ring.h"

#include "record/privilege/privilege.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* Where the control page has its fields: struct perf_event_mmap_page. */
#define AUX_HEAD   1056
#define AUX_TAIL   1064
#define AUX_OFFSET 1072
#define AUX_SIZE   1080

/* Where the end of an area is all zero so far, it was not filled yet. The hardware's records are shorter. */
#define UNFILLED_TAIL 4096

static uint64_t *field(const struct aux_ring *ring, size_t offset)
{
	return (uint64_t *)((char *)ring->control + offset);
}

int aux_ring_map(struct aux_ring *ring, void *control, size_t offset, int fd, size_t size, bool overwritten)
{
	struct aux_ring r = { .control = control, .size = size, .overwritten = overwritten };
	struct privilege_held held;
	void *data;
	int code;

	__atomic_store_n(field(&r, AUX_OFFSET), offset, __ATOMIC_RELAXED);
	__atomic_store_n(field(&r, AUX_SIZE), size, __ATOMIC_RELAXED);
	held = privilege_raise(PRIVILEGE_BUFFERS);
	data = mmap(NULL, size, overwritten ? PROT_READ : PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
	code = errno;
	privilege_drop(&held);
	if (data == MAP_FAILED)
		return -code;
	r.data = data;
	*ring = r;
	return 0;
}

void aux_ring_unmap(struct aux_ring *ring)
{
	if (ring->data)
		munmap(ring->data, ring->size);
	*ring = (struct aux_ring){ 0 };
}

/* The bytes before `end`, cut to what `align` divides where the area ends between. */
static void set_part(const struct aux_ring *ring, size_t align, uint64_t end, size_t size, struct aux_part *part)
{
	size_t at = (size_t)((end - size) & (ring->size - 1));

	*part = (struct aux_part){ .first = ring->data + at,
				   .second = ring->data,
				   .n_first = size < ring->size - at ? size : ring->size - at,
				   .offset = end - size };
	part->n_second = size - part->n_first;
	part->n_first -= part->n_first % align;
	part->end = end;
}

int aux_ring_take(struct aux_ring *ring, size_t align, struct aux_part *ret_part)
{
	uint64_t head = __atomic_load_n(field(ring, AUX_HEAD), __ATOMIC_ACQUIRE);
	uint64_t size = head - ring->tail;

	if (size > ring->size) {
		aux_ring_release(ring, &(struct aux_part){ .end = head });
		return -EBADMSG;
	}
	if (!size)
		return 0;
	set_part(ring, align, head, (size_t)size, ret_part);
	return 1;
}

/* Whether the hardware has written up to the end of the area. */
static bool is_filled(const struct aux_ring *ring, uint64_t head)
{
	size_t begin = ring->size > UNFILLED_TAIL ? ring->size - UNFILLED_TAIL : 0;

	if (head >= ring->size)
		return true;
	for (size_t i = begin > head ? begin : (size_t)head; i < ring->size; i++)
		if (ring->data[i])
			return true;
	return false;
}

/* How many of the bytes before `end` come before the first that begins a record: records begin with the area. */
static size_t unaligned(const struct aux_ring *ring, size_t align, uint64_t end, size_t size)
{
	size_t at = (size_t)((end - size) & (ring->size - 1));
	size_t skip = (align - at % align) % align;

	if (skip > ring->size - at)
		skip = ring->size - at;
	return skip < size ? skip : size;
}

int aux_ring_snapshot(struct aux_ring *ring, size_t align, size_t most, struct aux_part *ret_part)
{
	uint64_t head = __atomic_load_n(field(ring, AUX_HEAD), __ATOMIC_ACQUIRE);
	uint64_t end = head;
	uint64_t size = ring->size;

	if (!ring->was_filled)
		ring->was_filled = head < ring->tail || is_filled(ring, head);
	if (!ring->was_filled)
		size = head - ring->tail;
	else if (head < ring->size)
		end += ring->size;
	else if (size > head - ring->tail)
		size = head - ring->tail;
	if (size > most)
		size = most;
	size -= unaligned(ring, align, end, (size_t)size);
	if (!size)
		return 0;
	set_part(ring, align, end, (size_t)size, ret_part);
	ret_part->end = head;
	return 1;
}

void aux_ring_release(struct aux_ring *ring, const struct aux_part *part)
{
	ring->tail = part->end;
	if (!ring->overwritten)
		__atomic_store_n(field(ring, AUX_TAIL), ring->tail, __ATOMIC_RELEASE);
}
