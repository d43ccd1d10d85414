/*
 * ordered_sort: a block's records put in order of time.
 */
#ifndef PREC_REPORT_STREAM_ORDERED_SORT_H
#define PREC_REPORT_STREAM_ORDERED_SORT_H

#include <stdint.h>

/* A record of a block. */
struct ordered_item {
	uint64_t time;   /* as struct timeline takes it */
	uint32_t offset; /* within the block's bytes */
	uint32_t event;  /* index among the file's events */
};

/*
 * Sorts by time; equal times keep their order. A block holds runs that ascend already, one for each CPU whose ring was
 * emptied, so runs are found and merged. scratch has room for n items. The result is in one of the two: which is
 * returned.
 */
struct ordered_item *ordered_sort(struct ordered_item *items, struct ordered_item *scratch, uint32_t n);

#endif
