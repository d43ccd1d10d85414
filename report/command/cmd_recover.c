/* prec recover: writes what can be read of a damaged recording. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "report/command/rewrite_command.h"

#include <errno.h>

static const struct option options[] = { OPTION_SAME(&rewrite_group), { 0 } };

static const struct option_group recover_group = {
	.options = options,
	.usage = "Usage: prec recover [OPTIONS] FILE -o FILE\n\n"
		 "Write a well-formed perf.data file of what a damaged one still holds.\n",
};

static int recover_options_parse(struct rewrite_command *c, int argc, char **argv, struct error *err)
{
	int result = options_take_file(&recover_group, c, argc, argv, &c->from.input, err);

	if (result || c->from.help)
		return result;
	if (!c->from.input || !c->output)
		return error_set(err, -EINVAL, "no %s file is named; usage: prec recover FILE -o FILE",
				 c->from.input ? "output" : "input");
	return 0;
}

int cmd_recover(int argc, char **argv)
{
	struct rewrite_command c = { 0 };
	struct rewrite_outcome outcome;
	struct error err = ERROR_INIT;
	int result;

	log_init("prec recover");
	result = recover_options_parse(&c, argc, argv, &err);
	if (result) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	if (c.from.help) {
		options_help(&recover_group, stdout);
		return 0;
	}
	result = rewrite_command_run(&c, &outcome, &err);
	if (result) {
		log_error("%s", err.message);
		return 1;
	}
	if (rewrite_command_summarize(&c, &outcome))
		log_note("nothing was lost");
	return 0;
}
