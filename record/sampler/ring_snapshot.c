#include "record/sampler/ring_snapshot.h"

#include "common/bytes.h"
#include "formats/record/abi.h"

#include <errno.h>
#include <string.h>

/* A writer that was under way when the ring was paused ends within microseconds. */
#define SNAPSHOT_TRIES 100

/* A ring and the copy of it, in which every byte has its offset in the ring. */
struct snapshot {
	const struct ring *ring;
	uint8_t *copy;
	uint64_t head;
};

static size_t written_since(const struct ring *ring, uint64_t head)
{
	uint64_t written = ring->tail - head;

	return written < ring->size ? (size_t)written : ring->size;
}

/* Copies `bytes` bytes from an offset on, at most the ring's size. */
static void copy_range(const struct snapshot *s, uint64_t from, size_t bytes)
{
	size_t offset = (size_t)from & (s->ring->size - 1);
	size_t first = bytes < s->ring->size - offset ? bytes : s->ring->size - offset;

	memcpy(s->copy + offset, ring_data(s->ring) + offset, first);
	memcpy(s->copy, ring_data(s->ring), bytes - first);
}

/* What was written since s->head, until nobody writes any more. */
static void copy_rest(struct snapshot *s)
{
	uint64_t head = ring_head(s->ring);

	for (int i = 0; i < SNAPSHOT_TRIES; i++) {
		uint64_t written = s->head - head;

		copy_range(s, head, written < s->ring->size ? (size_t)written : s->ring->size);
		s->head = head;
		head = ring_head(s->ring);
		if (head == s->head)
			return;
	}
}

/* The size of the record at an offset; 0: there is none. Records are aligned to 8 bytes, so no header is split. */
static size_t size_at(const struct snapshot *s, uint64_t offset)
{
	size_t size = load_u16(s->copy + (offset & (s->ring->size - 1)) + 6);

	return size < RECORD_HEADER_SIZE || size % 8 ? 0 : size;
}

/* How many bytes of whole records there are from the head on, at most `most`. */
static size_t whole_records_size(const struct snapshot *s, size_t most)
{
	size_t at = 0;
	size_t size;

	while (at < most && (size = size_at(s, s->head + at)) && size <= most - at)
		at += size;
	return at;
}

/* Those of that many bytes, the last one first. */
static void put_reversed(const struct snapshot *s, size_t bytes, uint8_t *out)
{
	uint8_t *end = out + bytes;

	for (size_t at = 0, size; at < bytes; at += size) {
		size_t offset = (size_t)(s->head + at) & (s->ring->size - 1);
		size_t first;

		size = size_at(s, s->head + at);
		first = size < s->ring->size - offset ? size : s->ring->size - offset;
		end -= size;
		memcpy(end, s->copy + offset, first);
		memcpy(end + first, s->copy, size - first);
	}
}

/*
 * How much of the copy is good. A writer that was under way when the ring was paused, and has ended by now, was over
 * what is oldest while that was copied. Others that have come since the ring was resumed count with it.
 */
static size_t good_bytes(const struct snapshot *s)
{
	uint64_t spoilt = s->head - ring_head(s->ring);
	size_t since = written_since(s->ring, s->head);
	size_t left = spoilt < s->ring->size ? s->ring->size - (size_t)spoilt : 0;

	return since < left ? since : left;
}

int64_t ring_snapshot(struct ring *ring, const struct ring_pauser *pauser, struct buffer *copy, struct buffer *out)
{
	struct snapshot s = { .ring = ring, .head = ring_head(ring) };
	uint8_t *room;
	size_t bytes;
	int result;

	buffer_clear(copy);
	s.copy = buffer_reserve(copy, ring->size);
	if (!s.copy)
		return -ENOMEM;
	copy_range(&s, s.head, written_since(ring, s.head));
	result = pauser->pause(pauser->context, true);
	if (result)
		return result;
	copy_rest(&s);
	result = pauser->pause(pauser->context, false);
	if (result)
		return result;
	bytes = whole_records_size(&s, good_bytes(&s));
	room = buffer_reserve(out, bytes);
	if (!room)
		return -ENOMEM;
	put_reversed(&s, bytes, room);
	out->size += bytes;
	ring->tail = s.head;
	return (int64_t)bytes;
}
