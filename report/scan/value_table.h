/*
 * value_table: what else of samples tells them apart, kept once for each distinct combination.
 *
 * A key of the hot table has no room for weights, data addresses, raw data and the like (report/scan/sample_table.h).
 * Where a report asks for some of them, a sample's address and these values together are one tuple, and its number
 * stands in the key in the place of the address. Bytes of a tuple: the numbers that were asked for
 * (report/scan/value_table.h), then the raw data.
 * One thread at a time; any number may look while nothing is added.
 */
#ifndef PREC_REPORT_SCAN_VALUE_TABLE_H
#define PREC_REPORT_SCAN_VALUE_TABLE_H

#include "common/hash_table.h"
#include "common/memory.h"
#include "formats/record/sample_decode.h"

#include <stdint.h>

/*
 * sample_values: the numbers of a sample that only some sort keys ask for, in the order in which a tuple holds them
 * (report/scan/value_table.h).
 */

/* What a sample does not have is 0. */
enum sample_value {
	SAMPLE_VALUE_WEIGHT,  /* WEIGHT, or var1 of WEIGHT_STRUCT; of a branch its cycles, at least 1 */
	SAMPLE_VALUE_WEIGHT2, /* var2 */
	SAMPLE_VALUE_WEIGHT3, /* var3 */
	SAMPLE_VALUE_ADDR,
	SAMPLE_VALUE_DATA_SRC, /* one that says nothing is known, where there is none */
	SAMPLE_VALUE_TRANSACTION,
	SAMPLE_VALUE_PHYS_ADDR,
	SAMPLE_VALUE_CGROUP,
	SAMPLE_VALUE_DATA_PAGE_SIZE,
	SAMPLE_VALUE_CODE_PAGE_SIZE,
	SAMPLE_VALUE_TIME, /* start of its time range in ns; sample_plan.time_quantum */
	SAMPLE_VALUE_IP,   /* of the sample itself, where its tuple has the address that a branch went to */
	SAMPLE_VALUE_BRANCH_FROM,
	SAMPLE_VALUE_BRANCH_TO,
	SAMPLE_VALUE_BRANCH_FLAGS, /* struct sample_branch */
	/* By the timeline, which is then there before any sample is counted (SAMPLE_VALUES_OF_TIMELINE). */
	SAMPLE_VALUE_CGROUP_SPACE, /* of the thread: report/timeline/thread_states.h */
	SAMPLE_VALUE_RUNNING,      /* threads at its time: report/timeline/thread_states.h */
	SAMPLE_VALUE_NUMBERS,
	/* The raw data of tracepoints; no number. */
	SAMPLE_VALUE_RAW = SAMPLE_VALUE_NUMBERS,
};

#define SAMPLE_VALUE_BIT(value) (1ull << (value))

#define SAMPLE_VALUES_OF_TIMELINE (SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP_SPACE) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING))

/* The mode (RECORD_MISC_*) of an address of which no record says it: the kernel's are in the upper half. */
static inline unsigned address_mode(uint64_t addr)
{
	return (int64_t)addr < 0 ? RECORD_MISC_KERNEL : RECORD_MISC_USER;
}

/* Which access to memory it was is not known: each field of perf_event_open(2), perf_mem_data_src, says so. */
#define SAMPLE_DATA_SRC_NONE 0x5080021ull

/* How many of the numbers in a set of bits come before one of them. */
static inline unsigned sample_value_place(uint64_t values, enum sample_value value)
{
	return (unsigned)__builtin_popcountll(values & (SAMPLE_VALUE_BIT(value) - 1));
}

/* The most a tuple's numbers take. */
#define SAMPLE_VALUES_BYTES (8u * SAMPLE_VALUE_NUMBERS)

/* What of a sample is not in its record alone. */
struct sample_context {
	const struct sample_branch *branch; /* the one that is counted, or NULL */
	uint64_t time;                      /* start of the sample's time range */
	uint32_t cgroup_space, running;
};

/* Writes the numbers asked for; how many bytes they take. */
uint32_t sample_values_put(uint64_t values, const struct sample *s, const struct sample_context *context,
			   uint8_t bytes[static SAMPLE_VALUES_BYTES]);

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
