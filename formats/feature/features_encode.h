/*
 * features_encode: writes the contents of feature sections.
 *
 * Each function appends one whole section to b, in the byte order of b->swap. Without memory the buffer fails: test
 * buffer_ok(b) at the end. The caller has the facts, for example by record/host/host_features.h. TRACING_DATA is in
 * formats/feature/tracing_data.h. Source: tools/perf/Documentation/perf.data-file-format.txt.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURES_ENCODE_H
#define PREC_FORMATS_FEATURE_FEATURES_ENCODE_H

#include "common/buffer.h"
#include "formats/feature/features.h"

/* Appends a string as most sections have it: u32 size, then the text and zeros up to a multiple of 64 bytes. */
void feature_put_string(struct buffer *b, const char *s);

/* HOSTNAME, OSRELEASE, VERSION, ARCH, CPUDESC, CPUID: one string. */
void feature_encode_string(struct buffer *b, const char *s);

void feature_encode_nrcpus(struct buffer *b, uint32_t available, uint32_t online);
void feature_encode_total_mem(struct buffer *b, uint64_t kibibytes);
void feature_encode_cmdline(struct buffer *b, char *const *argv, size_t argc);

struct feature_event {
	const char *name;
	const struct event_attr *attr;
	const uint64_t *ids;
	size_t n_ids;
};

/* EVENT_DESC. attr_size: how many bytes of each attr are written; the same as in the file's attrs section. */
void feature_encode_event_desc(struct buffer *b, const struct feature_event *events, size_t n, uint32_t attr_size);

struct feature_topology {
	const char *const *cores; /* CPU lists: the CPUs of each socket ("package_cpus" or "core_siblings") */
	size_t n_cores;
	const char *const *threads; /* CPU lists: the threads of each core */
	size_t n_threads;
	const char *const *dies;        /* CPU lists: the CPUs of each die */
	size_t n_dies;                  /* 0: the machine has no dies */
	const struct feature_cpu *cpus; /* one for each available CPU, also if it is offline */
	size_t n_cpus;
};

void feature_encode_cpu_topology(struct buffer *b, const struct feature_topology *topology);

void feature_encode_numa_topology(struct buffer *b, const struct feature_numa_node *nodes, size_t n);

void feature_encode_pmu_mappings(struct buffer *b, const struct feature_pmu *pmus, size_t n);

void feature_encode_group_desc(struct buffer *b, const struct feature_group *groups, size_t n);

void feature_encode_cache(struct buffer *b, const struct feature_cache *caches, size_t n);

struct feature_memory_node {
	uint64_t node;
	const uint64_t *blocks; /* a bit for each block of memory: the node has it */
	uint64_t n_bits;
};

/* MEM_TOPOLOGY. block_size: bytes of a block of memory. */
void feature_encode_mem_topology(struct buffer *b, uint64_t block_size, const struct feature_memory_node *nodes,
				 size_t n);

/* SAMPLE_TIME: the times of the first and last sample, in ns. */
void feature_encode_sample_time(struct buffer *b, uint64_t first, uint64_t last);

/* CLOCKID: the resolution of the recording's clock, in ns. */
void feature_encode_clockid(struct buffer *b, uint64_t resolution);

/* CLOCK_DATA: the same moment on CLOCK_REALTIME and on the recording's clock, in ns. */
void feature_encode_clock_data(struct buffer *b, uint32_t clockid, uint64_t wall_time, uint64_t clock_time);

void feature_encode_compressed(struct buffer *b, const struct feature_compression *compression);

struct feature_pmu_caps {
	const char *pmu;
	const struct feature_cap *caps;
	size_t n_caps;
};

/* CPU_PMU_CAPS: the capabilities of the only core PMU. */
void feature_encode_cpu_pmu_caps(struct buffer *b, const struct feature_cap *caps, size_t n);
/* PMU_CAPS: the capabilities of every PMU that has some. */
void feature_encode_pmu_caps(struct buffer *b, const struct feature_pmu_caps *pmus, size_t n);

struct feature_build_id {
	int32_t pid;   /* -1: the kernel and programs of the machine itself, not of a guest */
	uint16_t misc; /* RECORD_MISC_KERNEL or RECORD_MISC_USER */
	struct build_id id;
	const char *name;
};

/* BUILD_ID: appends one entry; the section has nothing but entries. */
void feature_encode_build_id(struct buffer *b, const struct feature_build_id *entry);

#endif
