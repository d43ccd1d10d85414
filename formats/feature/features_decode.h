/*
 * features_decode: reads the contents of feature sections; formats/feature/features_encode.h writes them. The sections
 * CPU_TOPOLOGY and CPU_DOMAIN_INFO are in formats/feature/feature_topology.h, those of BPF in
 * formats/feature/feature_bpf.h.
 *
 *	struct cursor c = cursor_make(b.data, b.size, file->swap);
 *	struct feature_items items;
 *	struct feature_pmu pmu;
 *
 *	result = feature_items_begin(&items, &c);
 *	while (!result && (result = feature_next_pmu(&items, &pmu)) > 0)
 *		...
 *
 * A section is one structure or a counted list. Nothing is copied: strings and cursors borrow the section's bytes.
 * Counts are not trusted: each item takes bytes, so the size of the section limits how many there can be.
 *
 * A _decode and a _begin return 0, a _next 1, or 0 after the last item; or an error: -EBADMSG: the bytes end too early
 * or are no such item; then outputs are unchanged, and cursor_offset() of the cursor tells where; -ENOTSUP: the version
 * is not known.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURES_DECODE_H
#define PREC_FORMATS_FEATURE_FEATURES_DECODE_H

#include "common/cursor.h"
#include "formats/feature/features.h"
#include "formats/record/abi.h"
#include "formats/record/event.h"

/* Reads a string: its size, then the text with a NUL. NULL: it is damaged, and the cursor has failed. */
const char *feature_get_string(struct cursor *c);

/* --- one structure ---------------------------------------------------------- */

/* HOSTNAME, OSRELEASE, VERSION, ARCH, CPUDESC, CPUID. */
int feature_decode_string(struct cursor *c, const char **ret_text);
int feature_decode_nrcpus(struct cursor *c, uint32_t *ret_available, uint32_t *ret_online);
/* CLN_SIZE: the size of a cache line in bytes. */
int feature_decode_u32(struct cursor *c, uint32_t *ret_value);
/* TOTAL_MEM in KiB, CLOCKID in ns, the version of DIR_FORMAT. */
int feature_decode_u64(struct cursor *c, uint64_t *ret_value);
/* SAMPLE_TIME: the times of the first and last sample, in ns. */
int feature_decode_sample_time(struct cursor *c, uint64_t *ret_first, uint64_t *ret_last);
int feature_decode_compressed(struct cursor *c, struct feature_compression *ret_compression);

struct feature_clock {
	uint32_t clockid;
	uint64_t wall_time;  /* ns of CLOCK_REALTIME */
	uint64_t clock_time; /* ns of the clock `clockid` at the same moment */
};

int feature_decode_clock_data(struct cursor *c, struct feature_clock *ret_clock);

/* E_MACHINE: the fields of these names in the recorder's own ELF header (elf(5)). */
int feature_decode_e_machine(struct cursor *c, uint32_t *ret_machine, uint32_t *ret_flags);

/* --- counted lists ---------------------------------------------------------- */

struct feature_items {
	struct cursor *c; /* borrowed */
	uint64_t left;    /* items */
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

/* Which blocks of memory a node has: a bit for each block. */
struct feature_memory_bits {
	uint64_t node;
	uint64_t n_bits;
	struct cursor words; /* the bits, in words of 64 */
};

int feature_next_memory_node(struct feature_items *items, struct feature_memory_bits *ret_node);

/* PMU_CAPS: a PMU; feature_next_cap reads its capabilities, with .c = &entry.caps, .left = entry.n_caps. */
struct feature_pmu_caps_entry {
	const char *pmu;
	uint32_t n_caps;
	struct cursor caps;
};

int feature_next_pmu_caps(struct feature_items *items, struct feature_pmu_caps_entry *ret_entry);

/* simpleperf's META_INFO: reads the next pair of strings, up to the end of the section; there is no count. */
int feature_next_meta_info(struct cursor *c, const char **ret_key, const char **ret_value);

/* --- EVENT_DESC: the events with their names, attrs and ids ------------------ */

struct event_desc {
	struct cursor *c;   /* borrowed */
	uint32_t left;      /* events */
	uint32_t attr_size; /* bytes of each attr */
};

struct event_desc_entry {
	struct event_attr attr;
	uint32_t attr_size; /* as its writer knew it: perhaps more than attr has */
	const char *name;
	uint32_t n_ids;
	struct cursor ids; /* n_ids numbers, u64 */
};

int event_desc_begin(struct event_desc *ret_desc, struct cursor *c);
int event_desc_next(struct event_desc *desc, struct event_desc_entry *ret_entry);

/* --- BUILD_ID: the build-ids of files --------------------------------------- */

struct build_id_entry {
	struct build_id build_id;
	uint16_t misc; /* the kernel's or a program's file: RECORD_MISC_KERNEL or _USER */
	const char *filename;
	size_t filename_size; /* without a NUL */
};

/* Reads the next entry of a section. 1; 0: the end; -EBADMSG: the rest is damaged. */
int build_id_list_next(struct cursor *c, struct build_id_entry *ret_entry);

#endif
