#include "record/sampler/ring_snapshot.h"

#include "common/bytes.h"
#include "formats/record/abi.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

/* A writer that was under way when the ring was paused ends within microseconds. */
#define SNAPSHOT_TRIES 100

/* The size of the record at an offset; 0: there is none. Records are aligned to 8 bytes, so no header is split. */
static size_t size_at(const struct ring *ring, uint64_t offset)
{
	size_t size = load_u16(ring_data(ring) + (offset & (ring->size - 1)) + 6);

	return size < RECORD_HEADER_SIZE || size % 8 ? 0 : size;
}

/* How many bytes of whole records there are from the head on, at most `most`. */
static size_t whole_records(const struct ring *ring, uint64_t head, size_t most)
{
	size_t at = 0;
	size_t size;

	while (at < most && (size = size_at(ring, head + at)) && size <= most - at)
		at += size;
	return at;
}

/* Those of that many bytes, the last one first. False where a writer has changed them meanwhile. */
static bool copy_reversed(const struct ring *ring, uint64_t head, size_t bytes, uint8_t *out)
{
	uint8_t *end = out + bytes;

	for (size_t at = 0, size; at < bytes; at += size) {
		size_t place = (size_t)(head + at) & (ring->size - 1);
		size_t first;

		size = size_at(ring, head + at);
		if (!size || size > bytes - at)
			return false;
		first = size < ring->size - place ? size : ring->size - place;
		end -= size;
		memcpy(end, ring_data(ring) + place, first);
		memcpy(end + first, ring_data(ring), size - first);
	}
	return true;
}

int64_t ring_snapshot(struct ring *ring, struct buffer *out)
{
	for (int i = 0; i < SNAPSHOT_TRIES; i++) {
		uint64_t head = ring_head(ring);
		uint64_t written = ring->tail - head;
		size_t bytes = whole_records(ring, head, written < ring->size ? (size_t)written : ring->size);
		uint8_t *room = buffer_reserve(out, bytes);

		if (!room)
			return -ENOMEM;
		if (!copy_reversed(ring, head, bytes, room) || ring_head(ring) != head)
			continue;
		out->size += bytes;
		ring->tail = head;
		return (int64_t)bytes;
	}
	return 0;
}
