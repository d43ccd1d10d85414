/*
 * ordered: the records of a file in the order of time, for as many workers as there are.
 *
 *	file	[ block 0 ][ block 1 ][ block 2 ] ... not read yet
 *		   7 5 9      6 8 12    10 11        12 ...
 *				        `-- held --'  first time of what is unread: 12
 *	out	5 6 7 8 9 10 11 12, in batches
 *
 * Records of different CPUs are not in time order in a file. Blocks are read in the order of the file and held, each
 * sorted, until all their records have gone out; a record goes out when nothing that is unread can be older, which is
 * known from the first pass over the file (struct block_span). So memory follows how far records are out of order, not
 * the size of the file. Where that is further than ORDERED_HELD_MAX, the oldest held goes out all the same, and what
 * comes too late is counted.
 *
 * The files of a directory each cover all of its time: they are read side by side, from the one whose unread blocks
 * begin earliest, and what may be held grows with their number. There records without a time come before all others
 * wherever they are, as in Linux perf, which knows no rounds of a directory and sorts it as a whole; in a single file
 * they come when they are read.
 *
 * Records of the same time keep the order of the file; those without a time (record_time_is_none) come before the
 * others that are held. A batch is worked on outside of the lock; batches are numbered in the order of their records.
 */
#ifndef PREC_REPORT_STREAM_ORDERED_H
#define PREC_REPORT_STREAM_ORDERED_H

#include "report/stream/branch_stitch.h"
#include "report/stream/ordered_sort.h"
#include "report/stream/read_shares.h"
#include "report/stream/record_time.h"

#define ORDERED_HELD_MAX  (128u << 20)
#define ORDERED_HELD_PART (1u << 20) /* more for each file beside the first */
#define ORDERED_BATCH     1024
#define ORDERED_SPENT_MAX (8u << 20) /* of blocks that are kept for one batch's sake: samples may be 64 KiB large */

/* What the records of a batch come to, but for the last one, is less: the text that is made of them is ten times that.
 */
#define ORDERED_BATCH_BYTES (1u << 20)

struct ordered;
struct held_block;

/* A record of a batch: items[i] of a block. */
struct ordered_ref {
	const struct held_block *block;
	struct ordered_item item;
	bool read;      /* a sample that counts what its shares say, and nothing without any */
	uint32_t share; /* the first of them in the batch's list */
	uint32_t n_shares;
	uint32_t tail; /* of its callchain, with ordered_stitch: the first address in the batch's list */
	uint32_t n_tail;
};

struct ordered_batch {
	uint64_t number;
	struct ordered_ref refs[ORDERED_BATCH];
	uint32_t n;
	uint32_t bytes;             /* of the records */
	struct held_block **blocks; /* which the refs need */
	uint32_t n_blocks, blocks_capacity;
	uint64_t spent; /* bytes of those whose last record is in the batch */
	struct read_share *shares;
	uint32_t n_shares, shares_capacity;
	uint64_t *tails;
	uint32_t n_tails, tails_capacity;
};

/*
 * Borrows the file and the spans. types: a bit for each record type below 64 that is wanted. 0 or a negative errno.
 */
int ordered_new(struct ordered **ret_ordered, const struct perf_file *file, const struct block_span *spans,
		uint64_t n_spans, uint64_t types, struct error *err);
/* Before the first batch: samples get the tails that report/stream/branch_stitch.h finds. registers: as there. */
void ordered_stitch(struct ordered *o, uint32_t registers);

/* When all batches are released. */
void ordered_free(struct ordered *o);

void ordered_batch_init(struct ordered_batch *batch);
void ordered_batch_fini(struct ordered_batch *batch);

/* The next records: 1, 0 at the end, a negative errno. Any thread. What it gives lives until ordered_release. */
int ordered_next(struct ordered *o, struct ordered_batch *batch, struct error *err);
void ordered_release(struct ordered *o, struct ordered_batch *batch);

/* The record itself. */
void ordered_record(const struct ordered *o, const struct ordered_ref *ref, struct record *ret_record);

/* Counts of samples that are read with their group, of no event the file names. When no batch is out. */
uint64_t ordered_n_unknown(const struct ordered *o);

/* Records that came out later than one of a later time. When no batch is out. */
uint64_t ordered_n_late(const struct ordered *o);

#endif
