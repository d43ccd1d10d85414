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

/* "SIMPLEPERF_DSO" ...; NULL: not one of simpleperf's types. */
const char *simpleperf_record_name(uint32_t type);

/* The items of its records, ended by ITEM_END; NULL likewise. */
const struct record_item *simpleperf_record_items(uint32_t type);

#endif
