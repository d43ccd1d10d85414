#include "formats/file/wall_clock.h"

#include "formats/feature/features_decode.h"

#include <stdlib.h>

/* A clock that drifts faster than 1/1000 does not: somebody has set the time meanwhile. */
#define DRIFT_MAX 1000

bool wall_clock_note(const struct perf_file *file, struct clock_note *ret_note)
{
	const struct file_part *part = &file->parts.list[0];
	uint8_t bytes[PRIVATE_RECORD_SIZE_MIN];
	struct private_record private;
	struct record r;
	struct error err;

	return !file->pipe && file->parts.n && part->data.size >= sizeof(bytes) &&
	       file_part_pread(part, bytes, sizeof(bytes), part->data.offset) == sizeof(bytes) &&
	       !record_at(&r, bytes, sizeof(bytes), part->data.offset, file->swap, &err) &&
	       private_record_parse(&r, &private) && private_record_parse_clock(&private, ret_note);
}

static struct wall_clock clock_of_feature(const struct perf_file *file)
{
	struct wall_clock clock = { 0 };
	struct feature_clock data;
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	if (perf_file_has_feature(file, FEATURE_CLOCK_DATA) &&
	    !perf_file_read_feature(file, FEATURE_CLOCK_DATA, &b, NULL)) {
		c = cursor_make(b.data, b.size, file->swap);
		if (!feature_decode_clock_data(&c, &data) && data.wall_time)
			clock = (struct wall_clock){ true, { data.clock_time, data.wall_time }, 0, 0 };
	}
	buffer_fini(&b);
	return clock;
}

/* Counts have times since the start. */
static struct wall_clock clock_of_counts(const struct clock_note *note)
{
	return (struct wall_clock){ .is_known = note->start.wall != 0, .start = { 0, note->start.wall } };
}

struct wall_clock wall_clock_read(const struct perf_file *file)
{
	struct wall_clock clock = clock_of_feature(file);
	struct clock_note note;
	int64_t drift;

	if (!clock.is_known && perf_file_has_feature(file, FEATURE_STAT) && wall_clock_note(file, &note))
		return clock_of_counts(&note);
	if (!wall_clock_note(file, &note) || !clock.is_known || note.clock != CLOCK_OF_PERF || !note.end.wall ||
	    note.end.time <= note.start.time || note.start.time != clock.start.time)
		return clock;
	clock.span = note.end.time - note.start.time;
	drift = (int64_t)(note.end.wall - note.start.wall - clock.span);
	if (drift <= (int64_t)(clock.span / DRIFT_MAX) && drift >= -(int64_t)(clock.span / DRIFT_MAX))
		clock.drift = drift;
	return clock;
}

/* What the wall clock has gained until then. */
static uint64_t drifted(const struct wall_clock *c, uint64_t time)
{
	const uint64_t since = time < c->start.time ? 0 : time - c->start.time;

	if (!c->drift || since >= c->span)
		return (uint64_t)c->drift;
	return (uint64_t)(int64_t)((double)c->drift * ((double)since / (double)c->span));
}

uint64_t wall_clock_at(const struct wall_clock *c, uint64_t time)
{
	return time - c->start.time + c->start.wall + drifted(c, time);
}

uint64_t wall_clock_time_of(const struct wall_clock *c, uint64_t wall)
{
	const uint64_t near = wall - c->start.wall + c->start.time;
	const uint64_t time = near - drifted(c, (int64_t)near < 0 ? 0 : near);

	return (int64_t)time < 0 ? 0 : time;
}
