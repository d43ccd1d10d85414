/*
 * feature_topology: reads FEATURE_CPU_TOPOLOGY and FEATURE_CPU_DOMAIN_INFO.
 *
 * CPU_TOPOLOGY has three parts; the second and third were added later, and may be missing:
 *
 *	siblings of sockets, siblings of threads | core and socket of each CPU | siblings of dies, die of each CPU
 *
 * The number of CPUs is in FEATURE_NRCPUS. Errors, lifetime and threads: formats/feature/features_decode.h.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURE_TOPOLOGY_H
#define PREC_FORMATS_FEATURE_FEATURE_TOPOLOGY_H

#include "formats/feature/features_decode.h"

/* A list of strings: feature_next_string reads them, with .c = &list.c, .left = list.n. */
struct feature_strings {
	struct cursor c;
	uint32_t n;
};

struct feature_topology_view {
	struct feature_strings cores, threads, dies; /* CPU lists of siblings; dies.n 0: the section has no dies */
	uint32_t n_cpus;                             /* 0: the section has no ids */
	struct cursor cpu_ids;                       /* two u32 each */
	struct cursor die_ids;                       /* one u32 each, with dies */
};

/*
 * Reads CPU_TOPOLOGY. n_cpus: how many CPUs are available. With -EBADMSG *ret_view has the parts before the damage; n
 * or n_cpus of the others is 0.
 */
int feature_decode_cpu_topology(struct cursor *c, uint32_t n_cpus, struct feature_topology_view *ret_view);

/* Reads the ids of the next CPU, from CPU 0 on. 1; 0: after the last. */
int feature_next_cpu(struct feature_topology_view *view, struct feature_cpu *ret_cpu);

struct feature_domains {
	struct cursor *c;
	uint32_t schedstat_version;
	uint32_t max_domains;
};

struct feature_domain_cpu {
	uint32_t cpu;
	uint32_t n_domains; /* call feature_next_domain so many times before the next CPU is read */
};

struct feature_domain {
	uint32_t domain;
	const char *name; /* NULL before version 17 of /proc/schedstat */
	const char *cpu_mask;
	const char *cpu_list;
};

/* Begins to read CPU_DOMAIN_INFO: the scheduler domains of each CPU, up to the end of the section. */
int feature_domains_begin(struct feature_domains *ret_domains, struct cursor *c);

/* Read the next CPU, and the next of its domains. */
int feature_next_domain_cpu(struct feature_domains *domains, struct feature_domain_cpu *ret_cpu);
int feature_next_domain(struct feature_domains *domains, struct feature_domain *ret_domain);

#endif
