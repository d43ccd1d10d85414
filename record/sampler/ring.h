/*
 * ring: one buffer that the kernel writes records into, shared by mmap(2).
 *
 * The kernel moves data_head after it has written a record, the reader data_tail after it has taken one; the reader
 * loads the first with acquire and stores the second with release order, see perf_event_open(2), "MMAP layout", and
 * include/uapi/linux/perf_event.h. Both count bytes and never wrap; the offset in the buffer is their remainder.
 *
 * Ownership: the event's file descriptor is the caller's. One thread at a time.
 */
#ifndef PREC_RECORD_SAMPLER_RING_H
#define PREC_RECORD_SAMPLER_RING_H

#include "common/buffer.h"
#include "common/bytes.h"
#include "formats/record/time_conv.h"

struct ring {
	void *base;  /* a page of control, then the data */
	size_t size; /* of the data, a power of two */
	uint64_t tail;
};

enum ring_kind {
	RING_DRAINED,     /* a record that finds no room is lost */
	RING_OVERWRITTEN, /* new records replace the oldest: record/sampler/ring_snapshot.h */
};

/* Maps a ring. size: of its data, a power of two of pages. 0 or a negative errno of mmap(2); -EPERM: over the limit. */
int ring_map(struct ring *ring, int fd, size_t size, enum ring_kind kind);
void ring_unmap(struct ring *ring);

/* Returns data_head. Everything before it may be read. */
uint64_t ring_head(const struct ring *ring);

/* True if there is something to read. */
static inline bool ring_has_records(const struct ring *ring)
{
	return ring_head(ring) != ring->tail;
}

/* Returns its data, `size` bytes. */
const uint8_t *ring_data(const struct ring *ring);

#define RING_RECORD_MAX 65536u /* bytes of a record, whose size is in 16 bits */

/*
 * Finds the record at ring->tail, before head: in the ring, or copied to bounce (RING_RECORD_MAX bytes) if it wraps
 * around the ring's end. data: ring_data. NULL: there is no whole record.
 */
static inline const uint8_t *ring_record(const struct ring *ring, const uint8_t *data, uint64_t head, uint8_t *bounce,
					 uint16_t *ret_size)
{
	const size_t at = (size_t)(ring->tail & (ring->size - 1));
	const size_t first = ring->size - at;
	const uint64_t left = head - ring->tail;
	uint16_t size;

	/* Records are of whole words, so a header is in one piece. */
	if (left < 8 || first < 8)
		return NULL;
	size = load_u16(data + at + 6);
	if (size < 8 || size > left)
		return NULL;
	*ret_size = size;
	if (size <= first)
		return data + at;
	memcpy(bounce, data + at, first);
	memcpy(bounce + first, data, size - first);
	return bounce;
}

/* RING_DRAINED only. Gives the space before ring->tail back to the kernel. */
void ring_give_back(struct ring *ring);

/* RING_DRAINED only. Moves all records to out. Returns the number of bytes, or -ENOMEM. */
int64_t ring_drain(struct ring *ring, struct buffer *out);

/*
 * Reads how the processor's time stamp counter converts to the kernel's clock. False: the kernel does not say, because
 * its clock is another one (on many virtual machines) or is not stable.
 */
bool ring_time_conv(const struct ring *ring, struct time_conv *ret_conv);

#endif
