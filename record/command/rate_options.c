#include "record/command/rate_options.h"

#include "common/log.h"
#include "record/command/option_groups.h"
#include "record/command/record_options.h"
#include "record/sampler/sample_rate.h"

#include <errno.h>
#include <string.h>

#define FREQ_MAX_WORD "max"

static int take_freq(void *options, const char *value, struct error *err)
{
	struct record_options *o = options;
	(void)err;
	o->freq_given = o->sampler.interval.freq_of_traces = true;
	o->sampler.interval.freq = strcmp(value, FREQ_MAX_WORD) ? option_number(value) : RECORD_FREQ_MAX;
	return 0;
}

static int check_rate(const void *options, struct error *err)
{
	const struct record_options *o = options;

	if (o->sampler.interval.period && o->freq_given)
		return error_set(err, -EINVAL, "-F and -c exclude each other: a rate, or an interval");
	return 0;
}

static const struct option options[] = {
	{ 'F', "freq", "HZ", "samples a second, or 'max' (default: 4000)", OPTION_RANGE(1, 1000000000),
	  .word = FREQ_MAX_WORD, OPTION_CALL(take_freq) },
	{ 'c', "count", "N", "a sample every N events",
	  OPTION_NUMBER(struct record_options, sampler.interval.period, 1, INT64_MAX) },
	{ 0, "strict-freq", NULL, "fail, rather than lower it, when -F is more than the kernel allows",
	  OPTION_FLAG(struct record_options, strict_freq) },
	{ 'n', "no-samples", NULL, "count, but take no samples",
	  OPTION_FLAG(struct record_options, sampler.interval.none) },
	{ 0 },
};

const struct option_group rate_group = { .options = options, .check = check_rate };

int rate_options_limit(struct record_options *o, struct error *err)
{
	uint64_t *freq = &o->sampler.interval.freq;
	unsigned long long asked = *freq;
	uint64_t max = 0;
	int result = sample_rate_max(&max, err);

	if (result && *freq == RECORD_FREQ_MAX) {
		error_prefix(err, "-F max");
		return result;
	}
	if (result || *freq <= max)
		return 0;
	if (*freq == RECORD_FREQ_MAX)
		log_note("-F max is %llu samples a second here (kernel.perf_event_max_sample_rate)",
			 (unsigned long long)max);
	else if (o->strict_freq)
		return sample_rate_refuse("-F", *freq, max, err);
	else
		log_warn("-F %llu is lowered to %llu, kernel.perf_event_max_sample_rate; raise that with: "
			 "sudo sysctl kernel.perf_event_max_sample_rate=%llu",
			 asked, (unsigned long long)max, asked);
	*freq = max;
	return 0;
}
