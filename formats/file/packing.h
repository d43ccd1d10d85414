/*
 * packing: the ways in which records are compressed into COMPRESSED records: whole frames, or one endless stream.
 *
 * A packing has a state that all workers share and a state of each worker; only its own file knows their contents.
 */
#ifndef PREC_FORMATS_FILE_PACKING_H
#define PREC_FORMATS_FILE_PACKING_H

#include "formats/file/block.h"
#include "formats/file/compressed_walk.h"

/* A block that is taken under the lock, and unpacked outside of it. */
struct compressed_block {
	struct block block;
	uint64_t weight; /* of its records: see formats/file/decompress_limit.h */
	bool is_skipped; /* what was taken cannot be a block: nothing is counted */
};

/* How likely it is that a compressed record is of a packing. */
enum {
	PACKING_NO,
	PACKING_MAYBE,
	PACKING_LIKELY,
	PACKING_SURE,
};

struct packing {
	/* Makes the shared state. Borrows the walk. NULL: no memory. */
	void *(*new)(struct compressed_walk *walk);
	void (*free)(void *packing);
	void *(*worker_new)(void *packing);
	void (*worker_free)(void *worker);

	/* The lock is held from here up to `leave`. Begins a part, whose packing is detected anew. */
	void (*begin_part)(void *packing);
	/* Says that records are missing between what was taken and what comes next. */
	void (*gap)(void *packing);
	/* Ends a part. */
	void (*end_part)(void *packing);
	/*
	 * Returns PACKING_*: how likely the compressed record at the position is of this packing. The highest bid takes
	 * it.
	 */
	int (*bid)(const void *packing, const struct record *r);
	/*
	 * Takes the records of one block from the position on, and moves the walk. 1; 0: they are no block, and damage
	 * is noted; or a negative errno.
	 */
	int (*take)(void *packing, void *worker, struct record *r, struct compressed_block *b, struct error *err);
	/*
	 * Leaves out a stream from the record at the position to the end of the part. NULL: blocks can be left out one
	 * by one.
	 */
	void (*leave)(void *packing, const struct record *r);

	/* Decompresses the block, outside of the lock. Returns as take. NULL: take has done so. */
	int (*unpack)(void *worker, struct compressed_block *b, struct error *err);
};

/*
 * Frames that begin and end with a record, as prec writes them: each worker decompresses frames on its own. A frame
 * that does not fit a COMPRESSED record continues in the next.
 */
extern const struct packing frame_packing;

/*
 * One endless stream over all COMPRESSED records of a part, as Linux perf writes it: one worker at a time decompresses,
 * in order. The stream ends where it is damaged.
 */
extern const struct packing stream_packing;

#endif
