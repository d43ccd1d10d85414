#include "record/sampler/sample_rate.h"

#include "common/buffer.h"
#include "common/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

#define MAX_SAMPLE_RATE_PATH "/proc/sys/kernel/perf_event_max_sample_rate"
#define RATE_TEXT_MAX        64

int sample_rate_max(uint64_t *ret_rate, struct error *err)
{
	struct buffer text;
	int result;

	buffer_init(&text);
	result = fileio_read_file(AT_FDCWD, MAX_SAMPLE_RATE_PATH, &text, RATE_TEXT_MAX);
	if (result)
		error_set(err, result, "%s: %s", MAX_SAMPLE_RATE_PATH, strerror(-result));
	else
		*ret_rate = strtoull((const char *)text.data, NULL, 10);
	buffer_fini(&text);
	return result;
}

int sample_rate_refuse(const char *word, uint64_t asked, uint64_t max, struct error *err)
{
	return error_set(err, -EINVAL,
			 "%s %llu is more than kernel.perf_event_max_sample_rate, %llu, allows; raise it with: "
			 "sudo sysctl kernel.perf_event_max_sample_rate=%llu",
			 word, (unsigned long long)asked, (unsigned long long)max, (unsigned long long)asked);
}
