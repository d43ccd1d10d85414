/*
 * ring_sizes: chooses the sizes of sample rings, sideband rings and areas of hardware traces. In bytes; powers of two,
 * and whole pages.
 */
#ifndef PREC_RECORD_SAMPLER_RING_SIZES_H
#define PREC_RECORD_SAMPLER_RING_SIZES_H

#include "record/open/target.h"

#include <stdint.h>

struct ring_sizes {
	size_t samples, sideband;
	size_t areas;       /* of hardware traces */
	bool samples_given; /* the user chose `samples`: it is not changed */
	bool areas_given;
};

/*
 * Chooses the sizes. bytes: of a sample ring, rounded up; 0: the default for the target. stacks: samples have copies of
 * stacks, so rings are larger where that is allowed.
 */
struct ring_sizes ring_sizes_choose(const struct target *target, uint64_t bytes, bool stacks);

/*
 * Chooses the size of the areas as Linux perf does: 4 MiB without a limit of locked memory, else 128 KiB. The areas of
 * the target's listed threads together take at most 128 MiB, unless that leaves less than 128 KiB for each.
 */
void ring_sizes_choose_areas(struct ring_sizes *sizes, const struct target *target, uint64_t bytes, bool privileged);

/* Rounds bytes up to a size: at least a page. */
size_t ring_sizes_round(uint64_t bytes);

/* Makes the rings smaller, for the limit of locked memory. False: they have the smallest size. */
bool ring_sizes_shrink(struct ring_sizes *sizes);

/* Returns how many waiting bytes wake the reader of a ring of this size. */
uint32_t ring_sizes_watermark(size_t size);

#endif
