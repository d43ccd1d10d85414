/*
 * feature_topology: FEATURE_CPU_TOPOLOGY and FEATURE_CPU_DOMAIN_INFO.
 *
 * CPU_TOPOLOGY grew twice, so that its later parts may be missing:
 *
 *	siblings of sockets, siblings of threads | core and socket of each CPU | siblings of dies, die of each CPU
 *
 * The number of CPUs is that of FEATURE_NRCPUS. Errors, lifetime and threads: as formats/feature/features_decode.h
 * says.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURE_TOPOLOGY_H
#define PREC_FORMATS_FEATURE_FEATURE_TOPOLOGY_H

#include "formats/feature/features_decode.h"

/* A list of strings, walked by feature_next_string with .c = &list.c, .left = list.n. */
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
 * n_cpus: the CPUs available. With -EBADMSG *ret_view holds the parts before the damage (n or n_cpus 0: not reached),
 * since the siblings are worth showing without the rest.
 */
int feature_decode_cpu_topology(struct cursor *c, uint32_t n_cpus, struct feature_topology_view *ret_view);

/* The next CPU's ids; cpu < n_cpus of them, in their order. 1, 0 after the last. */
int feature_next_cpu(struct feature_topology_view *view, struct feature_cpu *ret_cpu);

/* FEATURE_CPU_DOMAIN_INFO, which ends with the section. */
struct feature_domains {
	struct cursor *c;
	uint32_t schedstat_version;
	uint32_t max_domains;
};

struct feature_domain_cpu {
	uint32_t cpu;
	uint32_t n_domains; /* feature_next_domain reads as many; all of them before the next CPU */
};

struct feature_domain {
	uint32_t domain;
	const char *name; /* NULL before version 17 of /proc/schedstat */
	const char *cpu_mask;
	const char *cpu_list;
};

int feature_domains_begin(struct feature_domains *ret_domains, struct cursor *c);
int feature_next_domain_cpu(struct feature_domains *domains, struct feature_domain_cpu *ret_cpu);
int feature_next_domain(struct feature_domains *domains, struct feature_domain *ret_domain);

#endif
