/*
 * rate_options: the options that say how often events sample: -F, -c, --strict-freq and -n.
 */
#include "record/command/option_groups.h"

#include "record/command/record_options.h"

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
