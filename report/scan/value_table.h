/*
 * value_table: what else of samples tells them apart, kept once for each distinct combination.
 *
 * A key of the hot table has no room for weights, data addresses, raw data and the like (report/scan/sample_table.h).
 * Where a report asks for some of them, a sample's address and these values together are one tuple, and its number
 * stands in the key in the place of the address. Bytes of a tuple: the numbers that were asked for
 * (report/scan/sample_values.h), then the raw data.
 * One thread at a time; any number may look while nothing is added.
 */
#ifndef PREC_REPORT_SCAN_VALUE_TABLE_H
#define PREC_REPORT_SCAN_VALUE_TABLE_H

#include "common/hash_table.h"
#include "common/memory.h"

#include <stdint.h>

#define VALUE_NONE HASH_TABLE_NONE

struct extra_fields {
	uint64_t ip;
	const uint8_t *data; /* in the table's memory */
	uint32_t size;
};

struct value_table {
	struct extra_fields *list;
	uint32_t n, capacity;
	struct hash_table table;
	struct arena bytes;
	uint64_t n_bytes;
};

void value_table_init(struct value_table *t);
void value_table_fini(struct value_table *t);

/* The number of a tuple, added when it is new; VALUE_NONE without memory. */
uint32_t value_table_add(struct value_table *t, const struct extra_fields *e);

/* The number of a tuple that is there, or VALUE_NONE. */
uint32_t value_table_find(const struct value_table *t, const struct extra_fields *e);

/* A number of a tuple that is the same in all tables of this process. */
uint64_t extra_fields_hash(const struct extra_fields *e);

/* Adds the tuples of another table. Returns their numbers here by the number there; malloced, NULL without memory. */
uint32_t *value_table_merge(struct value_table *t, const struct value_table *from);

/* The memory it takes. */
static inline uint64_t value_table_bytes(const struct value_table *t)
{
	return t->n_bytes + (uint64_t)t->capacity * sizeof(*t->list) + hash_table_bytes(&t->table);
}

#endif
