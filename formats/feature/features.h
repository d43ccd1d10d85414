/*
 * features: the structures that formats/feature/features_encode.h writes to feature sections, and
 * formats/feature/features_decode.h reads from them.
 *
 * Source: tools/perf/Documentation/perf.data-file-format.txt. Strings are borrowed: from the caller who writes them, or
 * from the section's bytes that were read.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURES_H
#define PREC_FORMATS_FEATURE_FEATURES_H

#include "formats/record/abi.h"

#include <stdbool.h>

/* True for features that have no contents: it only matters whether they are there. */
static inline bool feature_has_no_contents(unsigned feature)
{
	return feature == FEATURE_BRANCH_STACK || feature == FEATURE_AUXTRACE || feature == FEATURE_STAT;
}

struct feature_cpu {
	uint32_t core_id;
	uint32_t socket_id;
	uint32_t die_id;
};

struct feature_numa_node {
	uint32_t node;
	uint64_t total_kib;
	uint64_t free_kib;
	const char *cpus; /* CPU list */
};

struct feature_pmu {
	uint32_t type;
	const char *name;
};

/* What files have as the name of a group without a name (Linux perf, write_group_desc). */
#define FEATURE_GROUP_UNNAMED "{anon_group}"

struct feature_group {
	const char *name;
	uint32_t leader; /* the number of the leader's attr in the file */
	uint32_t n_members;
};

struct feature_cache {
	uint32_t level;
	uint32_t line_size;
	uint32_t sets;
	uint32_t ways;
	const char *type; /* "Data" */
	const char *size; /* "32K" */
	const char *cpus; /* CPU list, "0-1" */
};

#define FEATURE_COMPRESSED_ZSTD 1

struct feature_compression {
	uint32_t version; /* 1 */
	uint32_t type;    /* FEATURE_COMPRESSED_ZSTD */
	uint32_t level;
	uint32_t ratio;    /* uncompressed to compressed size, rounded */
	uint32_t mmap_len; /* bytes; no frame has more uncompressed data */
};

struct feature_cap {
	const char *name;
	const char *value;
};

#endif
