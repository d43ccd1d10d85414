#include "report/cmd_report.h"

#include "common/log.h"
#include "report/complaints.h"
#include "report/confine.h"
#include "report/input.h"
#include "report/naming.h"
#include "report/print_header.h"
#include "report/print_rows.h"
#include "report/print_stats.h"
#include "report/print_tasks.h"
#include "report/progress.h"
#include "report/report_options.h"
#include "report/script_fields.h"
#include "report/trace_fields.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#define EXIT_USAGE 129

/* All that one run of the command needs, so that it can be taken down in one place. */
struct report {
	struct report_options options;
	struct columns columns;
	struct perf_file *file;
	struct strtab strings;
	struct analysis analysis;
	struct progress progress;
	struct naming naming;
	char *sort; /* -s, or what is sorted by without it; NULL: columns_parse's default */
	struct script_namer namer;
	struct trace_fields *trace;
	struct event_groups groups;
	struct rows_options rows_options;
	struct rows rows;
	struct callgraph callgraph;
	bool damaged;
};

static bool file_has_chains(const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.sample_type & PERF_SAMPLE_CALLCHAIN)
			return true;
	return false;
}

static bool file_has_user_stacks(const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (event_has_user_stacks(&f->events[i].attr))
			return true;
	return false;
}

static int report_analyse(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	const bool *has = r->columns.has;
	bool by_address = has[COLUMN_DSO] || has[COLUMN_SYM] || o->filter.dsos || o->filter.symbols;
	bool want_comm = has[COLUMN_COMM] || o->filter.comms;
	struct analysis_options options = {
		.workers = o->workers,
		.max_memory = o->max_memory,
		.want_comm = want_comm,
		.plan = {
			.by_address = by_address,
			.by_thread = want_comm || has[COLUMN_PID] || has[COLUMN_TID] || o->filter.pids || o->filter.tids,
			.by_trace = has[COLUMN_TRACE],
			.by_cpu = has[COLUMN_CPU] || o->filter.cpus,
			.by_chain = r->rows_options.callgraph || (by_address && r->rows_options.children),
			.by_shares = true,
		},
	};
	int result;

	if (o->stats || o->tasks)
		options.plan = (struct sample_plan){ .by_shares = o->stats };
	options.want_spans = o->tasks;
	progress_init(&r->progress, o->workers, o->quiet);
	if (r->progress.on)
		options.progress = &r->progress.scan;
	result = analysis_run(&r->analysis, r->file, &r->strings, &options, err);
	progress_end(&r->progress);
	return result;
}

/* Nothing but tracepoints, and what mappings and processes are recorded by. */
static bool file_is_of_tracepoints(const struct perf_file *f)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n_events; i++) {
		const struct event_attr *attr = &f->events[i].attr;

		if (attr->type == PERF_TYPE_TRACEPOINT)
			n++;
		else if (!script_event_is_dummy(attr))
			return false;
	}
	return n > 0;
}

/* As in perf, of tracepoints alone what they say is shown by default. */
static int report_choose_sort(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	bool defaults = !o->sort || *o->sort == '+';

	if (!defaults || (o->fields && *o->fields != '+') || !file_is_of_tracepoints(r->file)) {
		r->sort = o->sort ? strdup(o->sort) : NULL;
		return o->sort && !r->sort ? error_nomem(err) : 0;
	}
	return asprintf(&r->sort, "trace%s%s", o->sort ? "," : "", o->sort ? o->sort + 1 : "") < 0 ? error_nomem(err)
												   : 0;
}

static void report_open_trace(struct report *r)
{
	struct error why = ERROR_INIT;

	if (!r->columns.has[COLUMN_TRACE])
		return;
	r->namer.frames = &r->naming.frames;
	if (trace_fields_open(&r->trace, r->file, &r->namer, &why))
		log_warn("%s: the fields of tracepoints are not shown: %s", r->options.input, why.message);
	r->rows_options.trace = r->trace;
}

static int report_name(struct report *r, struct error *err)
{
	struct symbols_config symbols = r->options.symbols;
	char kallsyms[PATH_MAX];
	int result;

	if (!symbols.kallsyms && !symbols.vmlinux && input_kallsyms(r->options.input, kallsyms, sizeof(kallsyms)))
		symbols.kallsyms = kallsyms;
	result = naming_init(&r->naming, &r->analysis, &symbols, err);
	if (!result)
		report_open_trace(r);
	if (!result)
		result = rows_build(&r->rows, &r->analysis, &r->naming.frames, &r->rows_options, err);
	progress_end(&r->progress);
	if (!result)
		frames_complain(&r->naming.frames);
	log_verbose("%s: %" PRIu64 " distinct keys, %" PRIu64 " counted again; in %" PRIu64 " parts", r->options.input,
		    r->analysis.n_keys, r->analysis.n_recounted, r->analysis.n_parts);
	return result;
}

static int report_tasks(struct report *r, struct error *err)
{
	struct tasks tasks;
	int result = tasks_read(&tasks, &r->analysis, r->options.mmaps, err);

	/* The build-ids that the file tells apart from its mappings. */
	if (!result)
		result = naming_init(&r->naming, &r->analysis, &r->options.symbols, err);
	if (!result && print_tasks(stdout, &tasks))
		result = error_nomem(err);
	tasks_fini(&tasks);
	return result;
}

/*
 * A column that a filter leaves only one value for is told once, above the rows, as in perf: "# comm: sh". That line
 * stands even in a quiet report, where nothing else would tell it.
 */
static void report_hide_columns(struct report *r, FILE *out)
{
	const struct row_filter *filter = &r->options.filter;
	const struct {
		enum column_kind kind;
		const char *name, *list;
	} filters[] = {
		{ COLUMN_COMM, "comm", filter->comms },
		{ COLUMN_DSO, "dso", filter->dsos },
		{ COLUMN_SYM, "symbol", filter->symbols },
	};
	bool same[COLUMN_KINDS] = { false };

	for (size_t i = 0; i < ARRAY_SIZE(filters); i++) {
		if (!filters[i].list || strchr(filters[i].list, ',') || !r->columns.has[filters[i].kind])
			continue;
		same[filters[i].kind] = true;
		fprintf(out, "# %s: %s\n", filters[i].name, filters[i].list);
	}
	columns_hide(&r->columns, same);
}

/* Of an event or of any member of the group it leads. */
static bool has_samples(const struct report *r, uint32_t event)
{
	for (uint32_t i = 0; i < r->groups.list[event].n_members; i++)
		if (r->analysis.event_samples[event + i])
			return true;
	return false;
}

static int report_print(struct report *r, FILE *out)
{
	struct print_options options = { .separator = r->options.separator,
					 .percent_limit = r->options.percent_limit,
					 .quiet = r->options.quiet,
					 .event_samples = r->analysis.event_samples };
	bool several = false;
	int result = 0;

	if (r->rows_options.callgraph) {
		if (callgraph_init(&r->callgraph, &r->rows, &r->options.callgraph))
			return -ENOMEM;
		options.callgraph = &r->callgraph;
	}
	report_hide_columns(r, out);
	if (!r->options.quiet)
		fprintf(out, "#\n# Total Lost Samples: %" PRIu64 "\n#\n", r->analysis.counts.lost_samples);
	for (uint32_t event = 0; event < r->file->n_events && !result; event++) {
		if (event_group_place(&r->groups, event))
			continue;
		/* An event without samples is worth a heading only if it is the only one. */
		if (!has_samples(r, event) && r->file->n_events > 1)
			continue;
		if (several)
			fputs("\n\n", out);
		several = true;
		if (!r->options.quiet)
			result = print_event_heading(out, &r->rows, event, &options);
		if (!result)
			result = print_rows(out, &r->rows, event, &options);
	}
	/* That a recording did not finish is said already, and explains it. */
	if (!several && !r->file->unfinished)
		log_warn("%s has no samples", r->options.input);
	if (!r->options.quiet)
		fputs("\n\n", out);
	return result;
}

static int report_run(struct report *r, struct error *err)
{
	struct report_options *o = &r->options;
	bool chains;
	int result = symbols_config_check(&o->symbols, err);

	if (result)
		return result;
	if (!o->no_sandbox)
		confine_reader(o->input, o->header_only || o->stats ? NULL : &o->symbols);
	result = input_open(&r->file, o->input, &o->input_options, err);
	if (result)
		return result;
	if (o->header || o->header_only)
		print_header(stdout, r->file, o->show_info);
	else if (!o->quiet && !o->stats && !o->tasks)
		puts("# To display the perf.data header info, please use --header/--header-only options.\n#");
	if (o->header_only)
		return 0;
	chains = file_has_chains(r->file) && o->callgraph.style != CALLGRAPH_NONE;
	if (o->filter.cpus && !perf_file_samples_have(r->file, PERF_SAMPLE_CPU))
		return error_set(err, -EINVAL, "the samples of the file have no CPU, so -C cannot choose among them");
	if (o->callgraph_set && o->callgraph.style != CALLGRAPH_NONE && !file_has_chains(r->file))
		log_warn("%s has no callchains to show; 'prec record -g' records them", o->input);
	r->rows_options.children = file_has_chains(r->file) && (o->children < 0 ? true : o->children);
	if (o->fields && *o->fields != '+')
		r->rows_options.children = r->rows_options.children && strstr(o->fields, "overhead_children");
	if ((chains || r->rows_options.children) && !o->stats && !o->tasks && file_has_user_stacks(r->file))
		log_warn("%s: the user stacks in its samples (perf record --call-graph dwarf) are not unwound: of user "
			 "code "
			 "only the sampled function is known, not who called it",
			 o->input);
	result = report_choose_sort(r, err);
	if (result)
		return result;
	result = columns_parse(&r->columns, r->sort, o->fields,
			       o->numbers | (r->rows_options.children ? COLUMNS_CHILDREN : 0), err);
	if (result)
		return result;
	if (!o->caller_set)
		o->callgraph.caller = r->rows_options.children;
	o->callgraph.skip_first = o->sort && !o->fields && !strncmp(o->sort, "sym", 3);
	result = event_groups_read(&r->groups, r->file, o->groups, err);
	if (result)
		return result;
	r->rows_options.groups = &r->groups;
	r->rows_options.columns = &r->columns;
	r->rows_options.filter = o->filter;
	r->rows_options.workers = o->workers;
	r->rows_options.callgraph = chains;
	r->rows_options.caller = o->callgraph.caller;
	/* Fractal graphs show what is much of a row, however little that is. */
	r->rows_options.chain_threshold = o->callgraph.style == CALLGRAPH_FRACTAL ? 0 : o->callgraph.threshold;
	if (strtab_init(&r->strings))
		return error_nomem(err);
	result = report_analyse(r, err);
	if (result)
		return result;
	r->damaged = complaints_log(&r->analysis, o->input);
	if (o->stats) {
		print_stats(stdout, &r->analysis);
		return 0;
	}
	if (o->tasks)
		return report_tasks(r, err);
	result = report_name(r, err);
	if (r->rows.n_guests)
		log_note("%s: %" PRIu64 " samples were taken in virtual machines; --guest shows them", o->input,
			 r->rows.n_guests);
	if (!result)
		result = report_print(r, stdout);
	return result == -ENOMEM ? error_nomem(err) : result;
}

static void report_fini(struct report *r)
{
	callgraph_fini(&r->callgraph);
	rows_fini(&r->rows);
	event_groups_fini(&r->groups);
	trace_fields_close(r->trace);
	pthread_mutex_destroy(&r->namer.lock);
	free(r->sort);
	naming_fini(&r->naming);
	analysis_fini(&r->analysis);
	strtab_fini(&r->strings);
	perf_file_close(r->file);
	report_options_fini(&r->options);
}

int cmd_report(int argc, char **argv)
{
	struct error err = ERROR_INIT;
	struct report r = { .namer.lock = PTHREAD_MUTEX_INITIALIZER };
	int result;

	log_init("prec report");
	result = report_options_parse(&r.options, argc, argv, &err);
	if (result) {
		log_error("%s", err.message);
		report_options_fini(&r.options);
		return EXIT_USAGE;
	}
	if (r.options.help) {
		report_usage(stdout);
		return 0;
	}
	result = report_run(&r, &err);
	if (result)
		log_error("%s", err.message);
	report_fini(&r);
	return result || r.damaged ? 1 : 0;
}
