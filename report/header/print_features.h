/*
 * print_features: print features as Linux perf does, in lines that begin with '#'. They keep no state.
 *
 * There are two forms. One takes the fields of a whole section. The other is a feature_text_fn
 * (report/header/feature_text.h), which is called for each item.
 */
#ifndef PREC_REPORT_HEADER_PRINT_FEATURES_H
#define PREC_REPORT_HEADER_PRINT_FEATURES_H

#include "formats/record/private_record.h"
#include "report/header/feature_text.h"

/* --- of a whole section ------------------------------------------------------------------ */
void print_nrcpus(FILE *out, const struct text_fields *f);
void print_total_mem(FILE *out, const struct text_fields *f);
void print_sample_time(FILE *out, const struct text_fields *f);
void print_clockid(FILE *out, const struct text_fields *f);
void print_dir_format(FILE *out, const struct text_fields *f);
void print_compressed(FILE *out, const struct text_fields *f);
void print_clock_data(FILE *out, const struct text_fields *f);

/* Prints what prec notes in its files: the boot's id, and from when to when was recorded. */
void print_clock_note(FILE *out, const struct clock_note *note);
void print_e_machine(FILE *out, const struct text_fields *f);
void print_cln_size(FILE *out, const struct text_fields *f);

/* --- by item ----------------------------------------------------------------------------- */
void print_cmdline(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);

/* BPF programs. */

void print_bpf_prog_info(const struct feature_text *t, enum text_event event, const char *list,
			 const struct text_fields *f);
void print_bpf_btf(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);

/* Features of simpleperf. The last two take a whole section. */

void print_simpleperf_files(const struct feature_text *t, enum text_event event, const char *list,
			    const struct text_fields *f);
void print_meta_info(const struct feature_text *t, enum text_event event, const char *list,
		     const struct text_fields *f);
void print_debug_unwind(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_etm_branch_list(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f);
/* The fields of a whole section. */
void print_debug_unwind_file(FILE *out, const struct text_fields *f);
void print_init_map(FILE *out, const struct text_fields *f);

/* Events, groups and PMUs (print_feature_events.c). */

void print_group_desc(const struct feature_text *t, enum text_event event, const char *list,
		      const struct text_fields *f);
void print_pmu_mappings(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_cpu_pmu_caps(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_pmu_caps(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);

/* Prints EVENT_DESC from its attrs, up to damage. */
void print_event_desc(FILE *out, const struct perf_file *file);

/* The recorded machine (print_feature_machine.c). */

void print_cpu_topology(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_numa_topology(const struct feature_text *t, enum text_event event, const char *list,
			 const struct text_fields *f);
void print_cache(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f);
void print_mem_topology(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f);
void print_hybrid_topology(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f);
void print_cpu_domain_info(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f);

#endif
