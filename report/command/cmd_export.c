/* prec export: a profile in the formats of other tools. */
#include "command/commands.h"
#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "common/workers.h"
#include "report/command/reader.h"
#include "report/export/export_formats.h"
#include "report/output/new_file.h"
#include "report/print/missing_symbols.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct export_options {
	struct reader_options reader;
	struct profile_filter filter;
	const struct export_format *format;
	const char *output;  /* "-": standard output */
	uint64_t max_memory; /* bytes; 0: what is used by default */
	bool force, quiet;
	bool list; /* the formats, in place of an export */
};

static int take_format(void *options, const char *name, struct error *err)
{
	struct export_options *o = options;
	char names[256];

	o->format = export_format_find(name);
	if (o->format)
		return 0;
	export_format_names(names, sizeof(names));
	return error_set(err, -EINVAL, "--format '%s': takes %s", name, names);
}

static const struct option options[] = {
	{ 'f', "format", "NAME", "what to write: %s", OPTION_CALL(take_format), .names = export_format_names },
	{ 0, "list", NULL, "show what each format holds, and what opens it", OPTION_FLAG(struct export_options, list) },
	OPTION_GROUP(struct export_options, reader, &reader_input_group),
	{ 'o', "output", "FILE", "write FILE, which must not be there yet (default: standard output)",
	  OPTION_TEXT(struct export_options, output) },
	{ 0, "force", NULL, "write FILE even if it is there", OPTION_FLAG(struct export_options, force) },
	OPTION_GROUP(struct export_options, reader, &reader_choice_group),
	{ 'c', "comms", "LIST", "only these comms", OPTION_TEXT(struct export_options, filter.comms) },
	{ 'd', "dsos", "LIST", "only samples in these DSOs", OPTION_TEXT(struct export_options, filter.dsos) },
	{ 'S', "symbols", "LIST", "only samples in these functions",
	  OPTION_TEXT(struct export_options, filter.symbols) },
	{ 0, "guest", NULL, "samples of virtual machines, too", OPTION_FLAG(struct export_options, filter.guests) },
	OPTION_GROUP(struct export_options, reader, &reader_task_group),
	OPTION_GROUP(struct export_options, reader, &reader_source_group),
	OPTION_GROUP(struct export_options, reader, &reader_symbol_file_group),
	OPTION_GROUP(struct export_options, reader, &reader_fetch_group),
	OPTION_GROUP(struct export_options, reader, &reader_symbol_group),
	OPTION_GROUP(struct export_options, max_memory, &reader_memory_group),
	OPTION_GROUP(struct export_options, reader, &reader_file_group),
	OPTION_GROUP(struct export_options, reader, &reader_pager_group),
	OPTION_GROUP(struct export_options, reader, &reader_jobs_group),
	{ 'q', "quiet", NULL, "no notes", OPTION_FLAG(struct export_options, quiet) },
	OPTION_GROUP(struct export_options, reader, &reader_help_group),
	{ 0 },
};

static const struct option_group export_group = {
	.options = options,
	.usage = "Usage: prec export -f FORMAT [OPTIONS] [-o FILE] [FILE]\n\n"
		 "Write a profile (default: of perf.data) in the format of another tool.\n",
};

/* All that one run of the command needs, so that it can be taken down in one place. */
struct export_command {
	struct export_options options;
	struct reader reader;
	struct new_file output;
	struct export export;
};

/* --- --list ------------------------------------------------------------------------------- */

static const struct {
	unsigned bit;
	const char *word;
} held[] = {
	{ EXPORT_EVENTS, "events" },   { EXPORT_WEIGHTS, "weights" },     { EXPORT_TIMES, "times" },
	{ EXPORT_THREADS, "threads" }, { EXPORT_CPUS, "CPUs" },           { EXPORT_INLINES, "inlines" },
	{ EXPORT_LINES, "lines" },     { EXPORT_BUILD_IDS, "build-ids" }, { EXPORT_MARKERS, "markers" },
};

static void list_formats(void)
{
	const struct export_format *f;

	for (unsigned i = 0; (f = export_format_at(i)); i++) {
		const char *between = "";

		printf("%s\n    holds    ", f->name);
		for (size_t k = 0; k < ARRAY_SIZE(held); k++) {
			if (!(f->holds & held[k].bit))
				continue;
			printf("%s%s", between, held[k].word);
			between = ", ";
		}
		printf("\n    open it  %s\n", f->reader);
	}
}

/* --- the export ------------------------------------------------------------------------------ */

static bool is_stdout(const struct export_options *o)
{
	return !strcmp(o->output, "-");
}

/* Opens the input, and counts its samples. */
static int export_read(struct export_command *c, struct error *err)
{
	const struct export_options *o = &c->options;
	struct analysis_options analysis = { .max_memory = o->max_memory,
					     .want_spans = o->format->write_times != NULL };
	int result = reader_choose(&c->reader, o->reader.tasks.cpu_list ? "-C" : NULL, err);

	if (!result)
		result = event_switch_read(&c->reader.choice.switches, c->reader.file, &c->reader.choice.times, err);
	if (result)
		return result;
	export_plan(&o->filter, o->format->write_times != NULL, &analysis);
	analysis.plan.choice = sample_choice_words_are_given(&o->reader.choice) ? &c->reader.choice : NULL;
	analysis.stacks = &o->reader.symbols;
	result = reader_analyse(&c->reader, &analysis, err);
	return result ? result : reader_symbolize(&c->reader, true, err);
}

static int export_stacks(struct export_command *c, FILE *out, struct error *err)
{
	struct stack_samples samples;
	int result = stack_samples_read(&samples, &c->export, err);

	if (!result)
		result = c->options.format->write_stacks(out, &c->export, &samples, err);
	stack_samples_fini(&samples);
	return result;
}

static int export_times(struct export_command *c, FILE *out, struct error *err)
{
	const struct export_format *format = c->options.format;
	struct time_walk walk;
	int result = time_walk_open(&walk, &c->export, format->types, err);

	if (!result)
		result = format->write_times(out, &walk, err);
	if (!result && sample_stream_n_late(&walk.stream))
		log_warn("%s: %" PRIu64 " records are further out of order than is kept in memory, and come late",
			 c->options.reader.input, sample_stream_n_late(&walk.stream));
	time_walk_close(&walk);
	return result;
}

/* Says what is missing, and that there is nothing. */
static void export_explain(struct export_command *c)
{
	struct analysis *a = &c->reader.profile.analysis;
	struct missing_symbols missing_symbols;
	uint64_t n = 0;

	reader_explain(&c->reader, &a->stacks.counts, &a->joined);
	if (!missing_symbols_of_files(&missing_symbols, &c->reader.profile.symbolizer.resolver.locator)) {
		missing_symbols_explain(&missing_symbols, c->reader.file, &c->options.reader.symbols);
		missing_symbols_fini(&missing_symbols);
	}
	for (uint32_t i = 0; i < c->reader.file->n_events; i++)
		n += c->export.events[i].count;
	if (!n)
		log_warn("%s: %s", c->options.reader.input,
			 analysis_samples(a) ? "no sample is chosen by the options" : "there are no samples");
}

static int export_write(struct export_command *c, FILE *out, struct error *err)
{
	const struct export_options *o = &c->options;
	int result = export_read(c, err);

	if (!result && !is_stdout(o))
		result = new_file_begin(&c->output, c->reader.file, err);
	if (result)
		return result;
	c->export.input = o->reader.input;
	c->export.damaged = c->reader.damaged;
	if (export_init(&c->export, &c->reader.profile, &o->filter, !o->reader.no_inline))
		return error_nomem(err);
	result = o->format->write_stacks ? export_stacks(c, out, err) : export_times(c, out, err);
	progress_end(&c->reader.progress);
	if (!result && (fflush(out) || ferror(out)))
		result = error_set(err, errno ? -errno : -EIO, "%s: %s", is_stdout(o) ? "standard output" : o->output,
				   strerror(errno ? errno : EIO));
	if (!result)
		export_explain(c);
	return result;
}

/* The processes beside the reader have ended when this returns: one that removes the output waits for all of them. */
static int export_run(struct export_command *c, struct error *err)
{
	struct export_options *o = &c->options;
	FILE *out = stdout;
	int result;

	if (!is_stdout(o)) {
		out = fdopen(fcntl(c->output.fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "w");
		if (!out)
			return error_set(err, -errno, "%s: %s", o->output, strerror(errno));
		o->reader.no_pager = true;
	}
	result = reader_open(&c->reader, &o->reader, READER_LINES, err);
	if (!result)
		result = export_write(c, out, err);
	export_fini(&c->export);
	reader_close(&c->reader);
	if (out != stdout)
		fclose(out);
	return result;
}

/* With the file that is written, which is removed if it is not finished. */
static int export_into_file(struct export_command *c, struct error *err)
{
	const struct export_options *o = &c->options;
	int result, closed;

	if (is_stdout(o))
		return export_run(c, err);
	result = new_file_open(&c->output, o->output, o->force, "--force", err);
	if (result)
		return result;
	if (!o->reader.no_sandbox)
		result = new_file_guard(&c->output, err);
	if (!result)
		result = export_run(c, err);
	closed = new_file_close(&c->output, !result, result ? NULL : err);
	return result ? result : closed;
}

static int options_parse(struct export_options *o, int argc, char **argv, struct error *err)
{
	int result = options_take_file(&export_group, o, argc, argv, &o->reader.input, err);

	if (result || o->reader.help || o->list)
		return result;
	if (!o->format)
		return error_set(err, -EINVAL, "which format? -f NAME; prec export --list shows them");
	if (o->format->is_binary && is_stdout(o) && isatty(STDOUT_FILENO))
		return error_set(err, -EINVAL, "%s is not for a terminal: give -o FILE, or a pipe", o->format->name);
	if (!o->reader.input)
		o->reader.input = input_default(&o->reader.input_options);
	o->filter.pids = o->reader.tasks.pids;
	o->filter.tids = o->reader.tasks.tids;
	o->filter.cpus = o->reader.tasks.cpu_list ? &o->reader.tasks.cpus : NULL;
	if (o->quiet)
		log_set_level(LOG_QUIET);
	return 0;
}

int cmd_export(int argc, char **argv)
{
	struct export_command c = { .options = { .output = "-",
						 .reader = { .workers = workers_default(),
							     .color = SCREEN_COLOR_NEVER,
							     .symbols = { .demangle = true },
							     .fetch.seconds = READER_FETCH_SECONDS } } };
	struct error err = ERROR_INIT;
	int result;

	log_init("prec export");
	result = options_parse(&c.options, argc, argv, &err);
	if (result) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	if (c.options.reader.help)
		options_help(&export_group, stdout);
	else if (c.options.list)
		list_formats();
	else
		result = export_into_file(&c, &err);
	if (result && result != -EPIPE)
		log_error("%s", err.message);
	cpulist_fini(&c.options.reader.tasks.cpus);
	return result || c.reader.damaged ? EXIT_FAILED : 0;
}
