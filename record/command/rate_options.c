#include "record/command/rate_options.h"

#include "record/command/record_options.h"

#include <errno.h>
#include <string.h>

#define FREQ_MAX_WORD "max"

static int take_freq(struct record_options *o, const char *value, struct error *err)
{
	(void)err;
	o->freq_given = o->sampler.interval.freq_of_traces = true;
	o->sampler.interval.freq = strcmp(value, FREQ_MAX_WORD) ? option_number(value) : RECORD_FREQ_MAX;
	return 0;
}

static void set_count(struct record_options *o, uint64_t number)
{
	o->sampler.interval.period = number;
}

static int check_rate(const struct record_options *o, struct error *err)
{
	if (o->sampler.interval.period && o->freq_given)
		return error_set(err, -EINVAL, "-F and -c exclude each other: a rate, or an interval");
	return 0;
}

static const struct record_option options[] = {
	{ 'F', "freq", "HZ", "samples a second, or 'max' (default: 4000)",
	  .range = { 0, "-F", 1, 1000000000, FREQ_MAX_WORD, NULL }, .parse = take_freq },
	{ 'c', "count", "N", "a sample every N events", .range = { 0, "-c", 1, INT64_MAX, NULL, NULL },
	  .set_number = set_count },
	{ 0, "strict-freq", NULL, "fail, rather than lower it, when -F is more than the kernel allows",
	  .flag = OPTION_MEMBER(strict_freq) },
	{ 'n', "no-samples", NULL, "count, but take no samples", .flag = OPTION_MEMBER(sampler.interval.none) },
	{ 0 },
};

const struct option_theme rate_theme = { options, check_rate, NULL };
