/*
 * generic_names: the events every kernel knows by name, and the spelling of hardware cache events.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_GENERIC_NAMES_H
#define PREC_FORMATS_RECORD_GENERIC_NAMES_H

#include "formats/record/abi.h"

#include <stdbool.h>
#include <stddef.h>

/* attr.config of a cache event, from the kernel's enums perf_hw_cache_id, _op_id and _op_result_id. */
#define GENERIC_CACHE(cache, op, result) ((uint64_t)(cache) | (uint64_t)(op) << 8 | (uint64_t)(result) << 16)

/* In the place of a type: events that PMUs of cores name alike, and perf_event_open(2) does not have. */
#define GENERIC_NAMED UINT32_MAX

enum generic_named {
	GENERIC_CYCLES_T, /* in transactions */
	GENERIC_CYCLES_CT,
	GENERIC_TX_START,
	GENERIC_EL_START,
	GENERIC_TOPDOWN_RETIRING,
	GENERIC_TOPDOWN_BAD_SPEC,
	GENERIC_TOPDOWN_FE_BOUND,
	GENERIC_TOPDOWN_BE_BOUND,
	GENERIC_TOPDOWN_HEAVY_OPS,
	GENERIC_TOPDOWN_BR_MISPREDICT,
	GENERIC_TOPDOWN_FETCH_LAT,
	GENERIC_TOPDOWN_MEM_BOUND,
	GENERIC_TOTAL_SLOTS, /* of CPUs before those that have the ones above */
	GENERIC_SLOTS_ISSUED,
	GENERIC_SLOTS_RETIRED,
	GENERIC_FETCH_BUBBLES,
	GENERIC_RECOVERY_BUBBLES,
};

struct generic_name {
	const char *name;
	const char *alias; /* or NULL */
	uint32_t type;
	uint64_t config;
};

/* Finds a generic hardware or software event by its name of size bytes, or NULL. */
const struct generic_name *generic_name_find(const char *name, size_t size);

/* Returns the table, for listing and for similar names; its end has name NULL. */
const struct generic_name *generic_name_table(void);

/*
 * A hardware cache event, "L1-dcache-load-misses": a cache, then up to two of operation and result in any order, loads
 * and accesses where not said. 0 with *ret_config filled; -ENOENT when the name does not begin with a cache; -EINVAL
 * when the words after it are no operation or result; -ENOTSUP when no such cache has that operation (stores to
 * L1-icache).
 */
int generic_name_cache(uint64_t *ret_config, const char *name, size_t size);

/*
 * What an event of that name is on a PMU of cores, whose events may have the names of perf_event_open(2)'s generic ones
 * ("cpu-cycles", s390: "CPU_CYCLES") those of Arm's architecture ("inst_retired") or those of GENERIC_NAMED
 * ("topdown-retiring"). False: none of them.
 */
bool generic_name_of_core(const char *name, size_t size, uint32_t *ret_type, uint64_t *ret_config);

/* Writes the usual name of the i-th cache event there is; false after the last. */
bool generic_name_cache_list(size_t i, char *name, size_t room);

#endif
