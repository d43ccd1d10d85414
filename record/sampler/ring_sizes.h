/*
 * ring_sizes: how large the rings of samples and of sideband records are, in bytes: powers of two, and whole pages.
 */
#ifndef PREC_RECORD_SAMPLER_RING_SIZES_H
#define PREC_RECORD_SAMPLER_RING_SIZES_H

#include "record/sampler/target.h"

#include <stdint.h>

struct ring_sizes {
	size_t samples, sideband;
	bool samples_given; /* and not to be changed */
};

/*
 * bytes: of a ring of samples, rounded up; 0: the default for the target. stacks: samples have copies of stacks, which
 * takes larger rings where there may be such.
 */
struct ring_sizes ring_sizes_choose(const struct target *target, uint64_t bytes, bool stacks);

/* Makes the rings smaller, for the limit of locked memory. False where they are as small as they may be. */
bool ring_sizes_shrink(struct ring_sizes *sizes);

/* How many bytes wait in a ring of this size when its reader is woken. */
uint32_t ring_sizes_watermark(size_t size);

#endif
