/*
 * features_decode: reads the contents of perf.data's feature sections, as formats/feature/features_encode.h writes
 * them. formats/feature/feature_topology.h has CPU_TOPOLOGY and CPU_DOMAIN_INFO, formats/feature/feature_bpf.h those of
 * BPF.
 *
 *	struct cursor c = cursor_make(b.data, b.size, file->swap);
 *	struct feature_items items;
 *	struct feature_pmu pmu;
 *
 *	result = feature_items_begin(&items, &c);
 *	while (!result && (result = feature_next_pmu(&items, &pmu)) > 0)
 *		...
 *
 * A section is one structure or a counted list. Nothing is copied: strings point into the section's bytes and live as
 * long as they do. A count is never trusted: each item takes bytes, so that the section's size bounds the walk.
 *
 * Errors: -EBADMSG, the bytes end before the item does or contradict the format; outputs are as they were, and
 * cursor_offset() of the cursor passed in says where. -ENOTSUP, a version not known here. Next functions return 1 for
 * an item, 0 after the last. Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURES_DECODE_H
#define PREC_FORMATS_FEATURE_FEATURES_DECODE_H

#include "common/cursor.h"
#include "formats/feature/features.h"
#include "formats/record/abi.h"
#include "formats/record/event.h"

/* A string with its size before it, NUL within that size. NULL, and the cursor failed, when it is not one. */
const char *feature_get_string(struct cursor *c);

/* --- one structure ---------------------------------------------------------- */

/* HOSTNAME, OSRELEASE, VERSION, ARCH, CPUDESC, CPUID. */
int feature_decode_string(struct cursor *c, const char **ret_text);
int feature_decode_nrcpus(struct cursor *c, uint32_t *ret_available, uint32_t *ret_online);
/* CLN_SIZE: the size of a cache line in bytes. */
int feature_decode_u32(struct cursor *c, uint32_t *ret_value);
/* TOTAL_MEM in KiB, CLOCKID in nanoseconds, DIR_FORMAT's version. */
int feature_decode_u64(struct cursor *c, uint64_t *ret_value);
/* SAMPLE_TIME, in nanoseconds. */
int feature_decode_sample_time(struct cursor *c, uint64_t *ret_first, uint64_t *ret_last);
int feature_decode_compressed(struct cursor *c, struct feature_compression *ret_compression);

struct feature_clock {
	uint32_t clockid;
	uint64_t wall_time; /* the same time on both clocks, in nanoseconds */
	uint64_t clock_time;
};

int feature_decode_clock_data(struct cursor *c, struct feature_clock *ret_clock);

/* E_MACHINE: of the recorder's own ELF file (elf(5)). */
int feature_decode_e_machine(struct cursor *c, uint32_t *ret_machine, uint32_t *ret_flags);

/* --- counted lists ---------------------------------------------------------- */

struct feature_items {
	struct cursor *c;
	uint64_t left;
};

/* CMDLINE, NUMA_TOPOLOGY, PMU_MAPPINGS, GROUP_DESC, CPU_PMU_CAPS, PMU_CAPS, HYBRID_TOPOLOGY. */
int feature_items_begin(struct feature_items *ret_items, struct cursor *c);
/* CACHE. */
int feature_caches_begin(struct feature_items *ret_items, struct cursor *c);
/* MEM_TOPOLOGY. */
int feature_memory_begin(struct feature_items *ret_items, struct cursor *c, uint64_t *ret_block_size);

/* An argument of CMDLINE. */
int feature_next_string(struct feature_items *items, const char **ret_text);
int feature_next_numa_node(struct feature_items *items, struct feature_numa_node *ret_node);
int feature_next_pmu(struct feature_items *items, struct feature_pmu *ret_pmu);
int feature_next_group(struct feature_items *items, struct feature_group *ret_group);
int feature_next_cache(struct feature_items *items, struct feature_cache *ret_cache);
/* A capability of a PMU. */
int feature_next_cap(struct feature_items *items, struct feature_cap *ret_cap);

struct feature_hybrid_pmu {
	const char *pmu;
	const char *cpus; /* CPU list */
};

int feature_next_hybrid_pmu(struct feature_items *items, struct feature_hybrid_pmu *ret_pmu);

/* The blocks of memory a node has: bits by block number. */
struct feature_memory_bits {
	uint64_t node;
	uint64_t n_bits;
	struct cursor words; /* as many of 64 bits as n_bits need */
};

int feature_next_memory_node(struct feature_items *items, struct feature_memory_bits *ret_node);

/* PMU_CAPS: one PMU; its n_caps capabilities lie in caps, for feature_next_cap. */
struct feature_pmu_caps_entry {
	const char *pmu;
	uint32_t n_caps;
	struct cursor caps;
};

int feature_next_pmu_caps(struct feature_items *items, struct feature_pmu_caps_entry *ret_entry);

/* simpleperf's META_INFO: pairs of strings up to the section's end, without a count. */
int feature_next_meta_info(struct cursor *c, const char **ret_key, const char **ret_value);

/*
 * event_desc: FEATURE_EVENT_DESC: the events with their names, attrs and ids.
 *
 * Errors, lifetime and threads of the walk: as formats/feature/features_decode.h says.
 */

struct event_desc {
	struct cursor *c;
	uint32_t left;
	uint32_t attr_size;
};

struct event_desc_entry {
	struct event_attr attr;
	uint32_t attr_size; /* as the writer knew it: it may be more than attr holds */
	const char *name;
	uint32_t n_ids;
	struct cursor ids; /* n_ids of u64 */
};

int event_desc_begin(struct event_desc *ret_desc, struct cursor *c);
/* 1, 0 after the last, -EBADMSG when the rest is damaged. */
int event_desc_next(struct event_desc *desc, struct event_desc_entry *ret_entry);

/*
 * build_id_list: FEATURE_BUILD_ID, the build-ids of the files that were hit.
 */

struct build_id_entry {
	struct build_id build_id;
	uint16_t misc; /* of the record: whose file it is, RECORD_MISC_KERNEL or _USER */
	const char *filename;
	size_t filename_size;
};

/*
 * The next entry of a section. 1, 0 at the end, or -EBADMSG when the rest is damaged. The name points into the
 * cursor's bytes.
 */
int build_id_list_next(struct cursor *c, struct build_id_entry *ret_entry);

#endif
