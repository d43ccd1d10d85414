/*
 * feature_walk: the functions of the table in formats/feature/feature_fields.h, and what they work on.
 *
 * Each decodes the section of one feature into a sink of named values (formats/record/field.h), and returns as
 * feature_fields() does.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURE_WALK_H
#define PREC_FORMATS_FEATURE_FEATURE_WALK_H

#include "common/cursor.h"
#include "formats/record/field.h"

struct feature_walk {
	struct cursor c; /* the section's bytes */
	const struct field_sink *sink;
	unsigned feature;
	uint32_t n_events;  /* how many events the file has, for GROUP_DESC */
	uint32_t n_cpus;    /* the available CPUs of NRCPUS, for CPU_TOPOLOGY; 0: not known */
	struct cursor btfs; /* the section BPF_BTF, for BPF_PROG_INFO; empty: there is none */
};

/* Events, groups and PMUs (event_fields.c). */
int event_desc_fields(struct feature_walk *w);
int group_desc_fields(struct feature_walk *w);
int pmu_mappings_fields(struct feature_walk *w);
int cpu_pmu_caps_fields(struct feature_walk *w);
int pmu_caps_fields(struct feature_walk *w);

/* The recorded machine: processors, caches, memory (machine_fields.c). */
int nrcpus_fields(struct feature_walk *w);
int total_mem_fields(struct feature_walk *w);
int cpu_topology_fields(struct feature_walk *w);
int numa_topology_fields(struct feature_walk *w);
int cache_fields(struct feature_walk *w);
int mem_topology_fields(struct feature_walk *w);
int hybrid_topology_fields(struct feature_walk *w);
int cpu_domain_info_fields(struct feature_walk *w);
int e_machine_fields(struct feature_walk *w);
int cln_size_fields(struct feature_walk *w);

/* BPF programs (feature_bpf.c). */
int bpf_prog_info_fields(struct feature_walk *w);
int bpf_btf_fields(struct feature_walk *w);

/* What only Android's simpleperf writes (simpleperf_files.c). */
int simpleperf_files_fields(struct feature_walk *w);
int meta_info_fields(struct feature_walk *w);
int debug_unwind_fields(struct feature_walk *w);
int debug_unwind_file_fields(struct feature_walk *w);
int etm_branch_list_fields(struct feature_walk *w);
int init_map_fields(struct feature_walk *w);

#endif
