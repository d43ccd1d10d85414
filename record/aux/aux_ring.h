/*
 * aux_ring: the area that a hardware trace is written into, shared by mmap(2) after the ring of its event.
 *
 *	[ control page ][ ring of records ]     [            AUX area            ]
 *	  aux_offset, aux_size: set by the reader before it maps the area
 *	  aux_head: moved by the kernel after the hardware has written; aux_tail: by the reader after it has copied
 *
 * Both count bytes and never wrap; the place in the area is their remainder. An area that is mapped without the right
 * to write is overwritten: the hardware never waits, and aux_tail means nothing. Then aux_head counts on (Arm's), or it
 * is the place in the area alone, below its size (Intel's), so that only the contents say whether the area was filled
 * once: it is zeroed at first. Sources: perf_event_open(2), "MMAP layout"; include/uapi/linux/perf_event.h; the
 * drivers, and tools/perf/util/auxtrace.c.
 *
 * Ownership: the event's descriptor and the control page are the caller's. One thread at a time.
 */
#ifndef PREC_RECORD_AUX_AUX_RING_H
#define PREC_RECORD_AUX_AUX_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aux_ring {
	void *control; /* the page before the ring of records */
	uint8_t *data; /* NULL: there is no area */
	size_t size;   /* a power of two */
	uint64_t tail; /* what came before that was taken, or was in a snapshot */
	bool overwritten;
	bool was_filled; /* of an area that is overwritten: once at least */
};

/* A part of the trace, in one or two pieces of the area; valid until aux_ring_release. */
struct aux_part {
	const uint8_t *first, *second;
	size_t n_first, n_second;
	uint64_t offset; /* of its first byte in the trace */
	uint64_t end;    /* for aux_ring_release */
};

/*
 * control: the mapped control page of the event's ring; offset: a multiple of the page's size, after the ring; size: a
 * power of two and pages. 0 or a negative errno of mmap(2).
 */
int aux_ring_map(struct aux_ring *ring, void *control, size_t offset, int fd, size_t size, bool overwritten);
void aux_ring_unmap(struct aux_ring *ring);

/*
 * What has been written since the last release. align: bytes that belong together; what is left over at the end of the
 * area is none of the trace; 1: every byte counts. 1, 0: nothing, or -EBADMSG: the kernel's count cannot be; what is
 * there is given up (the next call continues from that count).
 */
int aux_ring_take(struct aux_ring *ring, size_t align, struct aux_part *ret_part);

/*
 * Of an area that is overwritten: its last `most` bytes, from the first that begins a record of `align` bytes on, as
 * far as they were not in the last snapshot. Once the area was filled, a head that is a place alone does not say how
 * far that is: then with what the last snapshot had. 1, or 0: nothing.
 */
int aux_ring_snapshot(struct aux_ring *ring, size_t align, size_t most, struct aux_part *ret_part);

/* The part has been copied: its room is the hardware's again. */
void aux_ring_release(struct aux_ring *ring, const struct aux_part *part);

#endif
