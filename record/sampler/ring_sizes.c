#include "record/sampler/ring_sizes.h"

#include <unistd.h>

/* 512 KiB, as perf_event_mlock_kb allows a user for each CPU (and a page). */
#define SAMPLES_DEFAULT (512 * 1024)
/*
 * Root has no such limit. When every CPU is busy the recorder waits some milliseconds for one, in which a million
 * records a second fill 512 KiB: of system calls at full rate on two CPUs 18 % were lost, of 4 MiB 0.5 %.
 */
#define SAMPLES_ROOT     (4 * 1024 * 1024)
#define SAMPLES_ROOT_ALL (32 * 1024 * 1024) /* of all CPUs */
/* Stacks of 16 KiB at 4 kHz fill 4 MiB in 64 ms, as long as a recorder waits on a machine that has too much to do. */
#define STACKS_ROOT      (16 * 1024 * 1024)
#define STACKS_ROOT_ALL  (128 * 1024 * 1024)
#define SIDEBAND_DEFAULT (512 * 1024)
#define AREA_DEFAULT     (128 * 1024)
#define AREA_PRIVILEGED  (4 * 1024 * 1024)
#define AREAS_ALL        (128 * 1024 * 1024) /* of all threads that have areas of their own */
#define AREA_MIN         (16 * 1024)
#define WATERMARK_MAX    (128 * 1024) /* so much wakes the reader: it is still in a CPU's cache then */

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

size_t ring_sizes_round(uint64_t bytes)
{
	size_t size = page_size();

	while (size < bytes && size <= SIZE_MAX / 2)
		size *= 2;
	return size;
}

/* Threads with rings of their own may be many. */
static size_t default_size(const struct target *target, bool stacks)
{
	size_t size = SAMPLES_DEFAULT, most = stacks ? STACKS_ROOT : SAMPLES_ROOT;
	size_t all = stacks ? STACKS_ROOT_ALL : SAMPLES_ROOT_ALL;

	if (geteuid() || target->per_thread)
		return size;
	while (size < most && 2 * size * (size_t)target->cpus.n <= all)
		size *= 2;
	return size;
}

struct ring_sizes ring_sizes_choose(const struct target *target, uint64_t bytes, bool stacks)
{
	return (struct ring_sizes){ .samples = ring_sizes_round(bytes ? bytes : default_size(target, stacks)),
				    .sideband = SIDEBAND_DEFAULT,
				    .samples_given = bytes };
}

/* Threads with areas of their own may be many, and an area is memory that is never swapped. */
static size_t default_area(const struct target *target, bool privileged)
{
	size_t size = privileged ? AREA_PRIVILEGED : AREA_DEFAULT;

	while (target->per_thread && size > AREA_DEFAULT && size * target->n_tids > AREAS_ALL)
		size /= 2;
	return size;
}

void ring_sizes_choose_areas(struct ring_sizes *sizes, const struct target *target, uint64_t bytes, bool privileged)
{
	sizes->areas = ring_sizes_round(bytes ? bytes : default_area(target, privileged));
	sizes->areas_given = bytes;
}

/* The limit covers all kinds; sideband records are the fewest. */
bool ring_sizes_shrink(struct ring_sizes *sizes)
{
	size_t page = page_size();

	if (sizes->sideband > 4 * page && (sizes->sideband >= sizes->samples || sizes->samples_given)) {
		sizes->sideband /= 4;
		return true;
	}
	if (sizes->samples_given || sizes->samples == page) {
		if (sizes->areas_given || sizes->areas <= (page > AREA_MIN ? page : AREA_MIN))
			return false;
		sizes->areas /= 2;
		return true;
	}
	sizes->samples /= 2;
	return true;
}

uint32_t ring_sizes_watermark(size_t size)
{
	return (uint32_t)(size / 4 < WATERMARK_MAX ? size / 4 : WATERMARK_MAX);
}
