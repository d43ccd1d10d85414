/*
 * simpleperf_items: names and layouts of the types of record that only Android's simpleperf has.
 *
 * Source: record.h of system/extras/simpleperf in AOSP.
 */
#ifndef PREC_FORMATS_RECORD_SIMPLEPERF_ITEMS_H
#define PREC_FORMATS_RECORD_SIMPLEPERF_ITEMS_H

#include "formats/record/abi.h"
#include "formats/record/record_item.h"

/* What enum simpleperf_type stands for. */
extern const struct field_word simpleperf_type_words[];

/* What is known of one of its types, "SIMPLEPERF_DSO" and its like; NULL: none of them. */
const struct record_type *simpleperf_record_type(uint32_t type);

#endif
