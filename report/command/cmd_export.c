/* prec export: a profile in the formats of other tools. */
#include "command/commands.h"
#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "report/command/export_others.h"
#include "report/command/export_reader.h"
#include "report/export/export_counts.h"
#include "report/output/output_stream.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct export_options {
	struct export_reader_options from;
	struct export_row_options rows;
	const struct export_format *format;
	const char *output; /* "-": standard output */
	bool force;
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
	OPTION_GROUP(struct export_options, from.reader, &reader_input_group),
	{ 'o', "output", "FILE", "write FILE, which must not be there yet (default: standard output)",
	  OPTION_TEXT(struct export_options, output) },
	{ 0, "force", NULL, "write FILE even if it is there", OPTION_FLAG(struct export_options, force) },
	OPTION_GROUP(struct export_options, rows, &export_row_group),
	OPTION_GROUP(struct export_options, from, &export_reader_group),
	{ 0 },
};

static const struct option_group export_group = {
	.options = options,
	.usage = "Usage: prec export -f FORMAT [OPTIONS] [-o FILE] [FILE]\n\n"
		 "Write a profile (default: of perf.data) in the format of another tool.\n",
};

/* --- --list ------------------------------------------------------------------------------- */

static const struct {
	unsigned bit;
	const char *title;
} columns[] = {
	{ EXPORT_EVENTS, "events" },   { EXPORT_WEIGHTS, "weights" },     { EXPORT_TIMES, "times" },
	{ EXPORT_THREADS, "threads" }, { EXPORT_CPUS, "CPUs" },           { EXPORT_INLINES, "inlines" },
	{ EXPORT_LINES, "lines" },     { EXPORT_BUILD_IDS, "build-ids" }, { EXPORT_MARKERS, "markers" },
};

#define NAME_WIDTH 11

/* A row of the table: what is said of each column stands in its middle. NULL: the titles. */
static void list_row(const struct export_format *f)
{
	printf("%-*s", NAME_WIDTH, f ? f->name : "");
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		int width = (int)strlen(columns[i].title);

		if (!f)
			printf(" %s", columns[i].title);
		else
			printf(" %*s%*s", width / 2 + 1, f->holds & columns[i].bit ? "x" : ".",
			       i + 1 < ARRAY_SIZE(columns) ? width - width / 2 - 1 : 0, "");
	}
	putchar('\n');
}

/* Fits in 80 columns. */
static void list_formats(void)
{
	const struct export_format *f;

	puts("What a format holds (x) of a recording:\n");
	list_row(NULL);
	for (unsigned i = 0; (f = export_format_at(i)); i++)
		list_row(f);
	puts("\nweights: periods beside, or in place of, numbers of samples; inlines: inlined\n"
	     "functions are marked, where others have them as frames like all; markers:\n"
	     "tracepoints, switches and the like as events in time.");
	fputs("\nCounts of prec stat record are counters in", stdout);
	for (unsigned i = 0, n = 0; (f = export_format_at(i)); i++)
		if (f->holds & EXPORT_COUNTERS)
			printf("%s %s", n++ ? "," : "", f->name);
	puts(".\n\nWhat opens a FILE of it:\n");
	for (unsigned i = 0; (f = export_format_at(i)); i++)
		printf("%-*s %s\n", NAME_WIDTH, f->name, f->reader);
}

/* --- the export ------------------------------------------------------------------------------ */

/* Counts are chosen by their event, and not by what samples are of. */
static int check_choice(const struct export_reader_options *o, struct error *err)
{
	const struct sample_choice_words *words = &o->reader.choice;
	const struct profile_filter *f = &o->filter;

	if (words->times || words->switch_on || words->switch_off || f->comms || f->dsos || f->symbols || f->pids ||
	    f->tids || f->cpus)
		return error_set(err, -EINVAL, "%s has counts, which are chosen by -e alone", o->reader.input);
	return 0;
}

/* 0, also where there are no counts; or a negative errno. export_counts_fini is due in any case. */
static int read_counts(const struct export_options *o, struct export_reader *r, struct export_counts *counts,
		       struct error *err)
{
	int result;

	if (!reader_has_counts(&r->reader))
		return 0;
	if (!(o->format->holds & EXPORT_COUNTERS))
		return reader_refuse_counts(&r->reader, err);
	result = check_choice(&o->from, err);
	if (!result)
		result = export_counts_init(counts, r->reader.file, r->reader.choice.events, err);
	if (result == -ENODATA)
		error_prefix(err, "%s", o->from.reader.input);
	r->export.counts = counts;
	return result;
}

static int export_write(struct export_options *o, struct export_reader *r, struct output_stream *output,
			struct error *err)
{
	struct export_counts counts = { 0 };
	int result = export_reader_open(r, &o->from, o->format->write_times != NULL, err);

	if (!result)
		result = read_counts(o, r, &counts, err);
	if (!result)
		result = export_reader_check(r, o->format, err);
	if (!result)
		result = output_stream_begin(output, r->reader.file, err);
	if (!result)
		result = export_reader_write(r, o->format, output->stream, err);
	if (!result)
		result = output_stream_flush(output, err);
	if (!result)
		export_reader_explain(r);
	export_counts_fini(&counts);
	return result;
}

static int export_by_walk(struct export_options *o, struct output_stream *output, struct error *err)
{
	struct export_reader r = { 0 };
	int result = export_write(o, &r, output, err);
	bool damaged = r.reader.damaged;

	export_reader_close(&r);
	if (result && result != -EPIPE)
		log_error("%s", err->message);
	return result || damaged ? EXIT_FAILED : 0;
}

/* Returns the exit status, and logs what is wrong. */
static int export_run(struct export_options *o)
{
	struct error err = ERROR_INIT;
	struct output_stream output;
	int status = EXIT_FAILED;
	int result = input_check(o->from.reader.input, &err);

	if (result) {
		log_error("%s", err.message);
		return EXIT_FAILED;
	}
	result = output_stream_open(&output, o->output, o->force, "--force", !o->from.reader.no_sandbox, &err);
	if (result)
		log_error("%s", err.message);
	o->from.reader.no_pager = o->from.reader.no_pager || !output.is_stdout;
	if (!result && o->format->command != EXPORT_BY_WALK)
		status = export_by_other(o->format, &o->from, &o->rows, &output);
	else if (!result)
		status = export_by_walk(o, &output, &err);
	result = output_stream_close(&output, output.is_complete, output.is_complete ? &err : NULL);
	if (output.is_complete && result)
		log_error("%s", err.message);
	return output.is_complete && result ? EXIT_FAILED : status;
}

static int options_parse(struct export_options *o, int argc, char **argv, struct error *err)
{
	int result;

	*o = (struct export_options){ .output = "-" };
	export_reader_options_init(&o->from);
	export_row_options_init(&o->rows);
	result = options_take_file(&export_group, o, argc, argv, &o->from.reader.input, err);
	if (result || o->from.reader.help || o->list)
		return result;
	if (!o->format)
		return error_set(err, -EINVAL, "which format? -f NAME; prec export --list shows them");
	if (o->format->is_binary && !strcmp(o->output, "-") && isatty(STDOUT_FILENO))
		return error_set(err, -EINVAL, "%s is not for a terminal: give -o FILE, or a pipe", o->format->name);
	export_reader_options_finish(&o->from);
	return export_row_options_check(&o->rows, o->format, err);
}

int cmd_export(int argc, char **argv)
{
	struct export_options o;
	struct error err = ERROR_INIT;
	int status = 0;

	log_init("prec export");
	if (options_parse(&o, argc, argv, &err)) {
		log_error("%s", err.message);
		status = EXIT_USAGE;
	} else if (o.from.reader.help) {
		options_help(&export_group, stdout);
	} else if (o.list) {
		list_formats();
	} else {
		status = export_run(&o);
	}
	export_reader_options_fini(&o.from);
	return status;
}
