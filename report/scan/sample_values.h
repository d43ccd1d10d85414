/*
 * sample_values: the numbers of a sample that only some sort keys ask for, in the order in which a tuple holds them
 * (report/scan/value_table.h).
 */
#ifndef PREC_REPORT_SCAN_SAMPLE_VALUES_H
#define PREC_REPORT_SCAN_SAMPLE_VALUES_H

#include "formats/record/sample_decode.h"

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

#endif
