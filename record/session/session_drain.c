#include "record/session/session.h"
#include "record/session/status.h"

#include "common/log.h"

#include <string.h>
#include <time.h>

#define NS_PER_S           1000000000ull
#define FLUSH_INTERVAL_NS  (9 * NS_PER_S / 10)
#define PRESSURE_WINDOW_NS (NS_PER_S / 4)
#define PRESSURE_BUSY      0.6 /* of one CPU: below that the recorder waits for a CPU, and packing less helps nobody */
#define LEVEL_STEP         3

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

uint64_t session_now(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

/* Whether this thread has been busy rather than waiting, over the last fraction of a second. */
static bool recorder_is_busy(struct session_pressure *p)
{
	uint64_t wall = session_now();
	uint64_t cpu = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	bool busy = (double)(cpu - p->cpu_ns) > PRESSURE_BUSY * (double)(wall - p->wall_ns);

	if (wall - p->wall_ns < PRESSURE_WINDOW_NS)
		return false;
	p->wall_ns = wall;
	p->cpu_ns = cpu;
	return busy;
}

/* A ring was found over half full. */
static int feel_pressure(struct session *s, struct error *err)
{
	int level = s->zframe.level;

	if (!s->setup.options->level || !recorder_is_busy(&s->pressure))
		return 0;
	s->pressure.felt = true;
	if (level > 1)
		return zframe_set_level(&s->zframe, 1, err);
	if (level > ZFRAME_LEVEL_MIN)
		return zframe_set_level(
			&s->zframe, level - LEVEL_STEP > ZFRAME_LEVEL_MIN ? level - LEVEL_STEP : ZFRAME_LEVEL_MIN, err);
	if (!s->pressure.warned && s->show_status)
		status_clear();
	if (!s->pressure.warned)
		log_warn("records come faster than they can be written: samples may get lost; "
			 "larger buffers (-m 4M) or fewer samples (-F, -c) help");
	s->pressure.warned = true;
	return 0;
}

/* After a flush: back towards the level asked for, when there was no pressure. */
static int relax_pressure(struct session *s, struct error *err)
{
	int level = s->zframe.level + LEVEL_STEP;
	bool felt = s->pressure.felt;

	s->pressure.felt = false;
	if (felt || !s->setup.options->level || s->zframe.level == s->setup.options->level)
		return 0;
	return zframe_set_level(&s->zframe, level < s->setup.options->level ? level : s->setup.options->level, err);
}

/*
 * For a kernel that was not asked for build-ids: it leaves their bit set in everybody's MMAP2 records when another
 * recorder asks for them (perf_event_mmap_output in kernel/events/core.c, Linux 6.18, puts back the type and size of
 * the header, and not misc). Device and inode would be taken for a build-id of any size, at which Linux perf 6.1
 * aborts.
 */
static void clear_build_id_bits(uint8_t *records, size_t size)
{
	size_t at = 0;

	while (size - at >= RECORD_HEADER_SIZE) {
		uint16_t misc = load_u16(records + at + 4) & (uint16_t)~RECORD_MISC_MMAP_BUILD_ID;
		size_t record_size = load_u16(records + at + 6);

		if (record_size < RECORD_HEADER_SIZE || record_size > size - at)
			return;
		if (load_u32(records + at) == PERF_RECORD_MMAP2)
			memcpy(records + at + 4, &misc, sizeof(misc));
		at += record_size;
	}
}

/* What must be other than the kernel wrote it. */
static void correct_records(struct session *s, const struct open_ring *ring, uint8_t *records, size_t size)
{
	if (ring->sideband && !(event_set_sideband(s->setup.set)->attr.flags & ATTR_BUILD_ID))
		clear_build_id_bits(records, size);
	if (ring->n_renewals)
		event_renewal_apply(ring->renewals, ring->n_renewals, records, size);
}

int session_drain_ring(struct session *s, size_t index, struct error *err)
{
	struct open_ring *ring = &s->setup.rings->rings[index];
	struct block_stream *stream = ring->sideband ? &s->sideband : &s->samples;
	size_t start = stream->staging.size;
	int64_t size = ring->ring.base ? ring_drain(&ring->ring, &stream->staging) : 0;
	int result;

	if (size <= 0)
		return size < 0 ? error_nomem(err) : 0;
	correct_records(s, ring, stream->staging.data + start, (size_t)size);
	result = block_stream_take(stream, &s->rings[index].counts, err);
	if (!result && (size_t)size > ring->ring.size / 2)
		result = feel_pressure(s, err);
	return result;
}

int session_drain_sideband(struct session *s, struct error *err)
{
	for (size_t i = 0; i < s->setup.rings->n_rings; i++) {
		int result = s->setup.rings->rings[i].sideband ? session_drain_ring(s, i, err) : 0;

		if (result)
			return result;
	}
	return 0;
}

int session_drain_all(struct session *s, struct error *err)
{
	int result = 0;

	for (size_t i = 0; i < s->setup.rings->n_rings && !result; i++)
		result = session_drain_ring(s, i, err);
	return result;
}

/* Nothing is written to a file whose contents others have destroyed. */
static int check_output(struct session *s, struct error *err)
{
	struct output *out = s->setup.output;
	const char *old = out->path;
	int result = output_watch_check(&out->watch, err);

	if (result <= 0)
		return result;
	if (s->show_status)
		status_clear();
	if (result == OUTPUT_WATCH_RENAMED) {
		out->path = out->watch.path;
		log_warn("%s is now %s: the recording goes on there", old, out->path);
	} else {
		log_warn("%s is not the name of the recording any more: it goes on under another one", old);
	}
	return 0;
}

int session_round(struct session *s, struct error *err)
{
	int result = check_output(s, err);

	if (!result)
		result = session_drain_all(s, err);
	if (!result)
		result = session_write_gaps(s, false, err);
	if (!result)
		result = block_stream_cut(&s->sideband, err);
	if (!result)
		result = block_stream_cut(&s->samples, err);
	if (!result)
		result = perf_writer_flush(&s->writer, err);
	if (!result)
		result = relax_pressure(s, err);
	if (!result)
		output_watch_mark(&s->setup.output->watch);
	s->flushed_bytes = perf_writer_size(&s->writer);
	s->flush_ns = session_now() + FLUSH_INTERVAL_NS;
	return result;
}
