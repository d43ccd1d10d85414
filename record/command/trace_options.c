#include "record/command/trace_options.h"

#include "record/command/option_groups.h"
#include "record/command/record_options.h"
#include "record/events/event_traces.h"

#include <errno.h>

#define SAMPLE_DEFAULT  4096
#define AREA_MIN        8192
#define AREA_MIN_KEPT   4096 /* where it is overwritten */
#define EXAMPLE_SAMPLED "-e '{intel_pt//,cycles}'"

static int take_snapshot(void *options, const char *value, struct error *err)
{
	struct record_options *o = options;
	const char *size = value ? value + (*value == 'e') : "";

	o->sampler.trace.snapshot = true;
	o->session.snapshots = (struct snapshot_config){ .are_wanted = true, .at_end = value && size != value };
	if (!*size || option_size(size, 1, &o->session.snapshots.bytes))
		return 0;
	return error_set(err, -EINVAL, "-S '%s': takes e (a snapshot at the end), a size such as 64K, or both", value);
}

static int take_sample(void *options, const char *value, struct error *err)
{
	struct record_options *o = options;
	uint64_t bytes = SAMPLE_DEFAULT;

	if (value && (!option_size(value, 1, &bytes) || bytes > EVENT_TRACES_SAMPLE_MAX))
		return error_set(err, -EINVAL, "--aux-sample '%s': not a size up to %d", value,
				 EVENT_TRACES_SAMPLE_MAX);
	o->aux_sample_bytes = (uint32_t)bytes;
	return 0;
}

static int check_without(const struct record_options *o, struct error *err)
{
	if (o->sampler.trace.snapshot)
		return error_set(err, -EINVAL, "-S is for hardware traces, such as -e intel_pt//: no event is one");
	if (o->aux_sample_bytes)
		return error_set(err, -EINVAL, "--aux-sample is for hardware traces, such as " EXAMPLE_SAMPLED);
	return 0;
}

static int check_kind(const struct record_options *o, const struct event_spec *trace, struct error *err)
{
	if (trace->trace.kind == TRACE_INTEL_BTS && !o->target.per_thread)
		return error_set(err, -EINVAL, "event '%s' is recorded for threads alone: add --per-thread",
				 trace->name);
	if (o->sampler.clock.is_given && (trace->trace.kind == TRACE_INTEL_PT || trace->trace.kind == TRACE_CS_ETM))
		return error_set(err, -EINVAL, "-k and event '%s': a trace has times of the kernel's own clock",
				 trace->name);
	return 0;
}

/* The largest piece of the trace that a sample gets. */
static uint64_t largest_sample(const struct event_list *list)
{
	uint64_t largest = 0;

	for (int i = 0; i < list->n; i++)
		if (list->events[i].extra.aux_sample_size > largest)
			largest = list->events[i].extra.aux_sample_size;
	return largest;
}

/* Areas of no size are as large as a snapshot or a sample, where these have one. */
static int choose_area(struct record_options *o, struct error *err)
{
	struct trace_config *traces = &o->sampler.trace;
	uint64_t wanted = traces->snapshot ? o->session.snapshots.bytes : largest_sample(&o->events);
	uint64_t least = traces->snapshot || wanted ? AREA_MIN_KEPT : AREA_MIN;

	if (traces->area_bytes && traces->area_bytes < least)
		return error_set(err, -EINVAL, "-m: areas of %llu bytes for traces, they need %llu at least",
				 (unsigned long long)traces->area_bytes, (unsigned long long)least);
	if (traces->area_bytes && wanted > traces->area_bytes)
		return error_set(err, -EINVAL,
				 "%s of %llu bytes from areas of %llu: ask for less, or for larger areas (-m ,%llu)",
				 traces->snapshot ? "-S: snapshots" : "--aux-sample: samples",
				 (unsigned long long)wanted, (unsigned long long)traces->area_bytes,
				 (unsigned long long)wanted);
	if (!traces->area_bytes)
		traces->area_bytes = wanted;
	return 0;
}

int trace_options_finish(struct record_options *o, struct error *err)
{
	const struct event_spec *trace = event_traces_first(&o->events);
	int result = event_traces_join(&o->events, err);

	if (result || !trace)
		return result ? result : check_without(o, err);
	/* Linux perf looks for what goes with a trace (AUX records, samples with pieces of it) without unpacking. */
	if (!o->level_given)
		o->session.level = 0;
	if (o->aux_sample_bytes)
		result = event_traces_sample(&o->events, o->aux_sample_bytes, err);
	if (!result)
		result = event_traces_check(&o->events, err);
	if (!result)
		result = check_kind(o, trace, err);
	if (!result)
		result = choose_area(o, err);
	if (!result && o->sampler.trace.snapshot && event_traces_are_sampled(&o->events))
		return error_set(err, -EINVAL, "-S and samples of a trace (--aux-sample) exclude each other");
	return result;
}

static const struct option options[] = {
	{ 'S', "snapshot", "[e]SIZE",
	  "keep the last of hardware traces only; SIGUSR2 has the last SIZE bytes\n"
	  "of each area written, e the end of the recording as well",
	  OPTION_ARG_OPTIONAL, OPTION_CALL(take_snapshot) },
	{ 0, "aux-sample", "SIZE",
	  "samples of the events in the group of a hardware trace have its last\n"
	  "SIZE bytes (default: 4096)",
	  OPTION_ARG_OPTIONAL, OPTION_CALL(take_sample) },
	{ 0 },
};

const struct option_group trace_group = { .options = options };
