#include "report/command/cmd_recover.h"

#include "common/log.h"
#include "report/command/rewrite_command.h"

#include <errno.h>

#define EXIT_USAGE 129

static const struct option_def recover_option_defs[] = { REWRITE_OPTION_DEFS, { 0 } };
static const struct option_range recover_option_ranges[] = { INPUT_OPTION_RANGES, { 0 } };
static const struct option_table recover_options = { .defs = recover_option_defs, .ranges = recover_option_ranges };

static int recover_option(void *context, int key, const char *value, bool negated, struct error *err)
{
	return rewrite_command_option(context, key, value, negated, err);
}

static int recover_options_parse(struct rewrite_command *c, int argc, char **argv, struct error *err)
{
	int result = options_parse_file(&recover_options, argc, argv, recover_option, c, &c->from.input, err);

	if (result || c->from.help)
		return result;
	if (!c->from.input || !c->output)
		return error_set(err, -EINVAL, "no %s file is named; usage: prec recover FILE -o FILE",
				 c->from.input ? "output" : "input");
	return 0;
}

static void recover_usage(void)
{
	puts("Usage: prec recover [OPTIONS] FILE -o FILE\n\n"
	     "Write a well-formed perf.data file of what a damaged one still holds.\n\nOptions:");
	options_print(stdout, recover_option_defs);
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
		recover_usage();
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
