/*
 * host_features: the feature sections that say what machine this is.
 *
 * The caller asks for each feature, in ascending order. A feature that the machine has no facts for is left out of the
 * file. Nothing is kept between calls. Threads: any.
 */
#ifndef PREC_RECORD_HOST_HOST_FEATURES_H
#define PREC_RECORD_HOST_HOST_FEATURES_H

#include "common/buffer.h"
#include "common/error.h"
#include "record/host/host_read.h"

/*
 * Appends the section of one feature (enum file_feature): HOSTNAME, OSRELEASE, VERSION, ARCH, NRCPUS, CPUDESC, CPUID,
 * TOTAL_MEM, CPU_TOPOLOGY, NUMA_TOPOLOGY, PMU_MAPPINGS, CACHE, MEM_TOPOLOGY, CPU_PMU_CAPS, PMU_CAPS. 1 written; 0
 * nothing to write for this feature, or no feature of the machine; a negative errno on failure. b is as it was for the
 * last two.
 */
int host_feature_encode(struct buffer *b, unsigned feature, const struct host_roots *roots, struct error *err);

#endif
