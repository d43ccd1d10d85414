/*
 * packing: the interface of the ways in which recorders compress records: as whole frames, or as one endless stream.
 *
 * A packing has a state that all workers share and a state for each worker, which only the packing's own file knows.
 */
#ifndef PREC_FORMATS_FILE_PACKING_H
#define PREC_FORMATS_FILE_PACKING_H

#include "formats/file/block.h"
#include "formats/file/compressed_walk.h"

/* A block that is taken with the lock held, and decompressed without it. */
struct compressed_block {
	struct block block;
	uint64_t weight; /* of its records: formats/file/decompress_limit.h */
	bool is_skipped; /* what was taken is no block, and not counted */
};

/* How likely it is that a compressed record belongs to a packing. */
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

	/* The functions from here up to `leave` are called with the lock held. */

	/* Begins a part: its packing is not known yet. */
	void (*begin_part)(void *packing);
	/* Tells that records are missing between those that were taken and the next. */
	void (*gap)(void *packing);
	void (*end_part)(void *packing);
	/* Returns PACKING_* for the compressed record at the walk's position. The highest bid takes the record. */
	int (*bid)(const void *packing, const struct record *r);
	/*
	 * Takes the outer records of one block from the walk's position on, and moves the walk. 1; 0: they are no
	 * block, and damage is noted; or a negative errno.
	 */
	int (*take)(void *packing, void *worker, struct record *r, struct compressed_block *b, struct error *err);
	/*
	 * Skips a stream from the record at the walk's position to the end of the part. NULL: single blocks can be
	 * skipped.
	 */
	void (*leave)(void *packing, const struct record *r);

	/* Decompresses the block; the lock is not held. Returns as `take`. NULL: `take` has decompressed it. */
	int (*unpack)(void *worker, struct compressed_block *b, struct error *err);
};

/*
 * Whole frames, as prec writes them: each begins and ends with a record, so that workers decompress frames in parallel.
 * A frame that does not fit into a COMPRESSED record continues in the next.
 */
extern const struct packing frame_packing;

/*
 * One endless stream in all COMPRESSED records of a part, as Linux perf writes it: one worker at a time decompresses,
 * in order. The stream ends where it is damaged.
 */
extern const struct packing stream_packing;

#endif
