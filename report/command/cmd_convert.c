#include "report/command/cmd_convert.h"

#include "common/log.h"
#include "formats/file/zframe.h"
#include "report/command/rewrite_command.h"

#include <errno.h>
#include <inttypes.h>

#define EXIT_USAGE 129

enum convert_option {
	OPTION_COMPRESSION_LEVEL = 256,
	OPTION_TIME,
};

static const struct option_def convert_option_defs[] = {
	{ 'z', NULL, "LEVEL", "compress with zstd at LEVEL, 1 to 22 (without one: 2); 0: do not compress (default)",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER },
	{ OPTION_COMPRESSION_LEVEL, "compression-level", "LEVEL", "the same", OPTION_ARG_OPTIONAL },
	{ OPTION_TIME, "time", "RANGES",
	  "only samples between START,STOP (seconds; either may be\n"
	  "missing), in the N-th part PERCENT%/N or FROM%-TO%",
	  0 },
	REWRITE_OPTION_DEFS,
	{ 0 },
};

static const struct option_range convert_option_ranges[] = {
	ZFRAME_LEVEL_RANGE('z'),
	ZFRAME_LEVEL_RANGE(OPTION_COMPRESSION_LEVEL),
	INPUT_OPTION_RANGES,
	{ 0 },
};

static const struct option_table convert_options = { .defs = convert_option_defs, .ranges = convert_option_ranges };

static int convert_option(void *context, int key, const char *value, bool negated, struct error *err)
{
	struct rewrite_command *c = context;

	switch (key) {
	case 'z':
	case OPTION_COMPRESSION_LEVEL:
		c->options.level = value ? (int)option_number(value) : ZFRAME_LEVEL_DEFAULT;
		return 0;
	case OPTION_TIME: c->from.choice.times = value; return 0;
	default: return rewrite_command_option(c, key, value, negated, err);
	}
}

static void convert_usage(void)
{
	puts("Usage: prec convert [OPTIONS] [FILE] -o FILE\n\n"
	     "Write a recording (default: perf.data) as other tools read it, or compressed, or a part of it.\n\n"
	     "Options:");
	options_print(stdout, convert_option_defs);
}

/* The last write of a recorder that was killed may be cut off; that is no damage. */
static bool only_cut_off(const struct rewrite_command *c, const struct rewrite_outcome *o)
{
	return o->cut_off && !c->left_out && !o->n_damaged && !o->n_eventless && !o->n_unknown && !o->n_features_lost;
}

int cmd_convert(int argc, char **argv)
{
	struct rewrite_command c = { .options.merge_dummies = true };
	struct rewrite_outcome outcome;
	struct error err = ERROR_INIT;
	bool whole;
	int result;

	log_init("prec convert");
	result = options_parse_file(&convert_options, argc, argv, convert_option, &c, &c.from.input, &err);
	if (!result && !c.from.help && !c.output)
		result = error_set(&err, -EINVAL, "no output file is named; usage: prec convert [FILE] -o FILE");
	if (result) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	if (c.from.help) {
		convert_usage();
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
