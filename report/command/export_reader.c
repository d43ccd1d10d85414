#include "report/command/export_reader.h"

#include "common/log.h"
#include "common/workers.h"
#include "report/export/export_counts.h"

#include <errno.h>
#include <inttypes.h>

static const struct option options[] = {
	OPTION_GROUP(struct export_reader_options, reader, &reader_choice_group),
	{ 'c', "comms", "LIST", "only these comms", OPTION_TEXT(struct export_reader_options, filter.comms) },
	{ 'd', "dsos", "LIST", "only samples in these DSOs", OPTION_TEXT(struct export_reader_options, filter.dsos) },
	{ 'S', "symbols", "LIST", "only samples in these functions",
	  OPTION_TEXT(struct export_reader_options, filter.symbols) },
	{ 0, "guest", NULL, "samples of virtual machines, too",
	  OPTION_FLAG(struct export_reader_options, filter.guests) },
	OPTION_GROUP(struct export_reader_options, reader, &reader_task_group),
	OPTION_GROUP(struct export_reader_options, reader, &reader_source_group),
	OPTION_GROUP(struct export_reader_options, reader, &reader_symbol_file_group),
	OPTION_GROUP(struct export_reader_options, reader, &reader_fetch_group),
	OPTION_GROUP(struct export_reader_options, reader, &reader_symbol_group),
	OPTION_GROUP(struct export_reader_options, reader, &reader_bundle_group),
	OPTION_GROUP(struct export_reader_options, max_memory, &reader_memory_group),
	OPTION_GROUP(struct export_reader_options, reader, &reader_file_group),
	OPTION_GROUP(struct export_reader_options, reader, &reader_pager_group),
	OPTION_GROUP(struct export_reader_options, reader, &reader_jobs_group),
	{ 'q', "quiet", NULL, "no notes", OPTION_FLAG(struct export_reader_options, quiet) },
	OPTION_GROUP(struct export_reader_options, reader, &reader_help_group),
	{ 0 },
};

const struct option_group export_reader_group = { .options = options };

void export_reader_options_init(struct export_reader_options *o)
{
	*o = (struct export_reader_options){ .reader = { .workers = workers_default(),
							 .color = SCREEN_COLOR_NEVER,
							 .symbols = { .demangle = true },
							 .fetch.seconds = READER_FETCH_SECONDS } };
}

void export_reader_options_finish(struct export_reader_options *o)
{
	if (!o->reader.input)
		o->reader.input = input_default(&o->reader.input_options);
	o->filter.pids = o->reader.tasks.pids;
	o->filter.tids = o->reader.tasks.tids;
	o->filter.cpus = o->reader.tasks.cpu_list ? &o->reader.tasks.cpus : NULL;
	if (o->quiet)
		log_set_level(LOG_QUIET);
}

void export_reader_options_fini(struct export_reader_options *o)
{
	cpulist_fini(&o->reader.tasks.cpus);
}

static int analyse(struct export_reader *r, bool for_times, struct error *err)
{
	const struct export_reader_options *o = r->options;
	struct analysis_options analysis = { .max_memory = o->max_memory, .want_spans = for_times };

	export_plan(&o->filter, for_times, &analysis);
	analysis.plan.choice = reader_choice(&r->reader);
	analysis.stacks = &o->reader.symbols;
	return reader_analyse(&r->reader, &analysis, err);
}

/* All that follows when the input is open. */
static int export_reader_read(struct export_reader *r, bool for_times, struct error *err)
{
	const struct export_reader_options *o = r->options;
	struct reader *reader = &r->reader;
	int result = reader_choose_in_any_order(reader, o->reader.tasks.cpu_list ? "-C" : NULL, err);

	if (!result)
		result = analyse(r, for_times, err);
	if (!result)
		result = reader_symbolize(reader, true, err);
	if (result)
		return result;
	r->export.input = o->reader.input;
	r->export.damaged = reader->damaged;
	return export_init(&r->export, &reader->profile, &o->filter, !o->reader.no_inline) ? error_nomem(err) : 0;
}

int export_reader_open(struct export_reader *r, struct export_reader_options *o, bool for_times, struct error *err)
{
	int result;

	*r = (struct export_reader){ .options = o };
	result = reader_open(&r->reader, &o->reader, READER_LINES, err);
	return result ? result : export_reader_read(r, for_times, err);
}

int export_reader_open_beside(struct export_reader *r, const struct reader *first, struct export_reader_options *o,
			      bool for_times, struct error *err)
{
	int result;

	*r = (struct export_reader){ .options = o };
	result = reader_open_beside(&r->reader, first, &o->reader, err);
	return result ? result : export_reader_read(r, for_times, err);
}

int export_reader_check(const struct export_reader *r, const struct export_format *format, struct error *err)
{
	if (!format->write_times || r->reader.file->timed || r->export.counts)
		return 0;
	return error_set(err, -EINVAL,
			 "%s: the samples have no times, by which %s shows them; perf record -T records them, and the "
			 "formats that hold none (prec export --list) take the file as it is",
			 r->export.input, format->name);
}

static int write_stacks(struct export *x, const struct export_format *format, FILE *out, struct error *err)
{
	struct stack_samples samples;
	int result = stack_samples_read(&samples, x, err);

	if (!result)
		result = format->write_stacks(out, x, &samples, err);
	stack_samples_fini(&samples);
	return result;
}

int export_reader_write(struct export_reader *r, const struct export_format *format, FILE *out, struct error *err)
{
	struct time_walk walk;
	int result;

	if (format->write_stacks)
		return write_stacks(&r->export, format, out, err);
	result = time_walk_open(&walk, &r->export, format->types, err);
	if (!result)
		result = format->write_times(out, &walk, err);
	export_reader_end_walk(&walk);
	return result;
}

void export_reader_end_walk(struct time_walk *w)
{
	const uint64_t n = w->stream.ordered ? sample_stream_n_late(&w->stream) : 0;

	if (n)
		log_warn("%s: %" PRIu64 " records are further out of order than is kept in memory, and come late",
			 w->export->input, n);
	time_walk_close(w);
}

/* What the file could not say is as in prec stat report. */
static void explain_counts(const struct export_reader *r)
{
	const struct export_counts *c = r->export.counts;
	const char *input = r->options->reader.input;

	if (c->file.n_unknown)
		log_warn("%s: %" PRIu64 " counts are of no event, thread or CPU that the file names", input,
			 c->file.n_unknown);
	if (!c->n_steps)
		log_warn("%s: nothing that was asked for was counted", input);
	else if (c->n_idle)
		log_note("%s: %" PRIu32 " counters that counted nothing are left out; 'prec stat report' names them",
			 input, c->n_idle);
}

void export_reader_explain(struct export_reader *r)
{
	struct analysis *a = &r->reader.profile.analysis;
	uint64_t n = 0;

	progress_end(&r->reader.progress);
	reader_explain(&r->reader, &a->stacks.counts, &a->joined);
	reader_explain_files(&r->reader);
	chain_ends_explain(&r->export.ends);
	for (uint32_t i = 0; i < r->reader.file->n_events; i++)
		n += r->export.events[i].count;
	if (n && !r->export.has_chains)
		log_note("%s has no callchains, so each stack is one function; 'prec record -g' records them",
			 r->options->reader.input);
	if (r->export.counts)
		explain_counts(r);
	else if (!n)
		log_warn("%s: %s", r->options->reader.input,
			 analysis_samples(a) ? "no sample is chosen by the options" : "there are no samples");
}

void export_reader_close(struct export_reader *r)
{
	export_fini(&r->export);
	reader_close(&r->reader);
}
