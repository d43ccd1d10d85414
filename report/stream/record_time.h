/*
 * record_time: when a record happened, and its place in the file.
 *
 * The time is the record's own. In a file without times (struct perf_file: timed is false) the place in the file stands
 * for it, as it does for the timeline.
 */
#ifndef PREC_REPORT_STREAM_RECORD_TIME_H
#define PREC_REPORT_STREAM_RECORD_TIME_H

#include "formats/file/blocks.h"

/* Records of one block; blocks are at most 16 MiB, and no record is smaller than 8 bytes. */
#define RECORD_ORDER_BLOCK_SHIFT 24

/* The place of the i-th record of a block. */
static inline uint64_t record_order(uint64_t block_number, uint64_t i)
{
	return (block_number << RECORD_ORDER_BLOCK_SHIFT) + i;
}

/* A block and the earliest time of its records, and whether some have none. */
struct block_span {
	uint64_t number;
	uint64_t first;
	bool untimed;
};

/* The time of a record of the event; false when the record is too small to hold one. */
bool record_time(const struct perf_file *f, const struct file_event *e, const struct record *r, uint64_t order,
		 uint64_t *ret_time);

/*
 * Linux perf writes down what was there before it began with time 0, and takes all ones for no time: such records
 * belong before all others, wherever in the file they are.
 */
static inline bool record_time_is_none(uint64_t time)
{
	return time == 0 || time == UINT64_MAX;
}

/*
 * The earliest time of the block's kernel records that have one; UINT64_MAX: none has. *ret_untimed: there are some
 * without.
 */
uint64_t block_first_time(const struct perf_file *f, const struct block *block, bool *ret_untimed);

#endif
