/* prec convert: writes a recording in another form. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/fileio.h"
#include "common/log.h"
#include "common/options.h"
#include "common/workers.h"
#include "formats/file/zframe.h"
#include "report/command/input.h"
#include "report/command/rewrite_command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The level of zstd where no option says one: as other tools read recordings, or small, to be sent. */
#define LEVEL_NOT_SAID (-1)
#define LEVEL_BUNDLE   6

static int take_level(void *options, const char *number, struct error *err)
{
	int *level = options;

	(void)err;
	*level = number ? (int)option_number(number) : ZFRAME_LEVEL_DEFAULT;
	return 0;
}

static const struct option packing_options[] = {
	{ 'z', NULL, "LEVEL",
	  "compress with zstd at LEVEL, 1 to 22 (without one: 2); 0: do\n"
	  "not compress (default, but of a bundle, which has 6)",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER, ZFRAME_LEVEL_OPTION,
	  OPTION_CALL_OF(struct rewrite_command, options.level, take_level) },
	{ 0, "archive", NULL,
	  "pack for storing: prec convert makes the same file of it, bit\n"
	  "for bit, and every command reads it (with -z LEVEL, default 9)",
	  OPTION_FLAG(struct rewrite_command, wants_archive) },
	{ 0 },
};

static const struct option_group packing_group = { .options = packing_options };

static const struct option bundle_options[] = {
	{ 0, "keep-stacks", NULL,
	  "with a bundle: leave copies of stacks as they are; others need\nthe programs to unwind them",
	  OPTION_FLAG(struct rewrite_command, bundle.keeps_stacks) },
	{ 0, "code", NULL, "with a bundle: add the code of the functions that were hit, for\nprec annotate",
	  OPTION_FLAG(struct rewrite_command, bundle.wants_code) },
	{ 0, "source", NULL, "with a bundle: add the lines of source around what was hit",
	  OPTION_FLAG(struct rewrite_command, bundle.wants_source) },
	OPTION_GROUP(struct rewrite_command, from, &reader_symbol_file_group),
	OPTION_GROUP(struct rewrite_command, from, &reader_fetch_group),
	{ 0 },
};

static const struct option_group bundle_options_group = { .options = bundle_options };

static int take_stacks(void *options, const char *what, struct error *err)
{
	bool *wants_chains = options;

	if (strcmp(what, "chains"))
		return error_set(err, -EINVAL, "--stacks takes 'chains', and not '%s'", what);
	*wants_chains = true;
	return 0;
}

static int take_times(void *options, const char *unit, struct error *err)
{
	uint64_t *time_unit = options;

	if (strcmp(unit, "us") != 0 && strcmp(unit, "ms") != 0)
		return error_set(err, -EINVAL, "--times takes 'us' or 'ms', and not '%s'", unit);
	*time_unit = *unit == 'u' ? 1000 : 1000000;
	return 0;
}

static const struct option options[] = {
	OPTION_SAME(&packing_group),
	{ 0, "compression-level", "LEVEL", "the same", OPTION_ARG_OPTIONAL, ZFRAME_LEVEL_OPTION,
	  OPTION_CALL_OF(struct rewrite_command, options.level, take_level) },
	{ 0, "time", "RANGES",
	  "only samples between START,STOP (seconds; either may be\n"
	  "missing), in the N-th part PERCENT%/N or FROM%-TO%",
	  OPTION_TEXT(struct rewrite_command, from.choice.times) },
	{ 0, "times", "UNIT",
	  "round all times down to us or ms, which needs fewer bytes when\nit is packed (--archive) or compressed",
	  OPTION_CALL_OF(struct rewrite_command, options.time_unit, take_times) },
	{ 0, "bundle", NULL,
	  "add the names and source lines of all that was hit, and unwind\n"
	  "stacks, so that other machines show the same",
	  OPTION_FLAG(struct rewrite_command, bundles) },
	{ 0, "stacks", "chains",
	  "unwind copies of stacks, and write callchains in place of them,\nwhich is much smaller",
	  OPTION_CALL_OF(struct rewrite_command, wants_chains, take_stacks) },
	OPTION_SAME(&bundle_options_group),
	OPTION_GROUP(struct rewrite_command, redact, &redact_group),
	OPTION_SAME(&rewrite_group),
	{ 0 },
};

/* Whether options contradict each other. */
static int check(const void *taken, struct error *err)
{
	const struct rewrite_command *c = taken;

	if (c->bundle.keeps_stacks && (c->wants_chains || c->redact.level))
		return error_set(err, -EINVAL, "%s leaves no stacks for --keep-stacks",
				 c->wants_chains ? "--stacks=chains" : "--redact");
	if (c->redact.level >= REDACT_NAMES && (c->bundle.wants_code || c->bundle.wants_source))
		return error_set(err, -EINVAL, "--redact=names leaves no %s: it tells what functions are",
				 c->bundle.wants_code ? "code for --code" : "lines for --source");
	return 0;
}

static const struct option_group convert_group = {
	.options = options,
	.check = check,
	.usage = "Usage: prec convert [OPTIONS] [FILE] -o FILE\n\n"
		 "Write a recording (default: perf.data) as other tools read it, or compressed, or a part of it.\n",
};

/* The last write of a recorder that was killed may be cut off; that is no damage. */
static bool only_cut_off(const struct rewrite_command *c, const struct rewrite_outcome *o)
{
	return o->cut_off && !c->at_limit && !o->n_damaged && !o->n_eventless && !o->n_unknown && !o->n_features_lost;
}

static const struct option short_options[] = {
	OPTION_SAME(&packing_group),
	OPTION_SAME(&bundle_options_group),
	OPTION_GROUP(struct rewrite_command, redact, &redact_group),
	OPTION_SAME(&rewrite_group),
	{ 0 },
};

static const struct option_group bundle_group = {
	.options = short_options,
	.check = check,
	.usage = "Usage: prec bundle [OPTIONS] [FILE] [-o FILE]\n\n"
		 "Write a recording (default: perf.data) that other machines show as this one does, to FILE.bundle.\n",
};

static void report_outside(const struct rewrite_command *c, const struct rewrite_outcome *outcome)
{
	if (c->from.choice.times)
		log_note("%s: %" PRIu64 " samples and later records are outside of --time", c->from.input,
			 outcome->n_outside);
}

/* Writes the recording that was in an archive, as it was. */
static int write_original(struct rewrite_command *c, int fd, struct error *err)
{
	uint64_t left = UINT64_MAX;
	int result = file_copy(fd, c->reader.file->fd, &left);

	if (result)
		return error_set(err, result, "%s", strerror(-result));
	c->damaged = c->reader.file->inexact;
	if (!c->damaged)
		log_note("%s: %" PRIu64 " bytes, the recording that was packed", c->output, c->reader.file->size);
	return 0;
}

static int write_as_asked(struct rewrite_command *c, int fd, struct error *err)
{
	if (rewrite_command_changes(c))
		return 1;
	if (c->wants_archive)
		return rewrite_command_pack(c, c->reader.file, fd, err);
	/* Of an archive that is cut off the recording is, too. */
	if (!c->reader.file->from_archive || c->options.level || (c->reader.file->inexact && c->reader.file->damages.n))
		return 1;
	return write_original(c, fd, err);
}

/* Writes what the options say. Returns the exit status. */
static int convert(struct rewrite_command *c)
{
	struct rewrite_outcome outcome;
	struct error err = ERROR_INIT;
	int result = redact_command_begin(&c->redact, c->bundle.wants_source, &err);
	bool whole;

	if (c->options.level == LEVEL_NOT_SAID)
		c->options.level = c->bundles && !c->wants_archive ? LEVEL_BUNDLE : 0;
	if (!result)
		result = rewrite_command_run(c, &outcome, &err);
	if (result) {
		log_error("%s", err.message);
		redact_command_end(&c->redact);
		return 1;
	}
	if (c->was_written)
		return c->damaged;
	whole = rewrite_command_summarize(c, &outcome);
	report_outside(c, &outcome);
	/* These went when they were unwound, before anything was taken out. */
	c->redact.redact.counts[REDACTED_STACKS] += c->bundled.stacks;
	c->redact.redact.counts[REDACTED_REGISTERS] += c->bundled.stacks;
	redact_command_report(&c->redact, c->output, c->bundles);
	redact_command_end(&c->redact);
	return !c->damaged && (whole || only_cut_off(c, &outcome)) ? 0 : 1;
}

/* What the options do not say of how names are looked up: as files have them, with lines. */
static struct rewrite_command convert_defaults(void)
{
	return (struct rewrite_command){ .options.level = LEVEL_NOT_SAID,
					 .options.merge_dummies = true,
					 .from = { .workers = workers_default(),
						   .color = SCREEN_COLOR_NEVER,
						   .no_pager = true,
						   .fetch.seconds = READER_FETCH_SECONDS } };
}

int cmd_convert(int argc, char **argv)
{
	struct rewrite_command c = convert_defaults();
	struct error err = ERROR_INIT;
	int result;

	log_init("prec convert");
	c.write = write_as_asked;
	result = options_take_file(&convert_group, &c, argc, argv, &c.from.input, &err);
	if (!result && !c.from.help)
		result = options_check(&convert_group, &c, &err);
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
	return convert(&c);
}

int cmd_bundle(int argc, char **argv)
{
	struct rewrite_command c = convert_defaults();
	struct error err = ERROR_INIT;
	char name[PATH_MAX];
	int result;

	log_init("prec bundle");
	c.bundles = true;
	result = options_take_file(&bundle_group, &c, argc, argv, &c.from.input, &err);
	if (c.from.help && !result) {
		options_help(&bundle_group, stdout);
		return 0;
	}
	if (!result)
		result = options_check(&bundle_group, &c, &err);
	if (!c.from.input)
		c.from.input = input_default(&c.from.input_options);
	if (!result)
		result = input_name_output(c.from.input, ".bundle", "bundle", name, &c.output, &err);
	if (result) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	return convert(&c);
}
