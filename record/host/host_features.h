/*
 * host_features: what the feature sections say of the machine and of the recording.
 *
 * The caller goes through the features in ascending order and asks for each. What the machine has no facts for is left
 * out of the file. Nothing is kept between calls. Threads: any.
 */
#ifndef PREC_RECORD_HOST_HOST_FEATURES_H
#define PREC_RECORD_HOST_HOST_FEATURES_H

#include "common/error.h"
#include "formats/feature/features_encode.h"

struct host_features {
	const char *proc_root; /* NULL: "/proc" */
	const char *sys_root;  /* NULL: "/sys" */

	/* CMDLINE */
	char *const *argv;
	int argc;

	/* EVENT_DESC, in the order of the attrs section, all of attr_size bytes */
	const struct feature_event *events;
	size_t n_events;
	uint32_t attr_size;

	/* GROUP_DESC; none: n_groups 0 */
	const struct feature_group *groups;
	size_t n_groups;

	/* SAMPLE_TIME; no sample: both 0 */
	uint64_t first_sample;
	uint64_t last_sample;

	/* CLOCKID and CLOCK_DATA; clockid as for clock_gettime(2), where use_clockid */
	bool use_clockid;
	uint32_t clockid;
	uint64_t clock_wall_time; /* both 0: no CLOCK_DATA */
	uint64_t clock_time;

	/* COMPRESSED; type 0: no compression */
	struct feature_compression compression;
};

/*
 * Appends the section of one feature (enum file_feature): HOSTNAME, OSRELEASE, VERSION, ARCH, NRCPUS, CPUDESC, CPUID,
 * TOTAL_MEM, CMDLINE, EVENT_DESC, CPU_TOPOLOGY, NUMA_TOPOLOGY, PMU_MAPPINGS, GROUP_DESC, CACHE, SAMPLE_TIME,
 * MEM_TOPOLOGY, CLOCKID, COMPRESSED, CPU_PMU_CAPS, CLOCK_DATA, PMU_CAPS. BUILD_ID and TRACING_DATA come from
 * build_id_set_encode and tracepoint_tracing_data.
 * 1 written, 0 nothing to write for this feature, a negative errno on failure; b is as it was for both.
 */
int host_feature_encode(struct buffer *b, unsigned feature, const struct host_features *host, struct error *err);

#endif
