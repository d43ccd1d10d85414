/*
 * ring_sizes: how large the rings of samples and of sideband records are, and the areas of hardware traces, in
 * bytes: powers of two, and whole pages.
 */
#ifndef PREC_RECORD_SAMPLER_RING_SIZES_H
#define PREC_RECORD_SAMPLER_RING_SIZES_H

#include "record/open/target.h"

#include <stdint.h>

struct ring_sizes {
	size_t samples, sideband;
	size_t areas;       /* of hardware traces */
	bool samples_given; /* and not to be changed */
	bool areas_given;
};

/*
 * bytes: of a ring of samples, rounded up; 0: the default for the target. stacks: samples have copies of stacks, which
 * takes larger rings where there may be such.
 */
struct ring_sizes ring_sizes_choose(const struct target *target, uint64_t bytes, bool stacks);

/*
 * Chooses the size of the areas, in the same way, as Linux perf does: 4 MiB for those who may lock as much memory as
 * they like, 128 KiB for others. The areas of the target's threads, which are listed, take 128 MiB at most where that
 * leaves 128 KiB for each.
 */
void ring_sizes_choose_areas(struct ring_sizes *sizes, const struct target *target, uint64_t bytes, bool privileged);

/* So many bytes as a size: a page at least. */
size_t ring_sizes_round(uint64_t bytes);

/* Makes the rings smaller, for the limit of locked memory. False where they are as small as they may be. */
bool ring_sizes_shrink(struct ring_sizes *sizes);

/* How many bytes wait in a ring of this size when its reader is woken. */
uint32_t ring_sizes_watermark(size_t size);

#endif
