#include "report/command/report_output.h"

#include "common/log.h"
#include "report/command/report_plan.h"
#include "report/print/print_hierarchy.h"
#include "report/print/print_rows.h"
#include "report/print/print_threads.h"
#include "report/print/print_view.h"
#include "report/terminal/stdout_guard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * A column that a filter leaves only one value for is printed once, above the rows, as in perf: "# comm: sh". That line
 * stands even in a quiet report, where nothing else would say it. A hierarchy has its level all the same, as there.
 */
static void report_hide_columns(struct report *r, FILE *out)
{
	const struct profile_filter *filter = &r->options.filter;
	const struct {
		uint32_t key;
		const char *name, *list;
	} filters[] = {
		{ KEY_COMM, "comm", filter->comms },
		{ KEY_DSO, "dso", filter->dsos },
		{ KEY_SYM, "symbol", filter->symbols },
	};
	uint32_t same = 0;

	for (size_t i = 0; i < ARRAY_SIZE(filters); i++) {
		if (!filters[i].list || strchr(filters[i].list, ',') || !columns_have(&r->columns, filters[i].key))
			continue;
		same |= filters[i].key;
		fprintf(out, "%s%s: %s\n", r->shows == REPORT_PERSON ? "  " : "# ", filters[i].name, filters[i].list);
	}
	if (!r->options.hierarchy)
		columns_hide(&r->columns, same);
}

/* What chooses among samples, as it was typed: "-c sh -C 0". */
static void report_filters_text(const struct report *r, char *text, size_t size)
{
	const struct profile_filter *f = &r->options.filter;
	const struct sample_choice_words *choice = &r->options.reader.choice;
	char socket[16];
	const struct {
		const char *option, *list;
	} lists[] = { { "-c", f->comms },
		      { "-d", f->dsos },
		      { "-S", f->symbols },
		      { "--symbol-filter", f->symbol_part },
		      { "-e", choice->events },
		      { "--time", choice->times },
		      { "--switch-on", choice->switch_on },
		      { "--switch-off", choice->switch_off },
		      { "--pid", f->pids },
		      { "--tid", f->tids },
		      { "--socket-filter", r->options.socket ? socket : NULL },
		      { "-C", f->cpus ? r->options.reader.tasks.cpu_list : NULL },
		      { "--parallelism", f->parallelism ? r->options.parallelism_list : NULL } };
	size_t used = 0;

	snprintf(socket, sizeof(socket), "%" PRIu32, r->options.socket - 1);
	*text = 0;
	for (size_t i = 0; i < ARRAY_SIZE(lists) && used < size; i++)
		if (lists[i].list)
			used += (size_t)snprintf(text + used, size - used, "%s%s %s", used ? " " : "", lists[i].option,
						 lists[i].list);
}

/* An empty report is explained. That a recording did not finish or is damaged is said already, and explains it. */
static void report_explain_nothing(const struct report *r)
{
	const struct reader_options *o = &r->options.reader;
	const struct analysis *a = &r->reader.profile.analysis;
	bool is_empty = !analysis_samples(a) &&
			!(sample_choice_words_are_given(&o->choice) && a->counts.types[PERF_RECORD_SAMPLE]);
	char filters[256];

	if (r->rows.keys.n || r->reader.file->unfinished || r->reader.damaged)
		return;
	report_filters_text(r, filters, sizeof(filters));
	if (is_empty && perf_file_has_feature(r->reader.file, FEATURE_AUXTRACE))
		log_warn("%s has no samples, but a hardware trace, which Linux perf decodes: perf report --itrace",
			 o->input);
	else if (is_empty && perf_file_has_feature(r->reader.file, FEATURE_STAT))
		log_warn("%s has no samples, but counts: 'prec stat report' shows them", o->input);
	else if (is_empty)
		log_warn("%s has no samples: nothing of what it counts happened; record for longer, the whole system "
			 "(-a), or at a higher rate (-F); --off-cpu records where threads wait",
			 o->input);
	else if (*filters)
		log_warn("%s: no sample is chosen by %s; without it the report shows what there is", o->input, filters);
}

/* Below it a person at a terminal does not want to see rows, unless asked for. */
#define VIEW_LIMIT 0.1

static struct print_options report_print_options(const struct report *r)
{
	const struct report_options *o = &r->options;

	return (struct print_options){
		.separator = o->separator,
		.widths = o->widths,
		.percent_limit = o->percent_limit >= 0       ? o->percent_limit
				 : r->shows == REPORT_PERSON ? VIEW_LIMIT
							     : 0,
		.quiet = o->quiet,
		.is_colored = r->reader.screen.colored && !o->separator,
		.for_person = r->shows == REPORT_PERSON,
		.columns = r->reader.screen.is_on && !o->separator ? r->reader.screen.columns : 0,
		.last_is_whole = !r->reader.screen.cuts_lines,
	};
}

static int report_print_graphs(struct report *r, struct print_options *options)
{
	if (!r->rows_options.wants_callgraph)
		return 0;
	r->options.callgraph.is_colored = options->is_colored;
	r->options.callgraph.columns = options->columns;
	options->callgraph = &r->callgraph;
	return callgraph_init(&r->callgraph, &r->rows, &r->options.callgraph);
}

/* What stands above all rows. */
static void report_print_head(struct report *r, FILE *out, const struct print_options *options)
{
	if (r->shows == REPORT_PERSON && !options->quiet)
		print_view_head(out, &r->rows, r->options.reader.input, &r->missing_symbols, options->columns);
	if (r->shows == REPORT_PERSON && !options->quiet && r->reader.damaged)
		fputs("  Parts of the file are damaged and were not read: see prec dump --validate.\n", out);
	report_hide_columns(r, out);
	if (r->shows == REPORT_PERSON && !options->quiet)
		fputc('\n', out);
	else if (!options->quiet)
		fprintf(out, "#\n# Total Lost Samples: %" PRIu64 "\n#\n",
			r->reader.profile.analysis.counts.lost_samples);
}

/* -T, below all rows. */
static int report_print_threads(const struct report *r, FILE *out)
{
	struct thread_counts counts;
	struct error err = ERROR_INIT;
	int result = thread_counts_read(&counts, r->reader.file, &err);

	if (!result && r->shows == REPORT_PERSON && !r->options.quiet)
		fputc('\n', out);
	if (!result && !counts.n)
		log_warn("%s has no counts of threads; 'prec record -s' records them", r->options.reader.input);
	else if (!result)
		result = print_threads(out, &counts, r->options.threads_raw, r->shows == REPORT_PERSON);
	else if (result != -ENOMEM)
		log_warn("%s", err.message);
	thread_counts_fini(&counts);
	return result == -ENOMEM ? result : 0;
}

int report_print(struct report *r, FILE *out)
{
	struct print_options options = report_print_options(r);
	int result = report_print_graphs(r, &options);
	bool several = false;
	uint32_t hidden = 0;

	stdout_cut(r->reader.screen.cuts_lines ? options.columns : 0);
	if (!result)
		report_print_head(r, out, &options);
	for (uint32_t event = 0; event < r->reader.file->n_events && !result; event++) {
		if (event_group_member(&r->groups, event))
			continue;
		/* An event without samples is worth a heading only if it is the only one. */
		if (!rows_has_samples(&r->rows, event) && r->reader.file->n_events > 1)
			continue;
		if (several)
			fputs(r->shows == REPORT_PERSON ? "\n" : "\n\n", out);
		several = true;
		if (r->shows == REPORT_PERSON && !r->options.quiet)
			print_view_event(out, &r->rows, event);
		else if (!r->options.quiet)
			print_event_heading(out, &r->rows, event,
					    r->sort || r->options.fields ? r->sort
									 : columns_default_keys(r->rows_options.mode));
		if (r->options.hierarchy)
			result = print_hierarchy(out, &r->rows, event, &options, &hidden);
		else
			result = print_rows(out, &r->rows, event, &options, &hidden);
		if (r->shows == REPORT_PERSON && !r->options.quiet)
			print_view_more(out, hidden, options.percent_limit);
	}
	report_explain_nothing(r);
	/* What is to be done has to be readable as a whole. */
	stdout_cut(0);
	if (r->shows == REPORT_PERSON && !r->options.quiet) {
		print_view_missing_symbols(out, &r->missing_symbols, r->reader.file, &r->options.reader.symbols);
		print_view_chains(out, &r->rows.counted.ends);
		if (perf_file_samples_have(r->reader.file, PERF_SAMPLE_CALLCHAIN) && !r->options.callgraph_set)
			fputs(report_is_self_first(r) ? "\n  -g shows the call graphs, --children the callers first.\n"
						      : "\n  -g shows the call graphs.\n",
			      out);
	} else if (!r->options.quiet) {
		fputs("\n\n", out);
	}
	return result || !r->options.threads ? result : report_print_threads(r, out);
}

int report_print_format(struct report *r, FILE *out)
{
	const struct report_options *o = &r->options;
	struct print_options options = report_print_options(r);
	struct format_input in = { .file = o->reader.input,
				   .rows = &r->rows,
				   .percent_limit = o->percent_limit,
				   .weight = o->weight,
				   .damaged = r->reader.damaged };
	int result = o->format->of_chains ? 0 : report_print_graphs(r, &options);
	const char *note = NULL;

	in.callgraph = options.callgraph;
	if (!result)
		result = o->format->print(out, &in, &note);
	report_explain_nothing(r);
	if (!result && note)
		log_note("%s: %s", o->reader.input, note);
	return result;
}
