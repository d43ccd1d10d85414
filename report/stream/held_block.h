/* held_block: holds a block of a file, with its records sorted by time, for report/stream/ordered.c. */
#ifndef PREC_REPORT_STREAM_HELD_BLOCK_H
#define PREC_REPORT_STREAM_HELD_BLOCK_H

#include "formats/file/blocks.h"
#include "formats/file/perf_file.h"
#include "report/stream/record_time.h"

#include <stdint.h>

/* A record of a block. */
struct ordered_item {
	uint64_t time;   /* record_time; 0: none */
	uint32_t offset; /* within the block's bytes */
	uint32_t event;  /* index among the file's events */
};

/*
 * Sorts by time, stably. A block consists of ascending runs, one for each CPU whose ring was read, so runs are found
 * and merged. scratch: n items. Returns the one of the two arrays that has the result.
 */
struct ordered_item *ordered_sort(struct ordered_item *items, struct ordered_item *scratch, uint32_t n);

struct source;

/* A block with records that are not delivered yet, or are still in use. */
struct held_block {
	struct block_reader *reader; /* owns the bytes */
	struct block block;          /* and the blocks after damage in its chunk, which are within its bytes */
	uint64_t last_number;        /* the number of the last of them */
	struct ordered_item *items;  /* sorted; the first `next` are delivered */
	uint32_t n, next;
	struct ordered_item *room[2]; /* items is one of these */
	uint32_t capacity;
	uint32_t users;      /* batches that use it */
	uint64_t last_batch; /* the last batch that took from it */
	struct source *source;
	struct held_block *free_next;
};

/* Makes a block that reads from `blocks`, which it borrows. NULL with *err filled: no memory. */
struct held_block *held_block_new(struct blocks *blocks, struct error *err);
void held_block_free(struct held_block *h);

/*
 * Lists the records of the block that was read into it, and of those that stand after damage in the same bytes, sorted
 * by time: those of the types in the bit mask `types` whose event the file has. 0 or -ENOMEM.
 */
int held_block_fill(struct held_block *h, const struct perf_file *file, uint64_t types, struct event_finder *finder);

#endif
