#include "report/rewrite/rewrite_times.h"

#include "formats/record/abi.h"
#include "report/stream/record_time.h"

static uint64_t time_rounded(uint64_t time, uint64_t unit)
{
	return record_time_is_none(time) ? time : time - time % unit;
}

static void word_round(uint8_t *word, uint64_t unit, bool swap)
{
	const uint64_t time = time_rounded(load_u64_order(word, swap), unit);
	const uint64_t stored = load_u64_order(&time, swap);

	memcpy(word, &stored, sizeof(stored));
}

/* Returns the offset of the time in a record's body; 0: it has none. */
static size_t body_time(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT: return RECORD_HEADER_SIZE + 16;
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE: return RECORD_HEADER_SIZE;
	default: return 0;
	}
}

static void record_round(uint8_t *record, size_t size, const struct event_layout *l, uint64_t unit, bool swap)
{
	const uint32_t type = load_u32_order(record, swap);
	const size_t body = body_time(type);

	if (type == PERF_RECORD_SAMPLE) {
		if (l->time && l->time + 8u <= size)
			word_round(record + l->time, unit, swap);
		return;
	}
	if (body && body + 8 <= size)
		word_round(record + body, unit, swap);
	if (l->trailer_time && size >= RECORD_HEADER_SIZE + l->trailer_size)
		word_round(record + size - l->trailer_time, unit, swap);
}

uint64_t rewrite_times_round(struct buffer *b, size_t start, const struct file_event *e, uint64_t unit, uint64_t time)
{
	if (!unit)
		return time;
	if (buffer_ok(b))
		record_round(b->data + start, b->size - start, &e->layout, unit, b->swap);
	return time_rounded(time, unit);
}
