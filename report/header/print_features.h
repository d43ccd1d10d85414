/*
 * print_features: the feature sections of a file in words, one function a section.
 *
 * Each takes the section's bytes as a cursor, which it may move, writes whole lines that begin with '#', and returns 0,
 * -EBADMSG when the section is damaged (what came before has been written), or -ENOTSUP for a version not known.
 */
#ifndef PREC_REPORT_HEADER_PRINT_FEATURES_H
#define PREC_REPORT_HEADER_PRINT_FEATURES_H

#include "common/cursor.h"
#include "formats/file/perf_file.h"

#include <stdio.h>

struct feature_section {
	FILE *out;
	const struct perf_file *file;
	unsigned feature;
	struct cursor c;
};

/* Text from a file: what could steer a terminal becomes a question mark. */
void print_text(FILE *out, const char *text);

int print_hostname(struct feature_section *s);
int print_osrelease(struct feature_section *s);
int print_version(struct feature_section *s);
int print_arch(struct feature_section *s);
int print_nrcpus(struct feature_section *s);
int print_cpudesc(struct feature_section *s);
int print_cpuid(struct feature_section *s);
int print_total_mem(struct feature_section *s);
int print_cmdline(struct feature_section *s);
int print_branch_stack(struct feature_section *s);
int print_auxtrace(struct feature_section *s);
int print_stat(struct feature_section *s);
int print_sample_time(struct feature_section *s);
int print_clockid(struct feature_section *s);
int print_dir_format(struct feature_section *s);
int print_compressed(struct feature_section *s);
int print_clock_data(struct feature_section *s);
int print_e_machine(struct feature_section *s);
int print_cln_size(struct feature_section *s);
int print_meta_info(struct feature_section *s);

/* print_feature_events.c */
int print_event_desc(struct feature_section *s);
int print_group_desc(struct feature_section *s);
int print_pmu_mappings(struct feature_section *s);
int print_cpu_pmu_caps(struct feature_section *s);
int print_pmu_caps(struct feature_section *s);

/* print_feature_machine.c */
int print_cpu_topology(struct feature_section *s);
int print_numa_topology(struct feature_section *s);
int print_cache(struct feature_section *s);
int print_mem_topology(struct feature_section *s);
int print_hybrid_topology(struct feature_section *s);
int print_cpu_domain_info(struct feature_section *s);

/* print_feature_bpf.c */
int print_bpf_prog_info(struct feature_section *s);
int print_bpf_btf(struct feature_section *s);

/* print_feature_simpleperf.c */
int print_simpleperf_files(struct feature_section *s);
int print_debug_unwind(struct feature_section *s);
int print_debug_unwind_file(struct feature_section *s);
int print_etm_branch_list(struct feature_section *s);
int print_init_map(struct feature_section *s);

#endif
