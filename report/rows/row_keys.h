/*
 * row_keys: numbers the keys that distinguish rows, in the order of their first occurrence.
 */
#ifndef PREC_REPORT_ROWS_ROW_KEYS_H
#define PREC_REPORT_ROWS_ROW_KEYS_H

#include "common/hash_table.h"

#include <stdint.h>

/* A member that no column needs is 0 in all keys. */
struct row_key {
	uint16_t event;
	uint16_t level; /* 0: a row of the report; higher: a row above it (report/rows/row_hierarchy.h) */
	uint32_t comm;  /* string id */
	uint32_t dso;   /* string id */
	uint32_t frame;
	uint32_t pid, tid;
	uint32_t cpu;
	uint32_t values; /* the values of other columns: 1 + the number of a tuple (struct rows); 0: none */
};

struct row_keys {
	struct row_key *list;
	uint32_t n, capacity;
	struct hash_table table;
	uint32_t last; /* the last result: successive samples are mostly alike */
};

#define ROW_NONE HASH_TABLE_NONE

/* Empty keys are all zero. */
void row_keys_fini(struct row_keys *k);

/* Returns the number of a key, which is added if it is new; ROW_NONE without memory. */
uint32_t row_keys_add(struct row_keys *k, const struct row_key *key);

/* Returns the number of a key, or ROW_NONE. */
uint32_t row_keys_find(const struct row_keys *k, const struct row_key *key);

#endif
