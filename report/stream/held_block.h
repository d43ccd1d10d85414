/*
 * held_block: a block of a file whose records are listed in the order of time. For report/stream/ordered.c.
 */
#ifndef PREC_REPORT_STREAM_HELD_BLOCK_H
#define PREC_REPORT_STREAM_HELD_BLOCK_H

#include "formats/file/blocks.h"
#include "formats/file/event_finder.h"
#include "report/stream/ordered_sort.h"
#include "report/stream/record_time.h"

struct source;

/* A block whose records have not all gone out, or are still worked on. */
struct held_block {
	struct block_reader *reader; /* keeps the bytes */
	struct block block;
	struct ordered_item *items; /* in order, of which `next` have gone out */
	uint32_t n, next;
	struct ordered_item *room[2]; /* what items is one of */
	uint32_t capacity;
	uint32_t users;      /* batches that refer to it */
	uint64_t last_batch; /* the one that took from it last */
	struct source *source;
	struct held_block *free_next;
};

/* It reads from there. NULL without memory. */
struct held_block *held_block_new(struct blocks *blocks, struct error *err);
void held_block_free(struct held_block *h);

/*
 * Lists the records of the block that was read into it, those of the types that are wanted (a bit each) and of an event
 * the file names. 0 or -ENOMEM.
 */
int held_block_fill(struct held_block *h, const struct perf_file *file, uint64_t types, struct event_finder *finder);

#endif
