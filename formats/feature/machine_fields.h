/*
 * machine_fields: fields of the features that describe the recorded machine: processors, caches, memory.
 *
 * For the table of formats/feature/feature_fields.c; returns as feature_fields says.
 */
#ifndef PREC_FORMATS_FEATURE_MACHINE_FIELDS_H
#define PREC_FORMATS_FEATURE_MACHINE_FIELDS_H

#include "formats/feature/feature_walk.h"

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

#endif
