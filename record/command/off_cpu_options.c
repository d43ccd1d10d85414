#include "record/command/off_cpu_options.h"

#include "record/command/record_options.h"

#include "common/clock_ns.h"
#include "common/log.h"

#include <errno.h>

static void set_off_cpu(struct record_options *o)
{
	o->off_cpu = true;
}

static void set_off_cpu_for(struct record_options *o, uint64_t msec)
{
	o->off_cpu = true;
	o->session.off_cpu_ns = msec * NS_PER_MS;
}

static void set_threshold(struct record_options *o, uint64_t msec)
{
	o->off_cpu_thresh_given = true;
	o->session.off_cpu_ns = msec * NS_PER_MS;
}

static int check_off_cpu(const struct record_options *o, struct error *err)
{
	if (o->off_cpu && o->target.n_cgroups)
		return error_set(err, -EINVAL, "--off-cpu is of threads, not of cgroups: it excludes -G");
	return 0;
}

static void warn_of_off_cpu(const struct record_options *o)
{
	if (o->off_cpu_thresh_given && !o->off_cpu)
		log_warn("--off-cpu-thresh has no effect without --off-cpu");
}

static const struct record_option options[] = {
	{ 0, "off-cpu", "MSEC", "record how long threads are blocked, and where",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER, .range = { 0, "--off-cpu", 0, INT32_MAX, NULL, NULL },
	  .set = set_off_cpu, .set_number = set_off_cpu_for },
	{ 0, "off-cpu-thresh", "MSEC",
	  "from this time on each is a sample of its own, shorter ones are\n"
	  "added up (default: 500)",
	  .range = { 0, "--off-cpu-thresh", 0, INT32_MAX, NULL, NULL }, .set_number = set_threshold },
	{ 0 },
};

const struct option_theme off_cpu_theme = { options, check_off_cpu, warn_of_off_cpu };
