/* prec stat report: prints the counts of a file. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "counts/stat_print.h"
#include "counts/stat_show.h"
#include "formats/file/perf_file.h"
#include "report/command/reader.h"
#include "report/command/warnings.h"
#include "report/stat/stat_command.h"
#include "report/stat/stat_counts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

struct stat_report {
	struct reader_options options;
	struct reader reader;
	struct stat_show show;
	struct stat_counts counts;
	struct stat_table whole, interval;
	struct stat_output output;
	struct stat_printer printer;
	char *target_text;
};

static const struct option options[] = {
	OPTION_GROUP(struct stat_report, options, &reader_input_group),
	OPTION_GROUP(struct stat_report, options, &reader_file_group),
	OPTION_GROUP(struct stat_report, options, &reader_help_group),
	OPTION_GROUP(struct stat_report, show, &stat_show_group),
	OPTION_ABSENT("-e --event -M --metrics -d --detailed -a --all-cpus -p --pid -t --tid -C --cpu -G --cgroup -I "
		      "--interval-print",
		      "it is of counting, and what was counted is in the file"),
	{ 0 },
};

static const struct option_group stat_report_group = {
	.options = options,
	.usage = "Usage: prec stat report [OPTIONS] [FILE]\n\n"
		 "Shows the counts that 'prec stat record' or 'perf stat record' has kept.\n",
};

static int parse(struct stat_report *s, int argc, char **argv, struct error *err)
{
	int result;

	stat_show_init(&s->show);
	result = options_take_file(&stat_report_group, s, argc, argv, &s->options.input, err);
	return result ? result : stat_show_check(&s->show, err);
}

/* What the recorder summed by, where no option asks for something else that the file has. */
static void choose_aggregation(struct stat_report *s)
{
	struct stat_show *show = &s->show;
	const bool is_by_thread = show->by == STAT_BY_THREAD;
	int level;

	if (show->by == STAT_BY_ALL) {
		show->by = stat_counts_by(&s->counts, &level);
		if (show->by == STAT_BY_CACHE)
			show->cache_level = level;
	} else if (!s->counts.n_counters) {
		show->by = STAT_BY_ALL;
	} else if (is_by_thread ? !stat_counts_have_threads(&s->counts) : !stat_counts_have_cpus(&s->counts)) {
		log_warn("%s: counts of %s cannot be taken apart by %s", s->options.input,
			 is_by_thread ? "CPUs" : "threads", is_by_thread ? "thread" : "CPU");
		show->by = STAT_BY_ALL;
	}
	if (show->by == STAT_BY_CLUSTER) {
		log_warn("%s: no file says which CPUs are in a cluster: counts are shown by die", s->options.input);
		show->by = STAT_BY_DIE;
	}
	show->is_raw = show->is_raw || !s->counts.config.scale;
	show->is_summary = s->counts.config.interval;
	show->hides_idle = show->by == STAT_BY_THREAD && stat_counts_have_init(&s->counts) &&
			   !stat_command_names_tasks(s->reader.file);
}

static int make_tables(struct stat_report *s, struct error *err)
{
	const struct stat_machine machine = stat_counts_machine(&s->counts);
	const struct counter_events *events = &s->counts.events;
	const struct stat_show *show = &s->show;

	if (stat_table_init(&s->whole, events, show->by, show->merge, &machine) ||
	    stat_table_init(&s->interval, events, show->by, show->merge, &machine))
		return error_nomem(err);
	s->whole.aggrs.cache_level = s->interval.aggrs.cache_level = show->cache_level;
	s->whole.is_raw = s->interval.is_raw = show->is_raw;
	return 0;
}

static void show_interval(void *context, const struct stat_table *interval, uint64_t since)
{
	struct stat_report *s = context;

	stat_print_interval(&s->printer, interval, since);
}

static int show_counts(struct stat_report *s, struct error *err)
{
	struct stat_table *interval = s->show.is_summary ? &s->interval : NULL;
	int result = stat_counts_read(&s->counts, &s->whole, interval, show_interval, s, err);

	if (!result && (!interval || s->show.summary) && stat_print_whole(&s->printer, &s->whole, NULL, NULL))
		result = error_set(err, -EIO, "cannot write what was counted: %s", strerror(errno));
	return result;
}

/* Whether the file is damaged. */
static bool warn(const struct stat_report *s)
{
	const struct stat_counts *c = &s->counts;
	const bool is_cut = s->reader.file->unfinished && c->damage.code == -ENODATA;
	struct offset_text aggr;

	if (s->reader.file->damages.n)
		warn_of_file(s->reader.file, s->options.input);
	if (c->n_damages && !is_cut)
		log_warn("%s: at %s: %s%s", s->options.input, offset_text(&aggr, s->reader.file, c->damage.offset),
			 c->damage.message, c->n_damages > 1 ? " (and more like it)" : "");
	if (c->n_unknown)
		log_warn("%s: %" PRIu64 " counts are of no event, thread or CPU that the file names", s->options.input,
			 c->n_unknown);
	return s->reader.file->damages.n || (c->n_damages && !is_cut);
}

/* 0; 1: only a part of the file could be read; or a negative errno. */
static int show_file(struct stat_report *s, struct error *err)
{
	int result = stat_counts_init(&s->counts, s->reader.file, err);
	if (result)
		error_prefix(err, "%s", s->options.input);
	s->target_text = result ? NULL : stat_command_text(s->reader.file);
	if (!result && !s->target_text)
		result = error_nomem(err);
	if (result)
		return result;
	s->printer.target = s->target_text;
	choose_aggregation(s);
	result = stat_output_begin(&s->output, &s->show, err);
	if (!result)
		result = make_tables(s, err);
	if (!result)
		result = show_counts(s, err);
	return result ? result : warn(s);
}

/* As -o of prec stat record names the recording, it may be given here by mistake. */
static int open_output(struct stat_report *s, struct error *err)
{
	int result = stat_output_open(&s->output, &s->show, err);

	if (result)
		return result;
	s->printer = (struct stat_printer){ .show = &s->show, .out = s->output.out, .screen = s->output.screen };
	if (s->show.output && stat_output_is_file(&s->output, s->options.input))
		return error_set(err, -EINVAL, "-o %s: that is the recording; what is shown needs another file",
				 s->show.output);
	return 0;
}

/* The sandbox lets no file be written that was not open before. */
static int run(struct stat_report *s, struct error *err)
{
	int closed, result = open_output(s, err);

	if (!result)
		result = reader_open(&s->reader, &s->options, READER_INPUT, err);
	if (!result)
		result = show_file(s, err);
	closed = stat_output_close(&s->output, result < 0 ? NULL : err);
	return result < 0 ? result : closed < 0 ? closed : result;
}

static void report_fini(struct stat_report *s)
{
	stat_table_fini(&s->whole);
	stat_table_fini(&s->interval);
	stat_counts_fini(&s->counts);
	reader_close(&s->reader);
	free(s->target_text);
}

int cmd_stat_report(int argc, char **argv)
{
	struct stat_report s = { 0 };
	struct error err = ERROR_INIT;
	int result;

	log_init("prec stat report");
	result = parse(&s, argc, argv, &err);
	if (result) {
		log_error("%s", err.message);
		result = EXIT_USAGE;
	} else if (s.options.help) {
		options_help(&stat_report_group, stdout);
	} else {
		if (!s.options.input)
			s.options.input = input_default(&s.options.input_options);
		result = run(&s, &err);
		if (result < 0)
			log_error("%s", err.message);
		result = result != 0;
	}
	report_fini(&s);
	return result;
}
