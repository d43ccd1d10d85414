/*
 * generic_names: names the generic events of perf_event_open(2): hardware, software and cache events.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_RECORD_GENERIC_NAMES_H
#define PREC_FORMATS_RECORD_GENERIC_NAMES_H

#include "formats/record/abi.h"

#include <stdbool.h>
#include <stddef.h>

/* The config of a cache event; arguments: values of the kernel's perf_hw_cache_id, _op_id and _op_result_id. */
#define GENERIC_CACHE(cache, op, result) ((uint64_t)(cache) | (uint64_t)(op) << 8 | (uint64_t)(result) << 16)

/* A type for events that perf_event_open(2) does not define, but core PMUs of different CPUs give the same name. */
#define GENERIC_NAMED UINT32_MAX

enum generic_named {
	GENERIC_CYCLES_T, /* cycles in transactions */
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
	GENERIC_TOTAL_SLOTS, /* this and the next: of older CPUs, which do not have those above */
	GENERIC_SLOTS_ISSUED,
	GENERIC_SLOTS_RETIRED,
	GENERIC_FETCH_BUBBLES,
	GENERIC_RECOVERY_BUBBLES,
};

struct generic_name {
	const char *name;
	const char *alias; /* another name; NULL: none */
	uint32_t type;
	uint64_t config;
};

/* Returns the hardware or software event with a name of size bytes; NULL: there is none. */
const struct generic_name *generic_name_find(const char *name, size_t size);

/* Returns the table of these events; its last element has the name NULL. */
const struct generic_name *generic_name_table(void);

/*
 * Parses the name of a hardware cache event, "L1-dcache-load-misses": a cache, then an operation and a result in any
 * order; either may be missing, which means loads and accesses. 0; -ENOENT: the name does not begin with a cache;
 * -EINVAL: other words follow; -ENOTSUP: the cache does not have the operation (stores to L1-icache).
 */
int generic_name_cache(uint64_t *ret_config, const char *name, size_t size);

/*
 * Finds the generic event that an event of a core PMU is, by its name: a generic name of perf_event_open(2)
 * ("cpu-cycles", on s390 "CPU_CYCLES"), a name of Arm's architecture ("inst_retired"), or one of enum generic_named
 * ("topdown-retiring"). False: it is none of them.
 */
bool generic_name_of_core(const char *name, size_t size, uint32_t *ret_type, uint64_t *ret_config);

/* Writes the usual name of the i-th cache event into `room` bytes. False: there are not so many. */
bool generic_name_cache_list(size_t i, char *name, size_t room);

#endif
