/*
 * packing: one way that records are packed into the COMPRESSED records of a file: whole frames, or one endless stream.
 *
 * A packing has a state that all workers share and one for each worker; only its own file knows what is in them.
 */
#ifndef PREC_FORMATS_FILE_PACKING_H
#define PREC_FORMATS_FILE_PACKING_H

#include "formats/file/block.h"
#include "formats/file/compressed_walk.h"

/* A block that is taken under the lock, and unpacked outside of it. */
struct packed_block {
	struct block block;
	uint64_t weight;  /* of its records: see formats/file/decompress_limit.h */
	bool passed_over; /* what was taken cannot be a block: there is nothing to count */
};

enum {
	PACKING_NO,
	PACKING_MAYBE,
	PACKING_LIKELY,
	PACKING_SURE,
};

struct packing {
	/* Borrows the walk. NULL: no memory. */
	void *(*new)(struct compressed_walk *walk);
	void (*free)(void *packing);
	void *(*worker_new)(void *packing);
	void (*worker_free)(void *worker);

	/* The lock is held in what follows. A part begins: of which packing it is, is found out anew. */
	void (*begin_part)(void *packing);
	/* Records are missing between what was taken and what will be. */
	void (*gap)(void *packing);
	/* The part's data are over. */
	void (*end_part)(void *packing);
	/* How sure it is that a compressed record at the position is of this packing: the highest bid takes it. */
	int (*bid)(const void *packing, const struct record *r);
	/*
	 * Takes what makes a block from the record at the position on, and moves the walk. 1; 0: it makes none, and
	 * damage is noted; or a negative errno.
	 */
	int (*take)(void *packing, void *worker, struct record *r, struct packed_block *b, struct error *err);
	/*
	 * Of a stream: leaves it out from the record at the position to the part's end. NULL: what is taken can be left
	 * out block by block.
	 */
	void (*leave)(void *packing, const struct record *r);

	/* Makes the block. As take; the lock is not held. NULL: take has. */
	int (*unpack)(void *worker, struct packed_block *b, struct error *err);
};

#endif
