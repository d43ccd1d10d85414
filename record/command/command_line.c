#include "record/command/command_line.h"

#include "common/options.h"
#include "record/command/clock_options.h"
#include "record/command/event_options.h"
#include "record/command/option_groups.h"
#include "record/command/trace_options.h"
#include "record/events/event_groups.h"

#include <errno.h>
#include <string.h>

static int take_dry_run(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;

	if (text && strcmp(text, "json") != 0)
		return error_set(err, -EINVAL, "--dry-run '%s': takes nothing, or json", text);
	o->dry_run = text ? DRY_RUN_JSON : DRY_RUN_TEXT;
	return 0;
}

/* In the order of --help; of several groups that object the first one's message is the error. */
static const struct option options[] = {
	OPTION_SAME(&target_group),
	OPTION_SAME(&event_group),
	OPTION_SAME(&rate_group),
	OPTION_SAME(&stack_group),
	OPTION_SAME(&content_group),
	OPTION_SAME(&prior_group),
	OPTION_SAME(&off_cpu_group),
	OPTION_SAME(&control_group),
	OPTION_SAME(&ring_group),
	OPTION_SAME(&thread_group),
	OPTION_SAME(&trace_group),
	OPTION_SAME(&output_group),
	OPTION_SAME(&keep_group),
	/* What belongs to no group, and what is asked for that is done anyway. */
	{ 0, "dry-run", "json", "print what would be opened (text or JSON), and record nothing", OPTION_ARG_OPTIONAL,
	  OPTION_CALL(take_dry_run) },
	{ 'q', "quiet", NULL, "print errors only", OPTION_FLAG(struct record_options, quiet) },
	{ 'v', "verbose", NULL, "say more; twice: still more", OPTION_COUNT(struct record_options, verbose) },
	{ 'h', "help", NULL, "this text", OPTION_FLAG(struct record_options, help) },
	{ 0, "sample-identifier", NULL, "every record has an id", .flags = OPTION_IGNORED },
	{ 0, "timestamp-boundary", NULL, "the first and last times are recorded", .flags = OPTION_IGNORED },
	OPTION_ABSENT("--clang-opt --clang-path", "BPF programs cannot be events"),
	OPTION_ABSENT("--setup-filter", "it is for BPF programs that filter; --filter chooses what tracepoints record"),
	OPTION_ABSENT("--vmlinux", "prec report -k FILE takes the kernel's symbols from a file"),
	{ 0 },
};

const struct option_group record_group = {
	.options = options,
	.usage = "Usage: prec record [OPTIONS] [COMMAND [ARGS]]\n\n"
		 "Records what COMMAND, a process (-p), a thread (-t), a user (-u) or the whole system (-a)\n"
		 "spends its time on. Without any of them: the whole system, until interrupted.\n",
};

int command_line_parse(struct record_options *o, int argc, char **argv, struct error *err)
{
	int rest = options_take(&record_group, o, argc, argv, err);

	return rest < 0 ? rest : command_line_finish(o, rest, argc, argv, err);
}

int command_line_finish(struct record_options *o, int rest, int argc, char **argv, struct error *err)
{
	int result;

	if (rest < argc)
		o->command = argv + rest;
	result = o->group ? event_groups_make_anew(&o->events, err) : 0;
	if (result)
		return result;
	if (o->off_cpu && o->events.n && event_list_add_off_cpu(&o->events))
		return error_nomem(err);
	o->sampler.sideband.wants_switches |= o->latency;
	o->session.wants_switches = o->sampler.sideband.wants_switches;
	result = options_check(&record_group, o, err);
	if (!result)
		result = event_options_finish(o, err);
	if (!result)
		result = trace_options_finish(o, err);
	if (!result)
		clock_options_finish(o);
	return result;
}
