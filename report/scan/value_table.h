/*
 * value_table: stores each distinct combination of the extra fields of samples once.
 *
 *	key (report/scan/sample_table.h)	number of the extra fields | pid, tid | chain | cpu, event, mode
 *	extra fields				address | numbers of 8 bytes, by enum sample_value | raw data
 *
 * A key has no room for weights, data addresses, raw data and the like. If a report needs some of them, a sample's
 * address and these values get a number together, which replaces the address in the key.
 *
 * Ownership: _init/_fini. One thread at a time; any number may read while nothing is added.
 */
#ifndef PREC_REPORT_SCAN_VALUE_TABLE_H
#define PREC_REPORT_SCAN_VALUE_TABLE_H

#include "common/hash_table.h"
#include "common/memory.h"
#include "formats/record/sample_decode.h"

#include <stdint.h>

/* Extra fields, in the order in which they are stored. One that a sample lacks is 0, but for DATA_SRC. */
enum sample_value {
	SAMPLE_VALUE_WEIGHT,  /* WEIGHT, or var1 of WEIGHT_STRUCT; of a branch its cycles, at least 1 */
	SAMPLE_VALUE_WEIGHT2, /* var2 of WEIGHT_STRUCT */
	SAMPLE_VALUE_WEIGHT3, /* var3 of WEIGHT_STRUCT */
	SAMPLE_VALUE_ADDR,
	SAMPLE_VALUE_DATA_SRC, /* SAMPLE_DATA_SRC_NONE if the sample has none */
	SAMPLE_VALUE_TRANSACTION,
	SAMPLE_VALUE_PHYS_ADDR,
	SAMPLE_VALUE_CGROUP,
	SAMPLE_VALUE_DATA_PAGE_SIZE,
	SAMPLE_VALUE_CODE_PAGE_SIZE,
	SAMPLE_VALUE_TIME, /* ns, rounded down to a multiple of sample_plan.time_quantum */
	SAMPLE_VALUE_IP,   /* the sample's address if branches count, each with its own */
	SAMPLE_VALUE_BRANCH_FROM,
	SAMPLE_VALUE_BRANCH_TO,
	SAMPLE_VALUE_BRANCH_FLAGS, /* struct sample_branch */
	SAMPLE_VALUE_BRANCH_AFTER, /* where the branch before it went to, if nothing else was branched to since; or 0 */
	/* From the timeline, which must be built first (SAMPLE_VALUES_OF_TIMELINE): report/timeline/thread_states.h. */
	SAMPLE_VALUE_CGROUP_SPACE, /* cgroup_spaces_at */
	SAMPLE_VALUE_RUNNING,      /* running_at */
	SAMPLE_VALUE_NUMBERS,
	/* The raw data of tracepoints, which are no number. */
	SAMPLE_VALUE_RAW = SAMPLE_VALUE_NUMBERS,
};

#define SAMPLE_VALUE_BIT(value) (1ull << (value))

#define SAMPLE_VALUES_OF_TIMELINE (SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP_SPACE) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING))

/* Returns the mode (RECORD_MISC_*) of an address without one: the upper half of addresses is the kernel's. */
static inline unsigned address_mode(uint64_t addr)
{
	return (int64_t)addr < 0 ? RECORD_MISC_KERNEL : RECORD_MISC_USER;
}

/* A data_src of which nothing is known: each field has the value "not available" (perf_event_open(2)). */
#define SAMPLE_DATA_SRC_NONE 0x5080021ull

/* Returns the index of a number among those stored for a set of bits. */
static inline unsigned sample_value_index(uint64_t values, enum sample_value value)
{
	return (unsigned)__builtin_popcountll(values & (SAMPLE_VALUE_BIT(value) - 1));
}

/* Limit of the numbers, in bytes. */
#define SAMPLE_VALUES_BYTES (8u * SAMPLE_VALUE_NUMBERS)

/* Extra fields that are not taken from the sample as it is. */
struct sample_context {
	const struct sample_branch *branch; /* the branch that counts; NULL: the sample itself */
	uint64_t after;                     /* SAMPLE_VALUE_BRANCH_AFTER */
	uint64_t time;
	uint32_t cgroup_space, running;
};

/* Writes the numbers for a set of bits. Returns their size in bytes. */
uint32_t sample_values_put(uint64_t values, const struct sample *s, const struct sample_context *context,
			   uint8_t bytes[static SAMPLE_VALUES_BYTES]);

#define VALUE_NONE HASH_TABLE_NONE

struct extra_fields {
	uint64_t ip;
	const uint8_t *data; /* numbers, then raw data; in a table it owns them */
	uint32_t size;
};

struct value_table {
	struct extra_fields *list;
	uint32_t n, capacity;
	struct hash_table table;
	struct arena bytes;
	uint64_t n_bytes;
};

/* Makes an empty table. */
void value_table_init(struct value_table *t);
void value_table_fini(struct value_table *t);

/* Finds or adds a copy of extra fields, and returns their number. VALUE_NONE without memory. */
uint32_t value_table_add(struct value_table *t, const struct extra_fields *e);

/* Returns the number of extra fields; VALUE_NONE: they were not added. */
uint32_t value_table_find(const struct value_table *t, const struct extra_fields *e);

/* Returns a hash that is the same in all tables of the running program. */
uint64_t extra_fields_hash(const struct extra_fields *e);

/*
 * Adds all extra fields of another table. Returns an array of their new numbers by their old ones, which the caller
 * frees; NULL without memory.
 */
uint32_t *value_table_merge(struct value_table *t, const struct value_table *from);

/* Returns the memory of the table in bytes. */
static inline uint64_t value_table_bytes(const struct value_table *t)
{
	return t->n_bytes + (uint64_t)t->capacity * sizeof(*t->list) + hash_table_bytes(&t->table);
}

#endif
