#include "report/command/rewrite_command.h"

#include "common/log.h"
#include "common/workers.h"
#include "formats/archive/archive_file.h"
#include "formats/file/perf_file.h"
#include "formats/file/recording.h"
#include "report/command/input.h"
#include "report/output/new_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Losses reported one by one without -v. */
#define LOSSES_REPORTED 10

static int say_less(void *options, const char *value, struct error *err)
{
	(void)options, (void)value, (void)err;
	log_set_level(LOG_QUIET);
	return 0;
}

static int say_more(void *options, const char *value, struct error *err)
{
	(void)options, (void)value, (void)err;
	log_set_level(LOG_VERBOSE);
	return 0;
}

static const struct option options[] = {
	{ 'i', "input", "FILE", "read FILE; - for standard input", OPTION_TEXT(struct rewrite_command, from.input) },
	{ 'o', "output", "FILE", "write FILE, which must not be there yet; - for standard output",
	  OPTION_TEXT(struct rewrite_command, output) },
	{ 'f', "force", NULL, "write FILE even if it is there", OPTION_FLAG(struct rewrite_command, force) },
	OPTION_GROUP(struct rewrite_command, from, &reader_file_group),
	{ 'q', "quiet", NULL, "errors only", OPTION_CALL(say_less) },
	{ 'v', "verbose", NULL, "report every loss", OPTION_CALL(say_more) },
	{ 'h', "help", NULL, "show this help", OPTION_FLAG(struct rewrite_command, from.help) },
	{ 0 },
};

const struct option_group rewrite_group = { .options = options };

static void report_loss(void *context, const struct error *loss)
{
	struct rewrite_command *c = context;
	struct offset_text offset;

	/* A limit, which can be raised, is said in any case. */
	c->at_limit |= loss->code == -E2BIG;
	/* A record that is cut off and the frame in it are one loss. */
	if (c->n_reported && loss->offset == c->last_reported && loss->offset != ERROR_NO_OFFSET &&
	    log_level() < LOG_VERBOSE)
		return;
	c->last_reported = loss->offset;
	if (c->n_reported++ >= LOSSES_REPORTED && log_level() < LOG_VERBOSE && loss->code != -E2BIG)
		return;
	progress_end(&c->reader.progress);
	if (loss->offset == ERROR_NO_OFFSET)
		log_warn("%s: %s", c->from.input, loss->message);
	else
		log_warn("%s: at %s: %s", c->from.input, offset_text(&offset, c->reader.file, loss->offset),
			 loss->message);
}

/* Something is cut off. */
static bool is_end(const struct error *damage)
{
	return damage->code == -ENODATA && damage->offset != ERROR_NO_OFFSET;
}

static void report_head(struct rewrite_command *c)
{
	const struct perf_file *f = c->reader.file;

	if (f->unfinished)
		log_note(
			"%s: the recorder was stopped before it finished: what it writes last (build-ids, the host) is "
			"missing",
			c->from.input);
	c->damaged = f->inexact || (f->damages.n && !f->unfinished);
	/* Records that are damaged or cut off are met once more; what was never read is not. */
	for (uint32_t i = 0; i < f->damages.n_kept; i++)
		if (f->damages.list[i].code == -E2BIG || (!f->pipe && !is_end(&f->damages.list[i])))
			report_loss(c, &f->damages.list[i]);
}

/* That a file ends too early, if that is not seen by a record that is cut off. */
static void report_end(struct rewrite_command *c)
{
	const struct perf_file *f = c->reader.file;

	for (uint32_t i = 0; i < f->damages.n_kept && !f->pipe && !c->n_reported; i++)
		if (is_end(&f->damages.list[i]))
			report_loss(c, &f->damages.list[i]);
}

/* "3 features", with a comma before it where something stands in the text. */
static void put_count(char *text, size_t size, uint64_t n, const char *one, const char *many)
{
	size_t used = strlen(text);

	if (n)
		snprintf(text + used, size - used, "%s%" PRIu64 " %s", used ? ", " : "", n, n == 1 ? one : many);
}

/* Of what kind what was lost was, which is not said of what there was none of. */
static void report_lost(const struct rewrite_outcome *r)
{
	char text[512] = "";

	put_count(text, sizeof(text), r->n_damages, "damaged place", "damaged places");
	put_count(text, sizeof(text), r->n_bytes_lost, "byte passed over", "bytes passed over");
	put_count(text, sizeof(text), r->n_damaged, "damaged record", "damaged records");
	put_count(text, sizeof(text), r->n_unknown, "record of an unknown type", "records of unknown types");
	put_count(text, sizeof(text), r->n_eventless, "sample of no known event", "samples of no known event");
	put_count(text, sizeof(text), r->n_features_lost, "feature", "features");
	log_note("lost: %s", text);
}

static void report_bundle(const struct rewrite_command *c)
{
	const struct bundle_counts *b = &c->bundled;

	if (c->bundles)
		log_note("%s: it carries the names of %" PRIu64 " of %" PRIu64 " addresses in %" PRIu64
			 " files, %" PRIu64 " bytes, for machines without these files",
			 c->output, b->named, b->addresses, b->files, b->bytes);
	if (b->stacks)
		log_note("%s: %" PRIu64 " copies of stacks were unwound, and are left out%s", c->output, b->stacks,
			 c->bundles && !c->redact.level ? " (--keep-stacks keeps them)" : "");
	else if (c->wants_chains && !c->bundles)
		log_note("%s: it has no copies of stacks that could be unwound", c->from.input);
}

bool rewrite_command_summarize(const struct rewrite_command *c, const struct rewrite_outcome *r)
{
	bool lost = rewrite_lost_something(r);

	if (c->n_reported > LOSSES_REPORTED && log_level() < LOG_VERBOSE)
		log_warn("%s: and %" PRIu64 " more losses; -v lists them all", c->from.input,
			 c->n_reported - LOSSES_REPORTED);
	log_note("%s: %" PRIu64 " records, %" PRIu64 " of them samples, and %" PRIu64 " feature%s", c->output,
		 r->n_records, r->n_samples, r->n_features, r->n_features == 1 ? "" : "s");
	report_bundle(c);
	if (lost)
		report_lost(r);
	return !lost && !c->at_limit;
}

/* Whether copies of stacks become callchains. */
static bool wants_chains(const struct rewrite_command *c)
{
	return c->wants_chains || c->redact.level;
}

/* Whether there are copies of stacks to unwind, without a bundle. */
static bool unwinds_only(const struct rewrite_command *c)
{
	bool any = false;

	for (uint32_t i = 0; wants_chains(c) && !c->bundles && i < c->reader.file->n_events; i++)
		any |= event_has_user_stacks(&c->reader.file->events[i].attr);
	return any;
}

/* What the bundle is made of: all names, as files have them. */
static int make_bundle(struct rewrite_command *c, struct bundle_maker **ret_maker, struct error *err)
{
	struct analysis_options analysis = { .timeline_first = true };
	int result = reader_analyse(&c->reader, &analysis, err);

	c->bundle.only_chains = !c->bundles;
	if (!result)
		result = reader_symbolize(&c->reader, c->bundles, err);
	if (!result)
		result = bundle_maker_new(ret_maker, &c->reader.profile, &c->reader.symbols, &c->bundle, err);
	if (!result)
		c->options.bundle = bundle_maker_hooks(*ret_maker);
	return result;
}

bool rewrite_command_changes(const struct rewrite_command *c)
{
	return c->bundles || wants_chains(c) || c->from.choice.times || c->options.time_unit ||
	       perf_file_is_directory(c->reader.file);
}

int rewrite_command_pack(struct rewrite_command *c, const struct perf_file *file, int fd, struct error *err)
{
	const int level = c->options.level ? c->options.level : ARCHIVE_LEVEL_DEFAULT;
	struct archive_outcome o;
	int result = archive_write(file, fd, level, workers_default(), &o, err);

	if (!result)
		log_note("%s: %" PRIu64 " bytes of a recording of %" PRIu64, c->output, o.archive_size, o.size);
	return result;
}

static int rewrite(struct rewrite_command *c, int fd, struct rewrite_outcome *ret, struct error *err)
{
	int result;

	report_head(c);
	progress_init(&c->reader.progress, 1, log_level() < LOG_NORMAL);
	if (c->reader.progress.is_on)
		c->options.progress = &c->reader.progress.scan;
	result = rewrite_file(c->reader.file, fd, &c->options, (struct rewrite_reporter){ report_loss, c }, ret, err);
	progress_end(&c->reader.progress);
	report_end(c);
	return result;
}

/* Writes the recording aside, and packs it. */
static int rewrite_packed(struct rewrite_command *c, int fd, struct rewrite_outcome *ret, struct error *err)
{
	const int level = c->options.level;
	struct perf_file *made;
	int result, again;

	c->options.level = 0; /* the archive's */
	result = rewrite(c, c->unnamed, ret, err);
	c->options.level = level;
	if (result)
		return result;
	again = dup(c->unnamed);
	if (again < 0)
		return error_set(err, -errno, "%s", strerror(errno));
	result = recording_open(&made, again, err);
	if (result)
		return result;
	result = rewrite_command_pack(c, made, fd, err);
	perf_file_close(made);
	return result;
}

static int write_output(struct rewrite_command *c, struct new_file *output, struct rewrite_outcome *ret,
			struct error *err)
{
	struct bundle_maker *maker = NULL;
	int result = new_file_begin(output, c->reader.file, err);

	c->options.to_pipe = output->is_pipe && !c->wants_archive;
	if (!result && c->bundles && c->options.to_pipe)
		result = error_set(err, -EINVAL, "a pipe cannot carry a bundle; write it to a file");
	if (!result && (c->bundles || unwinds_only(c)))
		result = make_bundle(c, &maker, err);
	if (!result)
		result = c->write ? c->write(c, output->fd, err) : 1;
	c->was_written = !result;
	if (result == 1)
		result = c->wants_archive ? rewrite_packed(c, output->fd, ret, err) : rewrite(c, output->fd, ret, err);
	if (maker)
		c->bundled = bundle_maker_counts(maker);
	bundle_maker_free(maker);
	if (result)
		error_prefix(err, "%s", c->output);
	return result;
}

static int read_input(struct rewrite_command *c, struct new_file *output, struct rewrite_outcome *ret,
		      struct error *err)
{
	enum reader_need need = c->bundles ? READER_LINES : wants_chains(c) ? READER_NAMES : READER_INPUT;
	int result = reader_open(&c->reader, &c->from, need, err);

	if (!result)
		result = reader_choose(&c->reader, NULL, err);
	if (c->from.choice.times)
		c->options.times = &c->reader.choice.times;
	if (!result && c->redact.level) {
		c->options.redact = &c->redact.redact;
		result = redact_learn(c->options.redact, c->reader.file, err);
	}
	if (!result)
		result = write_output(c, output, ret, err);
	reader_close(&c->reader);
	return result;
}

/* Whether two names are of one file; "-" is of none. */
static bool is_same_file(const char *input, const char *output)
{
	struct stat in, out;

	return strcmp(input, "-") != 0 && strcmp(output, "-") != 0 && !stat(input, &in) && !stat(output, &out) &&
	       S_ISREG(in.st_mode) && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

int rewrite_command_run(struct rewrite_command *c, struct rewrite_outcome *ret_outcome, struct error *err)
{
	/* Without the sandbox the output can be removed by this process. */
	const struct new_file_options how = { .force = c->force,
					      .force_option = "-f",
					      .mode = 0600,
					      .is_guarded = !c->from.no_sandbox,
					      .keeps_time = true };
	struct new_file output;
	int closed, result = input_check(c->from.input, err);

	if (result)
		return result;
	if (is_same_file(c->from.input, c->output))
		return error_set(err, -EINVAL, "%s: input and output are the same file", c->output);
	result = new_file_open(&output, c->output, &how, err);
	if (result)
		return result;
	/* The guard of the output has no descriptor of it, and the sandbox would not allow it. */
	c->unnamed = c->wants_archive ? input_make_unnamed(NULL, err) : -1;
	result = c->wants_archive && c->unnamed < 0 ? c->unnamed : read_input(c, &output, ret_outcome, err);
	if (c->unnamed >= 0)
		close(c->unnamed);
	closed = new_file_close(&output, !result, result ? NULL : err);
	if (!result && closed) {
		error_prefix(err, "%s", c->output);
		result = closed;
	}
	return result;
}
