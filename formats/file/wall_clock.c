#include "formats/file/wall_clock.h"

#include "formats/feature/features_decode.h"

uint64_t wall_clock_offset(const struct perf_file *file)
{
	struct feature_clock clock = { 0 };
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	if (perf_file_has_feature(file, FEATURE_CLOCK_DATA) &&
	    !perf_file_read_feature(file, FEATURE_CLOCK_DATA, &b, NULL)) {
		c = cursor_make(b.data, b.size, file->swap);
		if (feature_decode_clock_data(&c, &clock))
			clock = (struct feature_clock){ 0 };
	}
	buffer_fini(&b);
	return clock.wall_time - clock.clock_time;
}
