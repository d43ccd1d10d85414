/*
 * host_features: writes the feature sections that describe this machine.
 *
 * The caller asks for each feature, in ascending order. A feature for which the machine has no facts is left out of the
 * file. Threads: any; no state.
 */
#ifndef PREC_RECORD_HOST_HOST_FEATURES_H
#define PREC_RECORD_HOST_HOST_FEATURES_H

#include "common/buffer.h"
#include "common/error.h"
#include "record/host/host_read.h"

/*
 * Appends the section of one feature (enum file_feature): HOSTNAME, OSRELEASE, VERSION, ARCH, NRCPUS, CPUDESC, CPUID,
 * TOTAL_MEM, CPU_TOPOLOGY, NUMA_TOPOLOGY, PMU_MAPPINGS, CACHE, MEM_TOPOLOGY, CPU_PMU_CAPS, PMU_CAPS. 1: written; 0:
 * there is nothing to write, or it is no feature of the machine; or a negative errno. With 0 and errors b is
 * unchanged.
 */
int host_feature_encode(struct buffer *b, unsigned feature, const struct host_roots *roots, struct error *err);

#endif
