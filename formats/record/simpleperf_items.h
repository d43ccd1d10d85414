/*
 * simpleperf_items: the table that describes the record types of Android's simpleperf.
 *
 * Source: record.h of system/extras/simpleperf in AOSP.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_SIMPLEPERF_ITEMS_H
#define PREC_FORMATS_RECORD_SIMPLEPERF_ITEMS_H

#include "formats/record/abi.h"
#include "formats/record/record_item.h"

/* The words for enum simpleperf_type. */
extern const struct field_word simpleperf_type_words[];

/* Returns the description of a type ("SIMPLEPERF_DSO"); NULL: it is none of simpleperf's. */
const struct record_type *simpleperf_record_type(uint32_t type);

#endif
