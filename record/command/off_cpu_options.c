/*
 * off_cpu_options: --off-cpu and --off-cpu-thresh, time that threads are blocked.
 */
#include "record/command/option_groups.h"

#include "common/clock_ns.h"
#include "common/log.h"
#include "record/command/record_options.h"

#include <errno.h>

static int take_off_cpu(void *options, const char *msec, struct error *err)
{
	struct record_options *o = options;

	(void)err;
	o->off_cpu = true;
	if (msec)
		o->session.off_cpu_ns = option_number(msec) * NS_PER_MS;
	return 0;
}

static int take_threshold(void *options, const char *msec, struct error *err)
{
	struct record_options *o = options;

	(void)err;
	o->off_cpu_thresh_given = true;
	o->session.off_cpu_ns = option_number(msec) * NS_PER_MS;
	return 0;
}

static int check_off_cpu(const void *options, struct error *err)
{
	const struct record_options *o = options;

	if (o->off_cpu && o->target.n_cgroups)
		return error_set(err, -EINVAL, "--off-cpu is of threads, not of cgroups: it excludes -G");
	return 0;
}

static void warn_of_off_cpu(const void *options)
{
	const struct record_options *o = options;

	if (o->off_cpu_thresh_given && !o->off_cpu)
		log_warn("--off-cpu-thresh has no effect without --off-cpu");
}

static const struct option options[] = {
	{ 0, "off-cpu", "MSEC", "record how long threads are blocked, and where",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER, OPTION_RANGE(0, INT32_MAX), OPTION_CALL(take_off_cpu) },
	{ 0, "off-cpu-thresh", "MSEC",
	  "from this time on each is a sample of its own, shorter ones are\n"
	  "added up (default: 500)",
	  OPTION_RANGE(0, INT32_MAX), OPTION_CALL(take_threshold) },
	{ 0 },
};

const struct option_group off_cpu_group = { .options = options,
					    .check = check_off_cpu,
					    .warn_unused = warn_of_off_cpu };
