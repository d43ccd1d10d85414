#include "record/sampler/id_remap.h"

#include "common/bytes.h"
#include "common/sorting.h"
#include "formats/record/record.h"

#include <string.h>

const struct id_remap *id_remap_find(const struct id_remap *list, size_t n, uint64_t opened)
{
	size_t at = BISECT((size_t)0, n, i, list[i].opened < opened);

	return at < n && list[at].opened == opened ? &list[at] : NULL;
}

/* The id at `at` of a record of `size` bytes. The event whose id it was, or NULL. */
static const struct id_remap *renew_id(const struct id_remap *list, size_t n, uint8_t *record, size_t size, size_t at)
{
	const struct id_remap *event;

	if (at < RECORD_HEADER_SIZE || at + 8 > size)
		return NULL;
	event = id_remap_find(list, n, load_u64(record + at));
	if (event)
		memcpy(record + at, &event->id, sizeof(event->id));
	return event;
}

/* A count and, id_after bytes after it, its id. */
static void renew_count(const struct id_remap *list, size_t n, uint8_t *record, size_t size, size_t at, size_t id_after)
{
	const struct id_remap *event = renew_id(list, n, record, size, at + id_after);
	uint64_t count;

	if (!event)
		return;
	count = load_u64(record + at) + event->counted;
	memcpy(record + at, &count, sizeof(count));
}

/* What PERF_SAMPLE_READ puts into a sample after the fields of one size, see record/open/event_set.h. */
static void renew_read(const struct id_remap *list, size_t n, const struct id_remap *event, uint8_t *record,
		       size_t size)
{
	static const uint64_t time_formats = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	size_t at = event->layout.fixed_end;
	size_t times = 8 * (size_t)__builtin_popcountll(event->read_format & time_formats);
	size_t step = 16 + (event->read_format & PERF_FORMAT_LOST ? 8 : 0);

	if (!(event->read_format & PERF_FORMAT_ID))
		return;
	if (!(event->read_format & PERF_FORMAT_GROUP)) {
		renew_count(list, n, record, size, at, 8 + times);
		return;
	}
	if (at + 8 > size || load_u64(record + at) > (size - at) / step)
		return;
	for (uint64_t left = load_u64(record + at), count = at + 8 + times; left > 0; left--, count += step)
		renew_count(list, n, record, size, count, 8);
}

static void renew_record(const struct id_remap *list, size_t n, uint8_t *record, size_t size)
{
	const struct event_layout *layout = &list->layout;
	const struct id_remap *event;

	switch (load_u32(record)) {
	case PERF_RECORD_SAMPLE:
		event = renew_id(list, n, record, size, event_layout_sample_id(layout));
		if (event && event->has_read)
			renew_read(list, n, event, record, size);
		return;
	case PERF_RECORD_LOST: renew_id(list, n, record, size, RECORD_HEADER_SIZE); break;
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE: /* time, id, stream_id, which is an id too */
		renew_id(list, n, record, size, RECORD_HEADER_SIZE + 8);
		renew_id(list, n, record, size, RECORD_HEADER_SIZE + 16);
		break;
	default: break;
	}
	if (size >= event_layout_trailer_id(layout))
		renew_id(list, n, record, size, size - event_layout_trailer_id(layout));
}

void id_remap_apply(const struct id_remap *list, size_t n, uint8_t *records, size_t size)
{
	size_t record_size;

	for (size_t at = 0; n && (record_size = record_whole_size(records + at, size - at)); at += record_size)
		renew_record(list, n, records + at, record_size);
}

void id_remap_end(struct id_remap *list, size_t n, uint64_t opened)
{
	size_t at = BISECT((size_t)0, n, i, list[i].opened < opened);

	if (at < n && list[at].opened == opened)
		list[at].is_ended = true;
}

size_t id_remap_remove_ended(struct id_remap *list, size_t n)
{
	size_t left = 0;

	for (size_t i = 0; i < n; i++)
		if (!list[i].is_ended)
			list[left++] = list[i];
	return left;
}
