/*
 * ring: one buffer the kernel writes records into, shared by mmap(2).
 *
 * The kernel moves data_head after it has written a record, the reader data_tail after it has taken one; the reader
 * loads the first with acquire and stores the second with release order, see perf_event_open(2), "MMAP layout", and
 * include/uapi/linux/perf_event.h. Both count bytes and never wrap; the place in the buffer is their remainder.
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
	RING_DRAINED,     /* what finds no room is lost */
	RING_OVERWRITTEN, /* the oldest records give way: record/sampler/ring_snapshot.h */
};

/* size: of the data, a power of two and pages. 0 or a negative errno of mmap(2) (-EPERM: over the limit). */
int ring_map(struct ring *ring, int fd, size_t size, enum ring_kind kind);
void ring_unmap(struct ring *ring);

/* Where the kernel writes next, by its count of bytes; what it wrote before that can be read. */
uint64_t ring_head(const struct ring *ring);

/* Whether anything can be read, by a look at the page that the kernel shares. */
static inline bool ring_has_records(const struct ring *ring)
{
	return ring_head(ring) != ring->tail;
}

/* Its data, `size` bytes. */
const uint8_t *ring_data(const struct ring *ring);

#define RING_RECORD_MAX 65536u /* bytes of a record, whose size is in 16 bits */

/*
 * The record at ring->tail, before head: where it lies in the ring, or in bounce (of RING_RECORD_MAX bytes) when it
 * goes over the ring's end. data: ring_data. NULL: what is there is no whole record.
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

/* Of RING_DRAINED. Gives the room before ring->tail back to the kernel. */
void ring_give_back(struct ring *ring);

/* Of RING_DRAINED. Appends what is there to out and gives its room back to the kernel. The bytes moved, or -ENOMEM. */
int64_t ring_drain(struct ring *ring, struct buffer *out);

/*
 * How the processor's counter of time becomes the kernel's own clock: false where the kernel does not say, since its
 * clock is another one (on many virtual machines), or one that is not stable.
 */
bool ring_time_conv(const struct ring *ring, struct time_conv *ret_conv);

#endif
