#include "record/open/event_reading.h"

#include "formats/record/abi.h"

#include <errno.h>
#include <unistd.h>

static size_t count_times(uint64_t format)
{
	return !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) + !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
}

static void take(struct event_reading *reading, uint64_t count, const uint64_t *lost)
{
	reading->count = count;
	reading->lost = lost ? *lost : 0;
	reading->has_lost = lost;
}

static int decode_alone(struct event_reading *ret_reading, const uint64_t *words, size_t n, uint64_t format)
{
	size_t lost_at = 1 + count_times(format) + !!(format & PERF_FORMAT_ID);
	bool has_lost = format & PERF_FORMAT_LOST;

	if (n < lost_at + has_lost)
		return -EIO;
	take(ret_reading, words[0], has_lost ? &words[lost_at] : NULL);
	return 0;
}

static int decode_group(struct event_reading *ret_reading, const uint64_t *words, size_t n, uint64_t format,
			uint64_t id)
{
	size_t at = 1 + count_times(format);
	bool has_lost = format & PERF_FORMAT_LOST;
	size_t step = 2 + has_lost;

	if (n < at || words[0] > (n - at) / step)
		return -EIO;
	for (uint64_t i = 0; i < words[0]; i++, at += step) {
		if (words[at + 1] != id)
			continue;
		take(ret_reading, words[at], has_lost ? &words[at + 2] : NULL);
		return 0;
	}
	return -ENOENT;
}

int event_reading_decode(struct event_reading *ret_reading, const uint64_t *words, size_t n, uint64_t format,
			 uint64_t id)
{
	if (!(format & PERF_FORMAT_GROUP))
		return decode_alone(ret_reading, words, n, format);
	return format & PERF_FORMAT_ID ? decode_group(ret_reading, words, n, format, id) : -ENOENT;
}

int event_reading_get(struct event_reading *ret_reading, int fd, uint64_t format, uint64_t id)
{
	uint64_t words[EVENT_READING_WORDS_MAX];
	ssize_t size = read(fd, words, sizeof(words));

	if (size < 0)
		return -errno;
	return event_reading_decode(ret_reading, words, (size_t)size / sizeof(words[0]), format, id);
}
