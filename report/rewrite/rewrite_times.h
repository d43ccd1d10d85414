/*
 * rewrite_times: rounds the times of the kernel's records down to a unit, so that fewer bits say them. Records that
 * were in order are so then. Units are in ns; 0: times stay. So do those that are none.
 */
#ifndef PREC_REPORT_REWRITE_REWRITE_TIMES_H
#define PREC_REPORT_REWRITE_REWRITE_TIMES_H

#include "common/buffer.h"
#include "formats/file/perf_file.h"

/*
 * Rounds the times of the last record of a buffer, which begins at an offset: that of a sample; that of the trailer of
 * another one, and in the body of FORK, EXIT, THROTTLE and UNTHROTTLE. Counts of time, as in the values that a sample
 * read, are none. Returns `time`, which is the record's, rounded.
 */
uint64_t rewrite_times_round(struct buffer *b, size_t start, const struct file_event *e, uint64_t unit, uint64_t time);

#endif
