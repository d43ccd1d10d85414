/*
 * event_names: the events every kernel knows by name, and the spelling of hardware cache events.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_NAMES_H
#define PREC_RECORD_EVENTS_EVENT_NAMES_H

#include "formats/record/abi.h"

#include <stdbool.h>
#include <stddef.h>

struct event_name {
	const char *name;
	const char *alias; /* or NULL */
	uint32_t type;
	uint64_t config;
};

/* A generic hardware or software event of the name of size bytes, or NULL. */
const struct event_name *event_name_find(const char *name, size_t size);

/* The table, for listing and for near names; ends with name NULL. */
const struct event_name *event_name_table(void);

/*
 * A hardware cache event, "L1-dcache-load-misses": a cache, then up to two of operation and result in any order, loads
 * and accesses where not said. 0 with *ret_config filled; -ENOENT when the name does not begin with a cache; -EINVAL
 * when the words after it are no operation or result; -ENOTSUP when no such cache has that operation (stores to
 * L1-icache).
 */
int event_name_cache(uint64_t *ret_config, const char *name, size_t size);

/* Writes the usual name of the i-th cache event there is; false after the last. */
bool event_name_cache_list(size_t i, char *name, size_t room);

#endif
