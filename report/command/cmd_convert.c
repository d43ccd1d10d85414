/* prec convert: writes a recording in another form. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "formats/file/zframe.h"
#include "report/command/rewrite_command.h"

#include <errno.h>
#include <inttypes.h>

static int take_level(void *options, const char *number, struct error *err)
{
	int *level = options;

	(void)err;
	*level = number ? (int)option_number(number) : ZFRAME_LEVEL_DEFAULT;
	return 0;
}

static const struct option options[] = {
	{ 'z', NULL, "LEVEL", "compress with zstd at LEVEL, 1 to 22 (without one: 2); 0: do not compress (default)",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER, ZFRAME_LEVEL_OPTION,
	  OPTION_CALL_OF(struct rewrite_command, options.level, take_level) },
	{ 0, "compression-level", "LEVEL", "the same", OPTION_ARG_OPTIONAL, ZFRAME_LEVEL_OPTION,
	  OPTION_CALL_OF(struct rewrite_command, options.level, take_level) },
	{ 0, "time", "RANGES",
	  "only samples between START,STOP (seconds; either may be\n"
	  "missing), in the N-th part PERCENT%/N or FROM%-TO%",
	  OPTION_TEXT(struct rewrite_command, from.choice.times) },
	OPTION_SAME(&rewrite_group),
	{ 0 },
};

static const struct option_group convert_group = {
	.options = options,
	.usage = "Usage: prec convert [OPTIONS] [FILE] -o FILE\n\n"
		 "Write a recording (default: perf.data) as other tools read it, or compressed, or a part of it.\n",
};

/* The last write of a recorder that was killed may be cut off; that is no damage. */
static bool only_cut_off(const struct rewrite_command *c, const struct rewrite_outcome *o)
{
	return o->cut_off && !c->at_limit && !o->n_damaged && !o->n_eventless && !o->n_unknown && !o->n_features_lost;
}

int cmd_convert(int argc, char **argv)
{
	struct rewrite_command c = { .options.merge_dummies = true };
	struct rewrite_outcome outcome;
	struct error err = ERROR_INIT;
	bool whole;
	int result;

	log_init("prec convert");
	result = options_take_file(&convert_group, &c, argc, argv, &c.from.input, &err);
	if (!result && !c.from.help && !c.output)
		result = error_set(&err, -EINVAL, "no output file is named; usage: prec convert [FILE] -o FILE");
	if (result) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	if (c.from.help) {
		options_help(&convert_group, stdout);
		return 0;
	}
	if (!c.from.input)
		c.from.input = input_default(&c.from.input_options);
	result = rewrite_command_run(&c, &outcome, &err);
	if (result) {
		log_error("%s", err.message);
		return 1;
	}
	whole = rewrite_command_summarize(&c, &outcome);
	if (c.from.choice.times)
		log_note("%s: %" PRIu64 " samples and later records are outside of --time", c.from.input,
			 outcome.n_outside);
	return !c.damaged && (whole || only_cut_off(&c, &outcome)) ? 0 : 1;
}
