/*
 * block_source: one way that blocks (formats/file/blocks.h) come from a file.
 *
 * A source has a state that all workers share and one for each worker; only its own file knows what is in them.
 */
#ifndef PREC_FORMATS_FILE_BLOCK_SOURCE_H
#define PREC_FORMATS_FILE_BLOCK_SOURCE_H

#include "formats/file/block.h"
#include "formats/file/block_shared.h"

struct block_source {
	/* At the beginning of the first part. Borrows `shared`. NULL: no memory. */
	void *(*new)(struct block_shared *shared);
	void (*free)(void *source);
	/* Back to the beginning. No worker is at work. */
	void (*rewind)(void *source);
	/* NULL: no memory. */
	void *(*worker_new)(void *source);
	void (*worker_free)(void *worker);
	/* As block_reader_next. The lock is not held. */
	int (*next)(void *source, void *worker, struct block *ret_block, struct error *err);
};

#endif
