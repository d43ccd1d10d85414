/*
 * aux_ring: the AUX area into which the hardware writes a trace, shared by mmap(2) after the ring of its event.
 *
 *	[ control page ][ ring of records ]     [            AUX area            ]
 *	  aux_offset, aux_size: set by the reader before it maps the area
 *	  aux_head: moved by the kernel after the hardware has written; aux_tail: by the reader after it has copied
 *
 * aux_head and aux_tail count bytes and never wrap; modulo the area's size they are offsets in it. An area that is
 * mapped read-only is overwritten: the hardware never waits, and aux_tail is not used. Then aux_head either counts on
 * (Arm), or is an offset in the area (Intel). In the second case only the contents tell whether the area was ever full:
 * it begins as zeros. Sources: perf_event_open(2), "MMAP layout"; include/uapi/linux/perf_event.h; the drivers, and
 * tools/perf/util/auxtrace.c.
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
	uint64_t tail; /* where the next part begins; the bytes before were taken, or in a snapshot */
	bool overwritten;
	bool was_filled; /* an overwritten area was full at least once */
};

/* A part of the trace, valid until aux_ring_release. It is in two pieces if it crosses the end of the area. */
struct aux_part {
	const uint8_t *first, *second;
	size_t n_first, n_second;
	uint64_t offset; /* its first byte, counted from the start of the trace */
	uint64_t end;    /* for aux_ring_release */
};

/*
 * Maps the area. control: the mapped control page of the event's ring; offset: after the ring, a multiple of the page
 * size; size: a power of two of pages. 0 or a negative errno of mmap(2).
 */
int aux_ring_map(struct aux_ring *ring, void *control, size_t offset, int fd, size_t size, bool overwritten);
void aux_ring_unmap(struct aux_ring *ring);

/*
 * Finds what was written since the last release. align: the size of the trace's units; the bytes at the end of the area
 * that are no whole unit do not belong to the trace. Returns 1; 0: there is nothing new; -EBADMSG: aux_head is
 * impossible; then the data is lost, and the next call continues at aux_head.
 */
int aux_ring_take(struct aux_ring *ring, size_t align, struct aux_part *ret_part);

/*
 * Finds up to `most` of the newest bytes of an overwritten area, aligned to records of `align` bytes, minus those in
 * the last snapshot. If the area was full once and aux_head is only an offset, the last snapshot cannot be told apart,
 * and its bytes are included. Returns 1; 0: there is nothing new.
 */
int aux_ring_snapshot(struct aux_ring *ring, size_t align, size_t most, struct aux_part *ret_part);

/* Gives the space of a copied part back to the hardware. */
void aux_ring_release(struct aux_ring *ring, const struct aux_part *part);

#endif
