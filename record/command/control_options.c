/*
 * control_options: the options that say when a recording samples, and who may say so while it runs: -D and --control.
 */
#include "record/command/option_groups.h"

#include "record/command/record_options.h"

#include <errno.h>

static int take_delay(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	int result = sample_times_parse(&o->session.times, text, err);

	if (result == -EINVAL)
		error_prefix(err, "-D");
	if (!result)
		o->sampler.starts_later = !sample_times_begin_on(&o->session.times);
	return result;
}

/* The period may change while it records, and samples say so. */
static int take_control(void *options, const char *value, struct error *err)
{
	struct record_options *o = options;
	(void)err;
	o->control = value;
	o->sampler.attachable = true;
	o->target.attachable = true;
	if (o->sampler.fields.period == SAMPLE_PERIOD_VARYING)
		o->sampler.fields.period = SAMPLE_PERIOD_LIVE;
	return 0;
}

static const struct option options[] = {
	{ 'D', "delay", "MSEC",
	  "begin to sample MSEC milliseconds after the start, or never (-1),\n"
	  "or sample in ranges of that time only, for example 10-20,30-40",
	  OPTION_CALL(take_delay) },
	{ 0, "control", "fd:CTL[,ACK]|fifo:CTL[,ACK]",
	  "take commands from a pipe while recording, and answer to another one:\n"
	  "enable, disable, stop, attach PID, detach PID, status ... (see the manual)",
	  OPTION_CALL(take_control) },
	{ 0 },
};

const struct option_group control_group = { .options = options };
