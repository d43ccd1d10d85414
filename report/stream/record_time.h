/*
 * record_time: finds the time of a record, and its order in the file.
 *
 * In a file without times (perf_file.timed is false) the order in the file replaces the time, also in the timeline.
 */
#ifndef PREC_REPORT_STREAM_RECORD_TIME_H
#define PREC_REPORT_STREAM_RECORD_TIME_H

#include "formats/file/blocks.h"

/* Enough for the records of a block: blocks have up to 16 MiB, records at least 8 bytes. */
#define RECORD_ORDER_BLOCK_SHIFT 24

/* Returns the order of the i-th record of a block. */
static inline uint64_t record_order(uint64_t block_number, uint64_t i)
{
	return (block_number << RECORD_ORDER_BLOCK_SHIFT) + i;
}

/* The earliest time of a block's records, and whether some records have none. */
struct block_span {
	uint64_t number;
	uint64_t first;
	bool untimed;
};

/* Reads the time of a record of the event. order: the result in a file without times. False: the record is too small.
 */
bool record_time(const struct perf_file *f, const struct file_event *e, const struct record *r, uint64_t order,
		 uint64_t *ret_time);

/*
 * True if a record has no time. It then belongs before all others, wherever it is in the file. Linux perf gives
 * synthesized records time 0, and takes all ones for no time.
 */
static inline bool record_time_is_none(uint64_t time)
{
	return time == 0 || time == UINT64_MAX;
}

/*
 * Returns the earliest time of the block's kernel records; UINT64_MAX: none has a time. *ret_untimed: some have none.
 */
uint64_t block_first_time(const struct perf_file *f, const struct block *block, bool *ret_untimed);

#endif
