#include "report/cmd_recover.h"

#include "common/log.h"
#include "common/options.h"
#include "report/confine.h"
#include "report/input.h"
#include "report/place.h"
#include "report/progress.h"
#include "report/recover.h"
#include "report/recover_output.h"

#include <errno.h>
#include <inttypes.h>

#define EXIT_USAGE 129

/* Losses told one by one without -v. */
#define LOSSES_TOLD 10

enum recover_option {
	OPTION_SANDBOX = 256,
};

static const struct option_def recover_option_defs[] = {
	{ 'i', "input", "FILE", "read FILE; - for standard input", 0 },
	{ 'o', "output", "FILE", "write FILE, which must not be there yet", 0 },
	{ 'f', "force", NULL, "write FILE even if it is there", 0 },
	{ OPTION_SANDBOX, "sandbox", NULL, "give up what is not needed before FILE is opened (default)",
	  OPTION_NEGATABLE },
	INPUT_OPTION_DEFS,
	{ 'q', "quiet", NULL, "errors only", 0 },
	{ 'v', "verbose", NULL, "tell every loss", 0 },
	{ 'h', "help", NULL, "show this help", 0 },
	{ 0 },
};

struct recover_options {
	const char *input, *output;
	struct input_options input_options;
	const struct perf_file *file; /* once it is open */
	bool force, help, no_sandbox;
	uint64_t n_told;
	bool left_out; /* a limit was reached */
	struct progress progress;
};

static int recover_option(void *context, int key, const char *value, bool negated, struct error *err)
{
	struct recover_options *o = context;

	switch (key) {
	case 'i': o->input = value; return 0;
	case 'o': o->output = value; return 0;
	case 'f': o->force = true; return 0;
	case OPTION_SANDBOX: o->no_sandbox = negated; return 0;
	case 'q': log_set_level(LOG_QUIET); return 0;
	case 'v': log_set_level(LOG_VERBOSE); return 0;
	case 'h': o->help = true; return 0;
	default: return input_option(&o->input_options, key, value, err);
	}
}

/* IN may stand before or behind the options. */
static int recover_options_parse(struct recover_options *o, int argc, char **argv, struct error *err)
{
	while (argc > 1) {
		int first = options_parse(recover_option_defs, NULL, argc, argv, recover_option, o, err);

		if (first < 0)
			return first;
		if (first < argc && o->input)
			return error_set(err, -EINVAL, "one file at a time; what is '%s'?", argv[first]);
		if (first < argc)
			o->input = argv[first];
		argc -= first;
		argv += first;
	}
	if (o->help)
		return 0;
	if (!o->input)
		return error_set(err, -EINVAL, "which file is to be recovered?");
	if (!o->output)
		return error_set(err, -EINVAL, "where to? -o names the file to write");
	return 0;
}

static void recover_usage(void)
{
	puts("Usage: prec recover [OPTIONS] FILE -o FILE\n\n"
	     "Write a well-formed perf.data file of what a damaged one still holds.\n\nOptions:");
	options_print(stdout, recover_option_defs);
}

static void tell_loss(void *context, const struct error *loss)
{
	struct recover_options *o = context;
	struct place place;

	/* A limit, which can be raised, is said in any case. */
	o->left_out |= loss->code == -E2BIG;
	if (o->n_told++ >= LOSSES_TOLD && log_level() < LOG_VERBOSE && loss->code != -E2BIG)
		return;
	progress_end(&o->progress);
	if (loss->offset == ERROR_NO_OFFSET)
		log_warn("%s: %s", o->input, loss->message);
	else
		log_warn("%s: at %s: %s", o->input, place_text(&place, o->file, loss->offset), loss->message);
}

static void tell_head(struct recover_options *o, const struct perf_file *f)
{
	if (f->unfinished)
		log_note("%s: the recording did not finish: features its recorder writes last are not there", o->input);
	/* Records of a pipe that are damaged are met once more; what was never read is not. */
	for (uint32_t i = 0; i < f->n_damages && i < PERF_FILE_DAMAGES_MAX; i++)
		if (!f->pipe || f->damages[i].code == -E2BIG)
			tell_loss(o, &f->damages[i]);
}

static void tell_outcome(const struct recover_options *o, const struct recovery *r)
{
	if (o->n_told > LOSSES_TOLD && log_level() < LOG_VERBOSE)
		log_warn("%s: and %" PRIu64 " more losses; -v tells them all", o->input, o->n_told - LOSSES_TOLD);
	log_note("%s: %" PRIu64 " records, %" PRIu64 " of them samples, and %" PRIu64 " features", o->output,
		 r->n_records, r->n_samples, r->n_features);
	if (r->n_places || r->n_bytes_lost || r->n_damaged || r->n_eventless || r->n_unknown || r->n_features_lost)
		log_note("lost: %" PRIu64 " damaged places with %" PRIu64 " bytes passed over, %" PRIu64
			 " damaged records, %" PRIu64 " records of unknown types, %" PRIu64
			 " samples of no known event, %" PRIu64 " features",
			 r->n_places, r->n_bytes_lost, r->n_damaged, r->n_unknown, r->n_eventless, r->n_features_lost);
	else if (!o->left_out)
		log_note("nothing was lost");
}

static int recover_input(struct recover_options *o, struct recover_output *output, struct recovery *ret,
			 struct error *err)
{
	struct perf_file *f;
	int result = input_open(&f, o->input, &o->input_options, err);

	if (result)
		return result;
	o->file = f;
	result = recover_output_begin(output, f, err);
	if (!result) {
		tell_head(o, f);
		progress_init(&o->progress, 1, log_level() < LOG_NORMAL);
		result =
			recover_write(f, output->fd, tell_loss, o, o->progress.on ? &o->progress.scan : NULL, ret, err);
		progress_end(&o->progress);
	}
	perf_file_close(f);
	if (result)
		error_prefix(err, "%s", o->output);
	return result;
}

static int recover_run(struct recover_options *o, struct error *err)
{
	struct recover_output output;
	struct recovery outcome;
	int result = recover_output_open(&output, o->output, o->force, err);
	int closed;

	if (result)
		return result;
	if (!o->no_sandbox) {
		result = recover_output_guard(&output, err);
		confine_reader(o->input, NULL);
	}
	if (!result)
		result = recover_input(o, &output, &outcome, err);
	closed = recover_output_close(&output, !result, result ? NULL : err);
	if (!result && closed) {
		error_prefix(err, "%s", o->output);
		result = closed;
	}
	if (!result)
		tell_outcome(o, &outcome);
	return result;
}

int cmd_recover(int argc, char **argv)
{
	struct recover_options o = { 0 };
	struct error err = ERROR_INIT;
	int result;

	log_init("prec recover");
	result = recover_options_parse(&o, argc, argv, &err);
	if (result) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	if (o.help) {
		recover_usage();
		return 0;
	}
	result = recover_run(&o, &err);
	if (result)
		log_error("%s", err.message);
	return result ? 1 : 0;
}
