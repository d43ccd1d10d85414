#include "record/command/command_line.h"

#include "record/command/content_options.h"
#include "record/command/control_options.h"
#include "record/command/event_options.h"
#include "record/command/keep_options.h"
#include "record/command/off_cpu_options.h"
#include "record/command/option_theme.h"
#include "record/command/output_options.h"
#include "record/command/prior_options.h"
#include "record/command/rate_options.h"
#include "record/command/record_absent.h"
#include "record/command/ring_options.h"
#include "record/command/stack_options.h"
#include "record/command/target_options.h"
#include "record/command/thread_options.h"
#include "record/command/trace_options.h"
#include "record/events/event_groups.h"

#include <errno.h>
#include <string.h>

static int take_dry_run(struct record_options *o, const char *text, struct error *err)
{
	if (text && strcmp(text, "json") != 0)
		return error_set(err, -EINVAL, "--dry-run '%s': takes nothing, or json", text);
	o->dry_run = text ? DRY_RUN_JSON : DRY_RUN_TEXT;
	return 0;
}

static void say_more(struct record_options *o)
{
	o->verbose++;
}

/* What concerns no theme, and what is asked for that is done anyway. */
static const struct record_option general_options[] = {
	{ 0, "dry-run", "json", "print what would be opened (text or JSON), and record nothing", OPTION_ARG_OPTIONAL,
	  .parse = take_dry_run },
	{ 'q', "quiet", NULL, "print errors only", .flag = OPTION_MEMBER(quiet) },
	{ 'v', "verbose", NULL, "say more; twice: still more", .set = say_more },
	{ 'h', "help", NULL, "this text", .flag = OPTION_MEMBER(help) },
	{ 0, "no-buffering", NULL, "what is recorded is written once a second", .flags = OPTION_IGNORED },
	{ 0, "sample-identifier", NULL, "every record has an id", .flags = OPTION_IGNORED },
	{ 0, "timestamp-boundary", NULL, "the first and last times are recorded", .flags = OPTION_IGNORED },
	{ 0 },
};

static const struct option_theme general_theme = { general_options, NULL, NULL };

/* As --help shows them; of several that object the first one's message is the error. */
static const struct option_theme *const themes[] = {
	&target_theme, &event_theme,   &rate_theme,    &stack_theme,   &content_theme,
	&prior_theme,  &off_cpu_theme, &control_theme, &ring_theme,    &thread_theme,
	&trace_theme,  &output_theme,  &keep_theme,    &general_theme, NULL,
};

int command_line_parse(struct record_options *o, int argc, char **argv, struct error *err)
{
	int rest = option_themes_parse(themes, record_options_absent, argc, argv, o, err);

	return rest < 0 ? rest : command_line_finish(o, rest, argc, argv, err);
}

void command_line_lists(struct option_lists *ret_lists)
{
	option_lists_fill(ret_lists, themes, record_options_absent);
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
	o->sampler.sideband.switches |= o->latency;
	o->session.switches = o->sampler.sideband.switches;
	result = option_themes_check(themes, o, err);
	if (!result)
		result = event_options_finish(o, err);
	return result ? result : trace_options_finish(o, err);
}

void command_line_warn(const struct record_options *o)
{
	option_themes_warn(themes, o);
}

void command_line_usage(FILE *out)
{
	fprintf(out, "Usage: prec record [OPTIONS] [COMMAND [ARGS]]\n\n"
		     "Records what COMMAND, a process (-p), a thread (-t), a user (-u) or the whole system (-a)\n"
		     "spends its time on. Without any of them: the whole system, until interrupted.\n\nOptions:\n");
	option_themes_print(out, themes);
}
