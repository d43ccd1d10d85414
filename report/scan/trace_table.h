/*
 * trace_table: what samples of tracepoints say, kept once each, for reports that tell rows apart by it.
 *
 * A sample's address and raw data together are one element, whose number stands in its key in the place of the address
 * (report/scan/sample_table.h). A sample without raw data has none here, too: its element is the address alone.
 * One thread at a time; any number may look while nothing is added.
 */
#ifndef PREC_REPORT_SCAN_TRACE_TABLE_H
#define PREC_REPORT_SCAN_TRACE_TABLE_H

#include "common/arena.h"
#include "common/hash_table.h"

#include <stdint.h>

#define TRACE_NONE HASH_TABLE_NONE

struct trace_element {
	uint64_t ip;
	const uint8_t *data; /* in the table's memory */
	uint32_t size;
};

struct trace_table {
	struct trace_element *list;
	uint32_t n, capacity;
	struct hash_table table;
	struct arena bytes;
	uint64_t n_bytes;
};

void trace_table_init(struct trace_table *t);
void trace_table_fini(struct trace_table *t);

/* The number of an element, added when it is new; TRACE_NONE without memory. */
uint32_t trace_table_add(struct trace_table *t, const struct trace_element *e);

/* The number of an element that is there, or TRACE_NONE. */
uint32_t trace_table_find(const struct trace_table *t, const struct trace_element *e);

/* A number of an element that is the same in all tables of this process. */
uint64_t trace_element_hash(const struct trace_element *e);

/* Adds the elements of another table. Returns their numbers here by the number there; malloced, NULL without memory. */
uint32_t *trace_table_merge(struct trace_table *t, const struct trace_table *from);

/* The memory it takes. */
static inline uint64_t trace_table_bytes(const struct trace_table *t)
{
	return t->n_bytes + (uint64_t)t->capacity * sizeof(*t->list) + hash_table_bytes(&t->table);
}

#endif
