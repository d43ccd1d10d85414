#include "report/command/cmd_report.h"

#include "common/log.h"
#include "report/command/cmd_dump.h"
#include "report/command/config_words.h"
#include "report/command/input.h"
#include "report/command/reader_fetch.h"
#include "report/command/reader_processes.h"
#include "report/command/reader_sandbox.h"
#include "report/command/report_output.h"
#include "report/command/report_plan.h"
#include "report/command/warnings.h"
#include "report/header/print_header.h"
#include "report/print/print_stats.h"
#include "report/print/print_tasks.h"
#include "report/print/print_view.h"
#include "report/terminal/pager.h"
#include "report/tracepoint/trace_fields.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#define EXIT_USAGE 129

static int report_analyse(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	struct analysis_options options = { .workers = o->reader.workers, .max_memory = o->max_memory };
	int result;

	rows_plan(&r->rows_options, &options);
	options.deferred = options.deferred || o->stats;
	if (o->stats || o->tasks)
		options.plan = (struct sample_plan){ .by_shares = o->stats,
						     .by_chain = o->stats && perf_file_has_deferred_chains(r->file) };
	options.plan.choice = sample_choice_words_are_given(&o->reader.choice) ? &r->choice : NULL;
	options.want_spans = o->tasks;
	options.stacks = o->stats ? NULL : &o->reader.symbols;
	progress_init(&r->progress, o->reader.workers, o->quiet || pager_has_begun());
	if (r->progress.on)
		options.progress = &r->progress.scan;
	result = profile_analyse(&r->profile, r->file, &r->names, &options,
				 o->stats || o->tasks ? NULL : &o->reader.symbols, err);
	progress_end(&r->progress);
	log_diagnostics(&r->profile.jit.diagnostics);
	return result;
}

/*
 * What is missing, why, and what can be done. On a terminal it is the end of the report, and messages wait until that
 * has been read.
 */
static int report_explain(struct report *r, struct error *err)
{
	if (r->screen.on)
		log_hold();
	warnings_of_symbols(&r->profile.symbolizer);
	warnings_of_stacks(&r->profile.analysis.stacks.counts, &r->profile.symbolizer, r->options.reader.input);
	warnings_of_deferred(&r->profile.analysis.joined, r->options.reader.input);
	reader_fetch_explain(&r->options.reader);
	if (missing_symbols_of_rows(&r->missing_symbols, &r->rows))
		return error_nomem(err);
	/* Why unwound chains break off is known; others may be what options left of them. */
	if (r->profile.analysis.stacks.counts.n || r->options.max_stack || r->options.roots)
		r->rows.counted.ends = (struct chain_ends){ 0 };
	if (r->view)
		return 0;
	missing_symbols_explain(&r->missing_symbols, r->file, &r->options.reader.symbols);
	chain_ends_explain(&r->rows.counted.ends);
	return 0;
}

static int report_name(struct report *r, struct error *err)
{
	struct symbols_config symbols = r->options.reader.symbols;
	char kallsyms[PATH_MAX];
	int result;

	if (!symbols.kallsyms && !symbols.vmlinux &&
	    input_kallsyms(r->options.reader.input, kallsyms, sizeof(kallsyms)))
		symbols.kallsyms = kallsyms;
	symbols.source = r->source.source;
	r->source.wanted = r->options.wants_lines || (!r->options.reader.no_inline && r->rows_options.callgraph);
	symbols.fetch_source = r->source.source && r->source.wanted;
	result = profile_symbolize(&r->profile, &symbols, err);
	r->profile.symbolizer.resolver.locator.full_source_path = r->options.reader.full_source_path;
	/* Whoever asks for an address by its digits has to see it. */
	r->profile.symbolizer.resolver.merge_missing_symbols =
		r->view && !profile_filter_is_of_symbols(&r->options.filter);
	r->shared.locator = &r->profile.symbolizer.resolver.locator;
	if (!result)
		result = rows_build(&r->rows, &r->profile, &r->rows_options, err);
	progress_end(&r->progress);
	if (!result)
		result = report_explain(r, err);
	log_debug("%s: %" PRIu64 " distinct keys, %" PRIu64 " counted again; in %" PRIu64 " parts; rows made by %u",
		  r->options.reader.input, r->profile.analysis.effort.n_keys, r->profile.analysis.effort.n_recounted,
		  r->profile.analysis.effort.n_parts, r->rows.counted.n_workers);
	return result;
}

static int report_tasks(struct report *r, struct error *err)
{
	struct tasks tasks;
	int result = tasks_read(&tasks, &r->profile.analysis, r->options.mmaps, err);

	/* The build-ids that the file has beside its mappings. */
	if (!result)
		result = profile_symbolize(&r->profile, &r->options.reader.symbols, err);
	if (!result && print_tasks(stdout, &tasks))
		result = error_nomem(err);
	tasks_fini(&tasks);
	return result;
}

static int report_run(struct report *r, struct error *err)
{
	struct report_options *o = &r->options;
	int result = symbols_config_check(&o->reader.symbols, err);

	if (result)
		return result;
	screen_open(&r->screen, !o->reader.no_pager && !o->separator, o->color);
	r->view = r->screen.on && !o->separator && !o->stdio && !o->format;
	if (!(o->reader.header_only || o->stats || o->tasks))
		reader_processes_start(&o->reader);
	if (!o->reader.header_only && !o->stats && (o->wants_lines || !o->reader.no_inline))
		result = reader_source_start(&r->source, &o->reader, err);
	if (result)
		return result;
	if (!(o->reader.header_only || o->stats || o->tasks))
		reader_fetch_start(&o->reader);
	if (!o->reader.no_sandbox)
		reader_sandbox_enter(o->reader.input, o->reader.header_only || o->stats ? NULL : &o->reader.symbols);
	result = input_open(&r->file, o->reader.input, &o->reader.input_options, err);
	if (result)
		return result;
	reader_processes_limit(&o->reader, r->file);
	if (o->reader.header_only && r->view)
		print_view_file(stdout, r->file, o->reader.input);
	if (o->reader.header || o->reader.header_only)
		print_header(stdout, r->file, o->reader.show_info);
	if (o->reader.header_only)
		return 0;
	if ((o->filter.cpus || o->socket) && !perf_file_samples_have(r->file, PERF_SAMPLE_CPU))
		return error_set(err, -EINVAL, "the samples of the file have no CPU, so %s cannot choose among them",
				 o->filter.cpus ? "-C" : "--socket-filter");
	if (o->socket && !perf_file_has_feature(r->file, FEATURE_CPU_TOPOLOGY))
		return error_set(err, -EINVAL,
				 "the file does not say which CPU is in which socket, so --socket-filter "
				 "cannot choose among the samples");
	if (report_of_chains(r) && !o->stats && !o->tasks && !perf_file_samples_have(r->file, PERF_SAMPLE_CALLCHAIN))
		return error_set(err, -EINVAL, "%s has no callchains to fold; 'prec record -g' records them",
				 o->reader.input);
	if (o->callgraph_set && o->callgraph.style != CALLGRAPH_NONE &&
	    !perf_file_samples_have(r->file, PERF_SAMPLE_CALLCHAIN))
		log_warn("%s has no callchains to show; 'prec record -g' records them", o->reader.input);
	result = sample_choice_make(&r->choice, r->file, &o->reader.choice, err);
	if (!result)
		result = event_switch_read(&r->choice.switches, r->file, &r->choice.times, err);
	if (!result)
		result = report_plan(r, err);
	if (result)
		return result;
	if (!o->reader.header && !o->quiet && !o->stats && !o->tasks && !o->format && !r->view)
		puts("# To display the perf.data header info, please use --header/--header-only options.\n#");
	o->callgraph.skip_first = o->sort && !o->fields && !strncmp(o->sort, "sym", 3);
	if (profile_names_init(&r->names))
		return error_nomem(err);
	result = report_analyse(r, err);
	if (result)
		return result;
	r->damaged = warnings_log(&r->profile.analysis, o->reader.input);
	if (o->stats) {
		print_stats(stdout, &r->profile.analysis);
		return 0;
	}
	if (o->tasks)
		return report_tasks(r, err);
	result = report_name(r, err);
	if (r->rows.counted.n_guests)
		log_note("%s: %" PRIu64 " samples were taken in virtual machines; --guest shows them", o->reader.input,
			 r->rows.counted.n_guests);
	if (!result)
		result = o->format ? report_print_format(r, stdout) : report_print(r, stdout);
	return result == -ENOMEM ? error_nomem(err) : result;
}

static void report_fini(struct report *r)
{
	callgraph_fini(&r->callgraph);
	missing_symbols_fini(&r->missing_symbols);
	rows_fini(&r->rows);
	event_groups_fini(&r->groups);
	sample_choice_fini(&r->choice);
	trace_fields_close(r->trace);
	pthread_mutex_destroy(&r->shared.lock);
	free(r->sort);
	if (r->parent.is_set)
		regfree(&r->parent.compiled);
	if (r->roots.is_set)
		regfree(&r->roots.compiled);
	profile_fini(&r->profile);
	reader_source_stop(&r->source);
	profile_names_fini(&r->names);
	perf_file_close(r->file);
	reader_fetch_stop(&r->options.reader);
	reader_processes_stop(&r->options.reader);
	report_options_fini(&r->options);
}

int report_show(const struct report_options *options)
{
	struct error err = ERROR_INIT;
	struct report r = { .options = *options, .shared.lock = PTHREAD_MUTEX_INITIALIZER };
	int result;

	if (options->reader.dump) {
		result = dump_show(&options->reader, options->quiet);
		report_options_fini(&r.options);
		return result;
	}
	result = report_run(&r, &err);
	if (result)
		log_error("%s", err.message);
	report_fini(&r);
	if (r.misused)
		return EXIT_USAGE;
	return result || r.damaged ? 1 : 0;
}

static int run_words(int argc, char **argv, const struct config_words *words)
{
	struct report_options options;
	struct error err = ERROR_INIT;

	if (report_options_parse(&options, argc, argv, &err)) {
		config_words_say(words);
		log_error("%s", err.message);
		report_options_fini(&options);
		return EXIT_USAGE;
	}
	options.usual_sort = words->sort_order;
	if (!options.reader.help && !options.reader.list_names) {
		config_words_say(words);
		return report_show(&options);
	}
	if (options.reader.help)
		report_usage(stdout);
	else
		columns_print_names(stdout);
	report_options_fini(&options);
	return 0;
}

int cmd_report(int argc, char **argv)
{
	struct config_words words;
	struct error err = ERROR_INIT;
	int status = 1;

	log_init("prec report");
	if (config_words_make(&words, argc, argv, &err))
		log_error("%s", err.message);
	else
		status = run_words(words.argc, words.argv, &words);
	config_words_fini(&words);
	return status;
}
