/*
 * host_pmus: the sections about PMUs. Each appends its section to b: 1 written, 0 the machine does not say.
 */
#ifndef PREC_RECORD_HOST_HOST_PMUS_H
#define PREC_RECORD_HOST_HOST_PMUS_H

#include "common/buffer.h"
#include "record/host/host_read.h"

int host_encode_pmu_mappings(struct host_read *r, struct buffer *b);
int host_encode_cpu_pmu_caps(struct host_read *r, struct buffer *b);
int host_encode_pmu_caps(struct host_read *r, struct buffer *b);

#endif
