/*
 * ordered: delivers the records of a file in the order of time, in batches, to any number of workers.
 *
 *	file	[ block 0 ][ block 1 ][ block 2 ] ... not read yet
 *		   7 5 9      6 8 12    10 11        12 ...
 *				        `-- held --'  first time of what is unread: 12
 *	out	5 6 7 8 9 10 11 12, in batches
 *
 * Records of different CPUs are not in the order of time in a file. Blocks are read in the order of the file, sorted,
 * and held until all their records are delivered. A record is delivered when no unread record can be older; the spans
 * of blocks tell that, from an earlier pass over the file (struct block_span). So memory grows with how far records are
 * out of order, not with the size of the file. If blocks of more than ORDERED_HELD_MAX bytes are held, the oldest
 * record is delivered anyway, and records that come too late are counted.
 *
 * Each file of a directory covers all of its time. So the next block is read from the file whose unread blocks begin
 * earliest, and the limit grows with the number of files. Records without a time come first in a directory, as in Linux
 * perf, which sorts a directory as a whole; in a single file they come when they are read.
 *
 * Records of the same time keep the order of the file. Those without a time (record_time_is_none) come before all other
 * held records. Batches are numbered in the order of their records.
 *
 * Threads: any number may call ordered_next, ordered_record and ordered_release, each with a batch of its own.
 */
#ifndef PREC_REPORT_STREAM_ORDERED_H
#define PREC_REPORT_STREAM_ORDERED_H

#include "report/stream/branch_stitch.h"
#include "report/stream/held_block.h"
#include "report/stream/read_shares.h"
#include "report/stream/record_time.h"

#define ORDERED_HELD_MAX  (128u << 20) /* bytes of held blocks */
#define ORDERED_HELD_PART (1u << 20)   /* added for each file but the first */
#define ORDERED_BATCH     1024         /* records of a batch */
#define ORDERED_SPENT_MAX (8u << 20)   /* bytes of delivered blocks that a batch keeps; a sample may have 64 KiB */

/* Limit of the bytes of a batch's records but the last; their text is ten times larger. */
#define ORDERED_BATCH_BYTES (1u << 20)

struct ordered;
struct held_block;

/* A record of a batch: items[i] of a block. */
struct ordered_ref {
	const struct held_block *block;
	struct ordered_item item;
	bool by_shares;    /* the sample counts by its shares; without any it does not count */
	uint32_t share;    /* index of its first share in batch->shares */
	uint32_t n_shares; /* may be 0 */
	uint32_t tail;     /* with ordered_stitch: index of the first address of its tail in batch->tails */
	uint32_t n_tail;
};

struct ordered_batch {
	uint64_t number;
	struct ordered_ref refs[ORDERED_BATCH];
	uint32_t n;
	uint32_t bytes;             /* of the records */
	struct held_block **blocks; /* the blocks of the refs */
	uint32_t n_blocks, blocks_capacity;
	uint64_t spent; /* bytes of the blocks whose last record is in the batch */
	struct read_share *shares;
	uint32_t n_shares, shares_capacity;
	uint64_t *tails;
	uint32_t n_tails, tails_capacity;
};

/*
 * Starts delivering records. Borrows the file and the spans. types: bit n: records of type n, below 64, are wanted. 0
 * or a negative errno.
 */
int ordered_new(struct ordered **ret_ordered, const struct perf_file *file, const struct block_span *spans,
		uint64_t n_spans, uint64_t types, struct error *err);

/*
 * Gives samples the tails of report/stream/branch_stitch.h. Call it before the first batch. registers: as there.
 */
void ordered_stitch(struct ordered *o, uint32_t registers);

/* Frees it. All batches must be released. */
void ordered_free(struct ordered *o);

void ordered_batch_init(struct ordered_batch *batch);
void ordered_batch_fini(struct ordered_batch *batch);

/* Gets the next records. 1; 0: the end; or a negative errno. The batch is valid until ordered_release. */
int ordered_next(struct ordered *o, struct ordered_batch *batch, struct error *err);
void ordered_release(struct ordered *o, struct ordered_batch *batch);

/* Reads a record of a batch. */
void ordered_record(const struct ordered *o, const struct ordered_ref *ref, struct record *ret_record);

/* Returns how many values of groups have an id of no event of the file. Call it when all batches are released. */
uint64_t ordered_n_unknown(const struct ordered *o);

/*
 * Returns the number of records that were delivered after one of a later time. Call it when all batches are released.
 */
uint64_t ordered_n_late(const struct ordered *o);

#endif
