/*
 * features_encode: the contents of perf.data's feature sections, from facts to bytes.
 *
 * Source: tools/perf/Documentation/perf.data-file-format.txt. Each function appends one whole section to b, in the byte
 * order b->swap asks for; failure to get memory shows in buffer_ok(b). Nothing is gathered here:
 * record/host/host_features.h reads the machine. TRACING_DATA has its own header, formats/feature/tracing_data.h.
 *
 * Lifetime: everything passed in is borrowed for the call. Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURES_ENCODE_H
#define PREC_FORMATS_FEATURE_FEATURES_ENCODE_H

#include "common/buffer.h"
#include "formats/feature/features.h"

/* A string as most sections hold it: u32 size, then the text and zeroes up to a multiple of 64 bytes. */
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

/* EVENT_DESC. attr_size: the bytes of each attr written, the same as in the file's attrs section. */
void feature_encode_event_desc(struct buffer *b, const struct feature_event *events, size_t n, uint32_t attr_size);

struct feature_topology {
	const char *const *cores; /* CPU lists of the sibling sockets ("package_cpus" or "core_siblings") */
	size_t n_cores;
	const char *const *threads; /* CPU lists of sibling threads */
	size_t n_threads;
	const char *const *dies; /* CPU lists of sibling dies; n_dies 0: the machine has no dies */
	size_t n_dies;
	const struct feature_cpu *cpus; /* one for each CPU available, offline ones too */
	size_t n_cpus;
};

void feature_encode_cpu_topology(struct buffer *b, const struct feature_topology *topology);

void feature_encode_numa_topology(struct buffer *b, const struct feature_numa_node *nodes, size_t n);

void feature_encode_pmu_mappings(struct buffer *b, const struct feature_pmu *pmus, size_t n);

void feature_encode_group_desc(struct buffer *b, const struct feature_group *groups, size_t n);

void feature_encode_cache(struct buffer *b, const struct feature_cache *caches, size_t n);

struct feature_memory_node {
	uint64_t node;
	const uint64_t *blocks; /* bits by block number, in words of 64 */
	uint64_t n_bits;
};

void feature_encode_mem_topology(struct buffer *b, uint64_t block_size, const struct feature_memory_node *nodes,
				 size_t n);

/* SAMPLE_TIME: times of the first and last sample, in nanoseconds. */
void feature_encode_sample_time(struct buffer *b, uint64_t first, uint64_t last);

/* CLOCKID: the resolution in nanoseconds of the clock of the file's times. */
void feature_encode_clockid(struct buffer *b, uint64_t resolution);

/* CLOCK_DATA: the same time on the recording's clock and on the wall clock, in nanoseconds. */
void feature_encode_clock_data(struct buffer *b, uint32_t clockid, uint64_t wall_time, uint64_t clock_time);

void feature_encode_compressed(struct buffer *b, const struct feature_compression *compression);

struct feature_pmu_caps {
	const char *pmu;
	const struct feature_cap *caps;
	size_t n_caps;
};

/* CPU_PMU_CAPS: of the one core PMU. */
void feature_encode_cpu_pmu_caps(struct buffer *b, const struct feature_cap *caps, size_t n);
/* PMU_CAPS: of every PMU that has some. */
void feature_encode_pmu_caps(struct buffer *b, const struct feature_pmu_caps *pmus, size_t n);

struct feature_build_id {
	int32_t pid;   /* -1: the machine's own kernel and programs */
	uint16_t misc; /* RECORD_MISC_KERNEL or RECORD_MISC_USER */
	struct build_id id;
	const char *name;
};

/* BUILD_ID: one entry; the section is its entries one after the other. */
void feature_encode_build_id(struct buffer *b, const struct feature_build_id *entry);

#endif
