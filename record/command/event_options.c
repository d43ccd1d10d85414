#include "record/command/event_options.h"

#include "common/procfs.h"
#include "formats/record/generic_names.h"
#include "record/command/option_groups.h"
#include "record/command/record_options.h"
#include "record/events/event_filter.h"
#include "record/events/event_parse.h"
#include "record/events/event_pfm.h"
#include "record/events/event_ratio.h"
#include "record/pmu/event_context.h"

#include <errno.h>

static int take_events(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	const struct event_context context = event_context_of_environment();

	o->filters_switch = false;
	return event_list_parse(&o->events, text, &context, err);
}

static int take_pfm_events(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	const struct event_context context = event_context_of_environment();

	o->filters_switch = false;
	return event_pfm_parse(&o->events, text, &context, err);
}

int event_options_take_filter(void *options, const char *filter, struct error *err)
{
	struct record_options *o = options;

	return event_filter_add(o->filters_switch ? &o->switch_events : &o->events, filter, "/proc/kallsyms", err);
}

int event_options_check_modes(const void *options, struct error *err)
{
	const struct record_options *o = options;

	if (o->sampler.modes.no_kernel && o->sampler.modes.no_user)
		return error_set(err, -EINVAL, "--all-kernel and --all-user exclude each other");
	return 0;
}

/* Else each call of the recorder's that such a tracepoint is hit by would wake it to make the next one. */
static int exclude_from_trigger(struct record_options *o, struct error *err)
{
	const uint32_t pid = initial_pid();

	return pid && event_list_has_tracepoints(&o->switch_events) ? event_filter_exclude(&o->switch_events, pid, err)
								    : 0;
}

int event_options_finish(struct record_options *o, struct error *err)
{
	int result = exclude_from_trigger(o, err);

	if (result)
		return result;
	if (event_ratio_finish(&o->events, o->sampler.interval.period, err))
		return -EINVAL;
	return o->exclude_self ? event_filter_exclude(&o->events, initial_pid(), err) : 0;
}

void event_options_names(FILE *out)
{
	char name[64];

	for (const struct generic_name *n = generic_name_table(); n->name; n++)
		fprintf(out, n->alias ? "%s\n%s\n" : "%s\n", n->name, n->alias);
	for (size_t i = 0; generic_name_cache_list(i, name, sizeof(name)); i++)
		fprintf(out, "%s\n", name);
}

static const struct option options[] = {
	{ 'e', "event", "EVENTS",
	  "what to record: EVENT[:MODIFIERS][,...], may be repeated\n"
	  "(default: cycles:P, or cpu-clock:I without hardware counters)",
	  OPTION_CALL(take_events) },
	{ 0, "pfm-events", "EVENTS", "events by the names of libpfm4, as -e", OPTION_CALL(take_pfm_events) },
	{ 0, "group", NULL, "put all events into one group, as {} in -e does",
	  OPTION_FLAG(struct record_options, group) },
	{ 0, "filter", "FILTER", "of the last event before: what the kernel is to record of it",
	  OPTION_CALL(event_options_take_filter) },
	{ 0, "exclude-perf", NULL, "tracepoints leave out prec itself",
	  OPTION_FLAG(struct record_options, exclude_self) },
	{ 0, "all-kernel", NULL, "events count in the kernel only",
	  OPTION_FLAG(struct record_options, sampler.modes.no_user) },
	{ 0, "all-user", NULL, "events count in user space only",
	  OPTION_FLAG(struct record_options, sampler.modes.no_kernel) },
	{ 0, "list-names", NULL, "the names of events, for completion", OPTION_HIDDEN,
	  OPTION_FLAG(struct record_options, list_names) },
	{ 0 },
};

const struct option_group event_group = { .options = options, .check = event_options_check_modes };
