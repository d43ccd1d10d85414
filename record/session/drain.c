#include "record/session/drain.h"

#include "record/sampler/ring_snapshot.h"
#include "record/session/clock_ns.h"

#include "common/list.h"
#include "formats/record/record.h"

#include <stdlib.h>
#include <string.h>

#define PRESSURE_WINDOW_NS (NS_PER_S / 4)
#define PRESSURE_BUSY      0.6 /* of one CPU: below that the recorder waits for a CPU, and packing less does not help */
#define LEVEL_STEP         3

int drain_init(struct drain *d, struct sampler *sampler, struct streams *streams, const struct session_config *config,
	       struct notices *notices, struct error *err)
{
	int result;

	*d = (struct drain){ .sampler = sampler, .streams = streams, .level = config->level, .notices = notices };
	result = stack_trim_init(&d->trim, &sampler->set, err);
	if (!result)
		result = switch_records_init(&d->switches, &sampler->set, config, err);
	return result ? result : drain_follow(d, err);
}

void drain_fini(struct drain *d)
{
	stack_trim_fini(&d->trim);
	switch_records_fini(&d->switches);
	free(d->rings);
}

void drain_begin(struct drain *d)
{
	d->pressure.wall_ns = clock_now();
}

int drain_follow(struct drain *d, struct error *err)
{
	size_t n = d->sampler->rings.n_rings;

	if (n <= d->n_rings)
		return 0;
	if (!list_extend(&d->rings, d->n_rings, n, sizeof(*d->rings)))
		return error_nomem(err);
	d->n_rings = n;
	return 0;
}

/* Whether this thread has been busy rather than waiting, over the last fraction of a second. */
static bool recorder_is_busy(struct drain_pressure *p)
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

/* A ring was found over half full. */
static int feel_pressure(struct drain *d, struct error *err)
{
	int level = d->streams->zframe.level;

	if (!d->level || !recorder_is_busy(&d->pressure))
		return 0;
	d->pressure.felt = true;
	if (level > 1)
		return zframe_set_level(&d->streams->zframe, 1, err);
	if (level > ZFRAME_LEVEL_MIN)
		return zframe_set_level(&d->streams->zframe,
					level - LEVEL_STEP > ZFRAME_LEVEL_MIN ? level - LEVEL_STEP : ZFRAME_LEVEL_MIN,
					err);
	if (!d->pressure.warned)
		notices_add(d->notices, NOTICE_WARNING,
			    "records come faster than they can be written: samples may get lost; "
			    "larger buffers (-m 4M) or fewer samples (-F, -c) help");
	d->pressure.warned = true;
	return 0;
}

int drain_relax(struct drain *d, struct error *err)
{
	int level = d->streams->zframe.level + LEVEL_STEP;
	bool felt = d->pressure.felt;

	d->pressure.felt = false;
	if (felt || !d->level || d->streams->zframe.level == d->level)
		return 0;
	return zframe_set_level(&d->streams->zframe, level < d->level ? level : d->level, err);
}

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

/* Corrects records that the file has otherwise than the kernel. */
static void correct_records(struct drain *d, const struct open_ring *ring, uint8_t *records, size_t size)
{
	if (ring->sideband && !(event_set_sideband(&d->sampler->set)->attr.flags & ATTR_BUILD_ID))
		clear_build_id_bits(records, size);
	if (ring->n_renewals)
		event_renewal_apply(ring->renewals, ring->n_renewals, records, size);
}

/* Of what was appended to the samples from `start` on. */
static int take_switches(struct drain *d, size_t start, struct error *err)
{
	struct buffer *samples = &d->streams->samples.staging;
	size_t size = samples->size - start;

	if (!d->switches.are_wanted)
		return 0;
	if (switch_records_take(&d->switches, samples->data + start, &size, &d->streams->sideband.staging))
		return error_nomem(err);
	samples->size = start + size;
	return streams_take(&d->streams->sideband, err);
}

int drain_settle(struct drain *d, bool at_end, struct error *err)
{
	struct block_stream *samples = &d->streams->samples;

	if (!d->switches.off_cpu_wanted)
		return 0;
	if (off_cpu_settle(&d->switches.off_cpu, at_end, &samples->staging))
		return error_nomem(err);
	return block_stream_take(samples, &d->made, err);
}

/* What was appended to the staging of the ring's stream, from start on. */
static int take_records(struct drain *d, size_t index, size_t start, struct error *err)
{
	struct open_ring *ring = &d->sampler->rings.rings[index];
	struct block_stream *stream = ring->sideband ? &d->streams->sideband : &d->streams->samples;
	size_t size = stream->staging.size - start;
	int result = 0;

	correct_records(d, ring, stream->staging.data + start, size);
	if (!ring->sideband) {
		stream->staging.size = start + stack_trim_apply(&d->trim, stream->staging.data + start, size);
		result = take_switches(d, start, err);
	}
	return result ? result : block_stream_take(stream, &d->rings[index].counts, err);
}

static int drain_records(struct drain *d, size_t index, struct error *err)
{
	struct open_ring *ring = &d->sampler->rings.rings[index];
	struct block_stream *stream = ring->sideband ? &d->streams->sideband : &d->streams->samples;
	size_t start = stream->staging.size;
	int64_t size = ring->ring.base && !ring->overwritten ? ring_drain(&ring->ring, &stream->staging) : 0;
	int result;

	if (size <= 0)
		return size < 0 ? error_nomem(err) : 0;
	result = take_records(d, index, start, err);
	if (!result && (size_t)size > ring->ring.size / 2)
		result = feel_pressure(d, err);
	return result;
}

/* Where it was full, the trace has stopped, and goes on now that it has room. */
static int drain_area(struct drain *d, size_t index, struct error *err)
{
	struct open_ring *ring = &d->sampler->rings.rings[index];
	int result = trace_stream_take(&d->streams->traces, &ring->area, ring->cpu, err);

	if (result > 0)
		open_rings_resume(&d->sampler->rings, index);
	return result < 0 ? result : 0;
}

int drain_ring(struct drain *d, size_t index, struct error *err)
{
	const struct aux_ring *aux = &d->sampler->rings.rings[index].area.aux;
	int result = drain_records(d, index, err);

	return result || !aux->data || aux->overwritten ? result : drain_area(d, index, err);
}

/* Paused only while it is copied: what comes in this time is lost. */
static int64_t copy_paused(struct open_ring *ring, struct buffer *out, struct error *err)
{
	int result = open_rings_pause(ring, true);
	int64_t size = result ? 0 : ring_snapshot(&ring->ring, out);

	if (!result)
		result = open_rings_pause(ring, false);
	if (result)
		return error_set(err, result, "cannot read a buffer that is overwritten: %s", strerror(-result));
	return size < 0 ? error_nomem(err) : size;
}

/* Nothing, where the ring is not one that is overwritten. */
static int snapshot_ring(struct drain *d, size_t index, struct error *err)
{
	struct open_ring *ring = &d->sampler->rings.rings[index];
	size_t start = d->streams->samples.staging.size;
	int64_t size = ring->overwritten && ring->ring.base ? copy_paused(ring, &d->streams->samples.staging, err) : 0;

	return size > 0 ? take_records(d, index, start, err) : (int)size;
}

bool drain_has_snapshots(const struct drain *d)
{
	for (size_t i = 0; i < d->n_rings; i++)
		if (d->sampler->rings.rings[i].overwritten)
			return true;
	return false;
}

int drain_snapshot(struct drain *d, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < d->n_rings && !result; i++)
		result = snapshot_ring(d, i, err);
	return result;
}

int drain_sideband(struct drain *d, struct error *err)
{
	for (size_t i = 0; i < d->sampler->rings.n_rings; i++) {
		int result = d->sampler->rings.rings[i].sideband ? drain_ring(d, i, err) : 0;

		if (result)
			return result;
	}
	return 0;
}

int drain_all(struct drain *d, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < d->sampler->rings.n_rings && !result; i++)
		result = drain_ring(d, i, err);
	return result;
}

int drain_rounds(struct drain *d, struct error *err)
{
	int rounds = d->switches.off_cpu_wanted ? 2 : 1;
	int result = 0;

	while (!result && rounds--) {
		result = drain_all(d, err);
		if (!result)
			result = drain_settle(d, false, err);
	}
	return result;
}

int drain_switched_off(struct drain *d, pid_t pid, struct error *err)
{
	int result;

	if (!d->switches.off_cpu_wanted)
		return 0;
	result = drain_rounds(d, err);
	if (!result)
		off_cpu_forget(&d->switches.off_cpu, (uint32_t)pid);
	return result;
}

int drain_cpu(struct drain *d, int cpu, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < d->n_rings && !result; i++)
		if (d->sampler->rings.rings[i].cpu == cpu)
			result = d->sampler->rings.rings[i].overwritten ? snapshot_ring(d, i, err)
									: drain_ring(d, i, err);
	return result;
}

uint64_t drain_samples(const struct drain *d)
{
	uint64_t samples = d->made.samples;

	for (size_t i = 0; i < d->n_rings; i++)
		samples += d->rings[i].counts.samples;
	return samples;
}

uint64_t drain_lost_so_far(const struct drain *d)
{
	uint64_t lost = 0;

	for (size_t i = 0; i < d->n_rings; i++)
		if (!d->sampler->rings.rings[i].sideband)
			lost += d->rings[i].counts.lost;
	return lost;
}
