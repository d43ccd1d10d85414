/*
 * packed_block: blocks that one thread has packed, on their way to the one that writes them.
 *
 * Ownership: a list owns what is in it. Threads: none; what is shared needs a lock.
 */
#ifndef PREC_RECORD_DRAIN_PACKED_BLOCK_H
#define PREC_RECORD_DRAIN_PACKED_BLOCK_H

#include "formats/file/block_index.h"
#include "record/buildid/candidates_seen.h"

struct packed_block {
	struct packed_block *next;
	struct buffer data;
	struct block_entry about; /* all but its place */
	struct candidates_seen_lists seen;
};

/* First in, first out. An empty one is all zero. */
struct packed_list {
	struct packed_block *first, *last;
	size_t bytes; /* of data */
};

/* NULL without memory. */
struct packed_block *packed_block_new(void);
void packed_block_free(struct packed_block *block);

void packed_list_put(struct packed_list *list, struct packed_block *block);

/* NULL: it is empty. */
struct packed_block *packed_list_take(struct packed_list *list);

void packed_list_fini(struct packed_list *list);

#endif
