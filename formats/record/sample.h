/*
 * sample: the fields of a SAMPLE record that have no fixed place.
 *
 * The fields up to PERIOD lie where struct event_layout says; a caller that has checked fixed_end against the record's
 * size loads them directly. Order of the rest: perf_event_open(2), PERF_RECORD_SAMPLE.
 */
#ifndef PREC_FORMATS_RECORD_SAMPLE_H
#define PREC_FORMATS_RECORD_SAMPLE_H

#include "formats/record/record.h"

/*
 * The callchain of a sample: n addresses (unaligned, in the file's byte order) at *ret_addrs, within the record.
 * n is 0 for events without. 0 or -EBADMSG when the record is too small for what it says it holds.
 */
int sample_find_callchain(const struct record *r, const struct file_event *e, const uint8_t **ret_addrs,
			  uint64_t *ret_n, struct error *err);

#endif
