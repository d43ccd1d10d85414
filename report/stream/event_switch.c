#include "report/stream/event_switch.h"

#include "common/list.h"
#include "formats/file/blocks.h"
#include "formats/file/perf_file.h"
#include "report/stream/record_time.h"

#include <errno.h>
#include <stdlib.h>

void event_switch_fini(struct event_switch *s)
{
	free(s->begins);
	free(s->ends);
	free(s->points);
	*s = (struct event_switch){ 0 };
}

bool event_switch_next(const struct event_switch *s, bool *on, uint32_t event)
{
	const bool *changes = *on ? s->ends : s->begins;

	if (!changes || !changes[event])
		return *on;
	*on = !*on;
	return s->shows;
}

/* --- samples that switch ------------------------------------------------------------ */

struct reading {
	struct event_switch *s;
	struct event_finder finder;
	const struct time_ranges *times;
};

/* Adds a sample of the events that switch. */
static int reading_take(void *context, const struct record *r, struct error *err)
{
	struct reading *reading = context;
	struct event_switch *s = reading->s;
	const struct file_event *e = r->type == PERF_RECORD_SAMPLE ? event_finder_find(&reading->finder, r) : NULL;
	uint32_t event = e ? (uint32_t)(e - reading->finder.file->events) : 0;
	uint64_t time;

	if (!e || !((s->begins && s->begins[event]) || (s->ends && s->ends[event])))
		return 0;
	if (!record_time(reading->finder.file, e, r, 0, &time) || !time_ranges_has(reading->times, time))
		return 0;
	if (!list_reserve(&s->points, s->n, &s->capacity, sizeof(*s->points)))
		return error_nomem(err);
	s->points[s->n++] = (struct switch_point){ .time = time, .offset = r->offset, .event = event };
	return 0;
}

static int point_compare(const void *a, const void *b)
{
	const struct switch_point *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset != y->offset;
}

/* Keeps only the samples that switch. */
static void keep_changes(struct event_switch *s)
{
	bool on = !s->begins;
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		bool before = on;

		event_switch_next(s, &on, s->points[i].event);
		if (on != before)
			s->points[n++] = s->points[i];
	}
	s->n = n;
}

int event_switch_read(struct event_switch *s, const struct perf_file *file, const struct time_ranges *times,
		      struct error *err)
{
	struct reading reading = { .s = s, .finder.file = file, .times = times };
	int result;

	if (!event_switch_is_used(s))
		return 0;
	if (!file->timed)
		return error_set(err, -EINVAL,
				 "the records of the file have no times, by which samples come before or "
				 "after an event");
	result = blocks_each_record(file, NULL, reading_take, &reading, err);
	if (result)
		return result;
	if (s->n)
		qsort(s->points, s->n, sizeof(*s->points), point_compare);
	keep_changes(s);
	return 0;
}

/* Returns the number of points before a sample. */
static uint32_t points_before(const struct event_switch *s, const struct switch_point *sample)
{
	uint32_t low = 0, high = s->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (point_compare(&s->points[middle], sample) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool event_switch_has(const struct event_switch *s, uint32_t event, uint64_t time, uint64_t offset)
{
	const struct switch_point sample = { .time = time, .offset = offset, .event = event };
	uint32_t n = points_before(s, &sample);

	if (n < s->n && !point_compare(&s->points[n], &sample) && s->points[n].event == event)
		return s->shows;
	/* Points switch on and off in turn. */
	return !s->begins != (n % 2 == 1);
}
