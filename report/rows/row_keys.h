/*
 * row_keys: what tells the rows of a report apart, kept once each and numbered in the order of first sight.
 */
#ifndef PREC_REPORT_ROWS_ROW_KEYS_H
#define PREC_REPORT_ROWS_ROW_KEYS_H

#include "common/hash_table.h"

#include <stdint.h>

/* What is not asked for is 0 in all keys. */
struct row_key {
	uint16_t event;
	uint16_t level; /* above the rows of the report: 1 or more (report/rows/row_hierarchy.h) */
	uint32_t comm;  /* string id */
	uint32_t dso;   /* string id */
	uint32_t frame;
	uint32_t pid, tid;
	uint32_t cpu;
	uint32_t values; /* of the other columns: 1 + number of a tuple (struct rows); 0: there are none */
};

struct row_keys {
	struct row_key *list;
	uint32_t n, capacity;
	struct hash_table table;
	uint32_t last; /* the number asked for last: samples that follow each other are mostly alike */
};

#define ROW_NONE HASH_TABLE_NONE

/* Empty keys are all zero. */
void row_keys_fini(struct row_keys *k);

/* The number of the key, ROW_NONE without memory. */
uint32_t row_keys_add(struct row_keys *k, const struct row_key *key);

/* The number of a key that is there, or ROW_NONE. */
uint32_t row_keys_find(const struct row_keys *k, const struct row_key *key);

#endif
