#include "report/command/cmd_script.h"

#include "command/commands.h"
#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "formats/feature/features_decode.h"
#include "formats/file/file_facts.h"
#include "formats/file/perf_file.h"
#include "report/command/cmd_dump.h"
#include "report/command/reader.h"
#include "report/command/script_options.h"
#include "report/command/stitching.h"
#include "report/profile/preload.h"
#include "report/script/script_access.h"
#include "report/script/script_fields.h"
#include "report/script/script_run.h"
#include "report/tracepoint/trace_fields.h"
#include "report/unwind/unwind_files.h"

#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

/* All that one run of the command needs, so that it can be taken down in one place. */
struct script_command {
	struct script_options options;
	struct reader reader;
	struct ordered *ordered;
	struct script script;
	struct unwind_files *unwind;
	bool damaged; /* a record that is shown */
};

/* Callchains are shown where any event has them. */
static bool shows_chains(const struct script_command *c)
{
	if (c->options.no_chains)
		return false;
	for (uint32_t i = 0; i < c->reader.file->n_events; i++)
		if (c->reader.file->events[i].attr.sample_type & PERF_SAMPLE_CALLCHAIN)
			return true;
	return false;
}

static int filter_make(struct script_command *c, struct error *err)
{
	const struct script_options *o = &c->options;

	c->script.filter = (struct script_filter){ .comms = o->comms,
						   .only_comm = o->only_comm,
						   .code = { .dsos = o->dsos,
							     .symbols = o->symbols_only,
							     .only_dso = o->only_dso,
							     .only_symbol = o->only_symbol },
						   .pids = o->reader.tasks.pids,
						   .tids = o->reader.tasks.tids,
						   .cpus = o->reader.tasks.cpu_list ? &o->reader.tasks.cpus : NULL,
						   .choice = &c->reader.choice };
	return reader_choose(&c->reader, o->reader.tasks.cpu_list ? "-C" : NULL, err);
}

static bool shows_trace(const struct script *s)
{
	for (uint32_t i = 0; i < s->file->n_events; i++)
		if (s->events[i].fields & SCRIPT_BIT(TRACE) && s->events[i].event->attr.type == PERF_TYPE_TRACEPOINT)
			return true;
	return false;
}

/* The files that user stacks are unwound with, where such are shown. */
static int script_open_unwind(struct script_command *c, const struct symbols_config *symbols)
{
	struct script *s = &c->script;
	bool wanted = false;

	for (uint32_t i = 0; i < s->file->n_events; i++)
		wanted = wanted || s->events[i].is_unwound;
	if (wanted)
		s->unwind = c->unwind = unwind_files_new(s->timeline, symbols);
	return wanted && !s->unwind ? -ENOMEM : 0;
}

/*
 * Whether the first pass has to find the files whose names are shown, so that debuginfod is asked for all of them at
 * once. Where only some samples are shown, it is asked for each when that is met.
 */
static bool analysed_for_names(const struct script_command *c)
{
	const struct script_options *o = &c->options;

	return o->reader.symbols.fetch && !o->comms && !o->dsos && !o->symbols_only && !o->reader.tasks.pids &&
	       !o->reader.tasks.tids && !o->reader.tasks.cpu_list && !sample_choice_words_are_given(&o->reader.choice);
}

/* What of the file, the options and the analysis is needed to show a sample. */
static void script_set(struct script_command *c)
{
	const struct script_options *o = &c->options;
	struct profile *profile = &c->reader.profile;
	struct script *s = &c->script;

	s->timeline = &profile->analysis.timeline;
	s->strings = &c->reader.names.strings;
	s->nanoseconds = o->nanoseconds;
	s->as_latency = o->latency;
	s->clock = o->clock;
	s->wall = wall_clock_read(s->file);
	s->shows_flags = o->fields.shows_flags;
	s->max_stack = o->max_stack;
	s->stop_bt = o->stop_bt;
	s->max_bytes = o->max_bytes;
	s->access = o->access;
	s->arch = file_arch(s->file);
	s->deferred = &profile->analysis.deferred;
	s->ends = &profile->ends;
	s->shared.locator = &profile->symbolizer.resolver.locator;
}

static bool shows_lines(const struct script_options *o)
{
	return script_fields_have(&o->fields, SCRIPT_BIT(SRCLINE));
}

static int script_make(struct script_command *c, struct error *err)
{
	const struct script_options *o = &c->options;
	struct script *s = &c->script;
	const struct analysis *analysis = &c->reader.profile.analysis;
	const struct kernel_functions functions = { shared_locator_kernel_function, &s->shared };
	struct error why = ERROR_INIT;
	uint32_t registers;
	int result = reader_symbolize(&c->reader, shows_lines(o) || (s->shows_inlines && shows_chains(c)), err);

	if (result)
		return result;
	script_set(c);
	if (script_open_unwind(c, &c->reader.symbols))
		return error_nomem(err);
	if (analysed_for_names(c))
		preload_symbols(s->shared.locator, analysis, NULL, o->reader.workers);
	if (shows_trace(s) && trace_fields_open(&s->trace, s->file, &functions, &why))
		log_warn("%s: the fields of tracepoints are not shown: %s", o->reader.input, why.message);
	result = ordered_new(&c->ordered, s->file, analysis->spans, analysis->n_spans,
			     o->show | 1ull << PERF_RECORD_SAMPLE, err);
	registers = o->stitch && !result ? stitching_registers(s->file, o->reader.input) : 0;
	if (registers)
		ordered_stitch(c->ordered, registers);
	return result;
}

/* In an export of some other program nobody sees that there is nothing. */
static void explain_nothing(const struct script_command *c)
{
	const struct analysis *a = &c->reader.profile.analysis;

	if (c->options.reader.output)
		log_warn("%s: %s", c->options.reader.input,
			 a->counts.types[PERF_RECORD_SAMPLE] ? "no sample is chosen by the options"
							     : "there are no samples");
}

static int script_write(struct script_command *c, struct error *err)
{
	FILE *out = reader_stream(&c->reader);
	struct script_result shown;
	struct offset_text offset;
	int result;

	if (c->script.access)
		script_access_put_heading(out, c->script.access);
	/* The header went through stdio, which is asked at the end how it fared. */
	if (fflush(out))
		return out == stdout ? -EPIPE : reader_output_end(&c->reader, err);
	result = script_run(&c->script, c->ordered, c->options.reader.workers,
			    out == stdout ? STDOUT_FILENO : fileno(out), &shown, err);
	reader_explain(&c->reader, &shown.unwound, &shown.joined);
	unwind_counts_fini(&shown.unwound);
	if (!result && reader_explain_files(&c->reader))
		result = error_nomem(err);
	if (!result && !shown.has_text)
		explain_nothing(c);
	if (shown.n_bad) {
		log_warn("%s: %" PRIu64 " records are shown in part; the first at %s: %s", c->options.reader.input,
			 shown.n_bad, offset_text(&offset, c->script.file, shown.first_bad.offset),
			 shown.first_bad.message);
		c->damaged = true;
	}
	if (ordered_n_late(c->ordered))
		log_warn("%s: %" PRIu64 " records are further out of order than is kept in memory, and are shown late",
			 c->options.reader.input, ordered_n_late(c->ordered));
	return result;
}

/* The fields of each event, and which samples are shown. */
static int script_plan(struct script_command *c, struct error *err)
{
	struct script_fields *fields = &c->options.fields;
	int result;

	c->script.file = c->reader.file;
	c->script.shows_inlines = !c->options.reader.no_inline;
	c->script.in_stacks = c->options.in_stacks;
	result = script_fields_check(fields, c->script.file, shows_chains(c), err);
	if (!result && script_events_make(&c->script, fields, shows_chains(c)))
		result = error_nomem(err);
	return result ? result : filter_make(c, err);
}

static int script_analyse(struct script_command *c, struct error *err)
{
	struct analysis_options analysis = { .want_spans = true, .keeps_deferred = shows_chains(c) };

	if (analysed_for_names(c))
		analysis.plan = (struct sample_plan){ .by_address = true, .by_chain = shows_chains(c) };
	analysis.plan.wants_cgroups = script_fields_have(&c->options.fields, SCRIPT_BIT(CGROUP));
	return reader_analyse(&c->reader, &analysis, err);
}

/* All that follows when the input is open. */
static int script_read(struct script_command *c, struct error *err)
{
	int result = script_plan(c, err);

	if (!result)
		result = script_analyse(c, err);
	if (!result)
		result = script_make(c, err);
	if (!result)
		result = script_write(c, err);
	return result;
}

static int script_command_run(struct script_command *c, struct error *err)
{
	struct script_options *o = &c->options;
	enum reader_need need = shows_lines(o) || !o->reader.no_inline ? READER_LINES : READER_NAMES;
	int result = reader_open(&c->reader, &o->reader, need, err);

	if (!result)
		result = reader_output_begin(&c->reader, err);
	if (result || reader_show_header(&c->reader))
		return result;
	result = script_read(c, err);
	return result ? result : reader_output_end(&c->reader, err);
}

static void script_command_fini(struct script_command *c)
{
	ordered_free(c->ordered);
	trace_fields_close(c->script.trace);
	script_events_free(&c->script);
	unwind_files_free(c->unwind);
	reader_close(&c->reader);
	script_options_fini(&c->options);
	pthread_mutex_destroy(&c->script.shared.lock);
}

int script_show(const struct script_options *options)
{
	struct script_command c = { .options = *options, .script.shared.lock = PTHREAD_MUTEX_INITIALIZER };
	struct error err = ERROR_INIT;
	int result = script_command_run(&c, &err);

	if (result && result != -EPIPE)
		log_error("%s", err.message);
	script_command_fini(&c);
	return result || c.damaged || c.reader.damaged ? 1 : 0;
}

int script_show_beside(const struct script_options *options, const struct reader *first, struct error *err)
{
	struct script_command c = { .options = *options, .script.shared.lock = PTHREAD_MUTEX_INITIALIZER };
	int result = reader_open_beside(&c.reader, first, &c.options.reader, err);

	if (!result && !reader_show_header(&c.reader))
		result = script_read(&c, err);
	script_command_fini(&c);
	return result;
}

int cmd_script(int argc, char **argv)
{
	struct script_options options;
	struct error err = ERROR_INIT;
	int status = 0;

	log_init("prec script");
	if (script_options_parse(&options, argc, argv, &err)) {
		log_error("%s", err.message);
		script_options_fini(&options);
		return EXIT_USAGE;
	}
	if (!options.reader.help && !options.reader.list_names && !options.reader.dump)
		return script_show(&options);
	if (options.reader.help)
		options_help(&script_group, stdout);
	else if (options.reader.list_names)
		script_fields_print_names(stdout);
	else
		status = dump_show(&options.reader, options.quiet);
	script_options_fini(&options);
	return status;
}
