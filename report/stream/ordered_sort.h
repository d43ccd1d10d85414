/*
 * ordered_sort: a block's records put in order of time. For report/stream/ordered.c.
 */
#ifndef PREC_REPORT_STREAM_ORDERED_SORT_H
#define PREC_REPORT_STREAM_ORDERED_SORT_H

#include "report/stream/ordered.h"

/*
 * Sorts by time; equal times keep their order. A block holds runs that ascend already, one for each CPU whose ring was
 * emptied, so runs are found and merged. scratch has room for n items. The result is in one of the two: which is
 * returned.
 */
struct ordered_item *ordered_sort(struct ordered_item *items, struct ordered_item *scratch, uint32_t n);

#endif
