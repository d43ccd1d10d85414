#include "record/drain/pipeline.h"

#include "common/clock_ns.h"
#include "formats/record/record.h"
#include "record/sampler/ring_snapshot.h"

#include <errno.h>
#include <string.h>

/*
 * When another recorder asks for build-ids, the kernel leaves their bit set in the MMAP2 records of recorders that did
 * not: perf_event_mmap_output in kernel/events/core.c, Linux 6.18, restores the type and size of the header, and not
 * misc. Readers would take device and inode for a build-id of any size, and Linux perf 6.1 aborts.
 */
static void clear_build_id_bits(uint8_t *records, size_t size)
{
	size_t record_size;

	for (size_t at = 0; (record_size = record_whole_size(records + at, size - at)); at += record_size) {
		uint16_t misc = load_u16(records + at + 4) & (uint16_t)~RECORD_MISC_MMAP_BUILD_ID;

		if (load_u32(records + at) == PERF_RECORD_MMAP2)
			memcpy(records + at + 4, &misc, sizeof(misc));
	}
}

/* Corrects records that the file has otherwise than the kernel. How many bytes are left. */
static size_t correct_records(const struct pipeline_shared *s, const struct open_ring *ring, uint8_t *records,
			      size_t size)
{
	if (!ring->is_sideband)
		size = duplicate_filter_apply(s->suspects, ring->renewals, ring->n_renewals, records, size);
	if (ring->is_sideband && !(event_set_sideband(&s->sampler->set)->attr.flags & ATTR_BUILD_ID))
		clear_build_id_bits(records, size);
	if (ring->n_renewals)
		id_remap_apply(ring->renewals, ring->n_renewals, records, size);
	return size;
}

/* Of what was appended to the samples from `start` on. */
static int take_switches(struct pipeline *pipeline, size_t start, struct error *err)
{
	const struct pipeline_shared *s = pipeline->shared;
	struct buffer *samples = &pipeline->samples->staging;
	size_t size = samples->size - start;
	int result;

	if (!s->switches->are_wanted)
		return 0;
	if (pipeline->switch_buffer)
		result = switch_records_divert(s->switches, samples->data + start, &size, pipeline->switch_buffer);
	else
		result = switch_records_take(s->switches, samples->data + start, &size, &s->streams->sideband.staging);
	samples->size = start + size;
	if (result)
		return error_nomem(err);
	return pipeline->switch_buffer ? 0 : streams_take(&s->streams->sideband, err);
}

static struct block_stream *stream_of(const struct pipeline *pipeline, const struct open_ring *ring)
{
	return ring->is_sideband ? &pipeline->shared->streams->sideband : pipeline->samples;
}

/* What was appended to the staging of the ring's stream, from start on. */
static int take_records(struct pipeline *pipeline, size_t index, size_t start, struct error *err)
{
	const struct pipeline_shared *s = pipeline->shared;
	const struct open_ring *ring = &s->sampler->rings.rings[index];
	struct block_stream *stream = stream_of(pipeline, ring);
	size_t size = stream->staging.size - start;
	int result = 0;

	size = correct_records(s, ring, stream->staging.data + start, size);
	stream->staging.size = start + size;
	if (!ring->is_sideband) {
		stream->staging.size = start + stack_trim_apply(s->trim, stream->staging.data + start, size);
		result = take_switches(pipeline, start, err);
	}
	return result ? result : block_stream_take(stream, &(*s->rings)[index].counts, err);
}

int pipeline_drain(struct pipeline *pipeline, size_t index, bool by_its_thread, struct error *err)
{
	struct open_ring *ring = &pipeline->shared->sampler->rings.rings[index];
	struct block_stream *stream = stream_of(pipeline, ring);
	size_t start = stream->staging.size;
	int64_t size = ring->ring.base && !ring->overwritten ? ring_drain(&ring->ring, &stream->staging) : 0;
	int result;

	if (size <= 0)
		return size < 0 ? error_nomem(err) : 0;
	result = take_records(pipeline, index, start, err);
	if (!result && by_its_thread && (size_t)size > ring->ring.size / 2)
		result = drain_pressure_feel(&pipeline->pressure, pipeline->zframe, err);
	return result;
}

static int pause_ring(const void *ring, bool paused)
{
	return ring_set_pause(ring, paused);
}

static int64_t take_snapshot(const struct pipeline *pipeline, struct open_ring *ring, struct error *err)
{
	const struct ring_pauser pauser = { pause_ring, ring };
	int64_t size = ring_snapshot(&ring->ring, &pauser, pipeline->ring_copy, &pipeline->samples->staging);

	if (size == -ENOMEM)
		return error_nomem(err);
	return size < 0
		       ? error_set(err, (int)size, "cannot read a buffer that is overwritten: %s", strerror(-(int)size))
		       : size;
}

int pipeline_snapshot(struct pipeline *pipeline, size_t index, struct error *err)
{
	struct open_ring *ring = &pipeline->shared->sampler->rings.rings[index];
	size_t start = pipeline->samples->staging.size;
	int64_t size = ring->overwritten && ring->ring.base ? take_snapshot(pipeline, ring, err) : 0;

	return size > 0 ? take_records(pipeline, index, start, err) : (int)size;
}

#define PRESSURE_WINDOW_NS (NS_PER_S / 4)
#define PRESSURE_BUSY      0.6 /* of one CPU: below that the thread waits for a CPU, and packing less does not help */
#define LEVEL_STEP         3

void drain_pressure_begin(struct drain_pressure *p)
{
	p->wall_ns = clock_now();
	p->cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Whether this thread has been busy rather than waiting, over the last fraction of a second. */
static bool is_busy(struct drain_pressure *p)
{
	uint64_t wall = clock_now();
	uint64_t cpu = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	bool busy = (double)(cpu - p->cpu_ns) > PRESSURE_BUSY * (double)(wall - p->wall_ns);

	if (wall - p->wall_ns < PRESSURE_WINDOW_NS)
		return false;
	p->wall_ns = wall;
	p->cpu_ns = cpu;
	return busy;
}

int drain_pressure_feel(struct drain_pressure *p, struct zframe *zframe, struct error *err)
{
	int level = zframe->level;

	if (!p->level || !is_busy(p))
		return 0;
	p->felt = true;
	if (level > 1)
		return zframe_set_level(zframe, 1, err);
	if (level > ZFRAME_LEVEL_MIN)
		return zframe_set_level(
			zframe, level - LEVEL_STEP > ZFRAME_LEVEL_MIN ? level - LEVEL_STEP : ZFRAME_LEVEL_MIN, err);
	p->is_behind = true;
	return 0;
}

int drain_pressure_relax(struct drain_pressure *p, struct zframe *zframe, struct error *err)
{
	int level = zframe->level + LEVEL_STEP;
	bool felt = p->felt;

	p->felt = false;
	if (felt || !p->level || zframe->level == p->level)
		return 0;
	return zframe_set_level(zframe, level < p->level ? level : p->level, err);
}
