#include "report/command/cmd_report.h"

#include "common/log.h"
#include "report/command/input.h"
#include "report/command/progress.h"
#include "report/command/reader_sandbox.h"
#include "report/command/report_options.h"
#include "report/command/warnings.h"
#include "report/header/print_header.h"
#include "report/print/print_rows.h"
#include "report/print/print_stats.h"
#include "report/print/print_tasks.h"
#include "report/print/print_view.h"
#include "report/profile/sort_keys.h"
#include "report/profile/unnamed.h"
#include "report/script/script_fields.h"
#include "report/terminal/pager.h"
#include "report/terminal/stdout_guard.h"
#include "report/tracepoint/trace_fields.h"

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
	struct profile_names names;
	struct profile profile;
	struct progress progress;
	regex_t parent;
	bool has_parent;
	bool misused; /* a sort key is not understood */
	char *sort;   /* -s, or what is sorted by without it; NULL: columns_parse's default */
	struct shared_resolver shared;
	struct trace_fields *trace;
	struct event_groups groups;
	struct rows_options rows_options;
	struct rows rows;
	struct callgraph callgraph;
	struct unnamed unnamed;
	struct screen screen;
	bool view; /* on a terminal, for a person: not what perf prints */
	bool damaged;
};

/* Lines of chains, whose rows are made for them. */
static bool report_of_chains(const struct report *r)
{
	return r->options.format && r->options.format->of_chains;
}

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

static bool file_has_fields(const struct perf_file *f, uint64_t sample_type)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.sample_type & sample_type)
			return true;
	return false;
}

/* Branches that were recorded for their own sake, not as callchains. */
static bool file_has_branches(const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.sample_type & PERF_SAMPLE_BRANCH_STACK &&
		    !(f->events[i].attr.branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK))
			return !file_has_fields(f, PERF_SAMPLE_STACK_USER);
	return false;
}

/* Whether samples, branches or accesses to memory are counted. */
static int report_choose_mode(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;

	r->rows_options.time_quantum = o->time_quantum;
	if (o->mem_mode && o->branches > 0)
		return error_set(err, -EINVAL, "-b and --mem-mode are two reports: give one of them");
	if (o->mem_mode) {
		r->rows_options.mode = SORT_KEY_MEMORY;
		if (file_has_fields(r->file, PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_ADDR))
			return 0;
		return error_set(err, -EINVAL, "%s: --mem-mode: no event has data addresses; record them with -d",
				 o->reader.input);
	}
	if (o->branches > 0 && !file_has_fields(r->file, PERF_SAMPLE_BRANCH_STACK))
		return error_set(err, -EINVAL, "%s: -b: no event has branches; perf record -b records them",
				 o->reader.input);
	if (o->branches > 0 || (o->branches < 0 && !report_of_chains(r) && !o->stats && file_has_branches(r->file)))
		r->rows_options.mode = SORT_KEY_BRANCH;
	return 0;
}

static int report_analyse(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	struct analysis_options options = { .workers = o->reader.workers, .max_memory = o->max_memory };
	int result;

	rows_plan(&r->rows_options, &options);
	if (o->stats || o->tasks)
		options.plan = (struct sample_plan){ .by_shares = o->stats };
	options.want_spans = o->tasks;
	progress_init(&r->progress, o->reader.workers, o->quiet || pager_has_begun());
	if (r->progress.on)
		options.progress = &r->progress.scan;
	result = profile_analyse(&r->profile, r->file, &r->names, &options, err);
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

/* Linux perf's, for -s parent without -p: system calls and page faults. */
#define PARENT_DEFAULT "^sys_|^do_page_fault"

/* -p asks for the sort key parent, too. */
static int report_choose_parent(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	char *sort = NULL;
	int code = regcomp(&r->parent, o->parent ? o->parent : PARENT_DEFAULT, REG_EXTENDED | REG_NOSUB);
	char why[128];

	if (code) {
		regerror(code, &r->parent, why, sizeof(why));
		return error_set(err, -EINVAL, "-p '%s': %s", o->parent, why);
	}
	r->has_parent = true;
	r->rows_options.parent = &r->parent;
	if (!o->parent)
		return 0;
	if (asprintf(&sort, "%s,parent", r->sort ? r->sort : columns_default_keys(r->rows_options.mode)) < 0)
		return error_nomem(err);
	free(r->sort);
	r->sort = sort;
	return 0;
}

/* As in perf, of tracepoints alone what they say is shown by default; not in folded chains, whose frames say more. */
static int report_choose_sort(struct report *r, struct error *err)
{
	const struct report_options *o = &r->options;
	bool defaults = (!o->sort || *o->sort == '+') && (!o->fields || *o->fields == '+') && !report_of_chains(r);

	if (!defaults || r->rows_options.mode != SORT_KEY_ANY || !file_is_of_tracepoints(r->file)) {
		r->sort = o->sort ? strdup(o->sort) : NULL;
		return o->sort && !r->sort ? error_nomem(err) : 0;
	}
	return asprintf(&r->sort, "trace%s%s", o->sort ? "," : "", o->sort ? o->sort + 1 : "") < 0 ? error_nomem(err)
												   : 0;
}

/* Each field that is a key has to be one of a tracepoint. */
static int report_find_field(const struct report *r, struct column *column, struct error *err)
{
	char name[2 * COLUMNS_FIELD_MAX];

	for (uint32_t i = 0; i < r->file->n_events; i++) {
		const struct event_attr *attr = &r->file->events[i].attr;
		int width;

		if (!r->trace || attr->type != PERF_TYPE_TRACEPOINT ||
		    !sort_key_field_is_of(column, r->file->events[i].name, i) ||
		    !trace_fields_has(r->trace, attr->config, column->field, &width))
			continue;
		column->width = width > column->width ? width : column->width;
	}
	if (column->width)
		return 0;
	snprintf(name, sizeof(name), "%s%s%s", column->event, column->event[0] ? "." : "", column->field);
	return sort_keys_unknown(name, strlen(name), err);
}

static int report_open_trace(struct report *r, struct error *err)
{
	const struct kernel_functions functions = { shared_resolver_kernel_function, &r->shared };
	struct error why = ERROR_INIT;
	int result = 0;

	if (!(r->columns.needs & KEY_TRACE))
		return 0;
	if (trace_fields_open(&r->trace, r->file, &functions, &why))
		log_warn("%s: the fields of tracepoints are not shown: %s", r->options.reader.input, why.message);
	r->rows_options.trace = r->trace;
	for (unsigned i = 0; i < r->columns.n_keys && !result; i++)
		if (r->columns.keys[i].field[0])
			result = report_find_field(r, &r->columns.keys[i], err);
	r->misused = result != 0;
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
	if (unnamed_of_rows(&r->unnamed, &r->rows))
		return error_nomem(err);
	if (r->view)
		return 0;
	unnamed_explain(&r->unnamed, r->file, &r->options.reader.symbols);
	chain_ends_explain(&r->rows.ends);
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
	result = profile_symbolize(&r->profile, &symbols, err);
	/* Whoever asks for an address by its digits has to see it. */
	r->profile.symbolizer.resolver.merge_unnamed = r->view && !r->options.filter.symbols;
	r->shared.resolver = &r->profile.symbolizer.resolver;
	if (!result)
		result = rows_build(&r->rows, &r->profile, &r->rows_options, err);
	progress_end(&r->progress);
	if (!result)
		result = report_explain(r, err);
	log_debug("%s: %" PRIu64 " distinct keys, %" PRIu64 " counted again; in %" PRIu64 " parts",
		  r->options.reader.input, r->profile.analysis.n_keys, r->profile.analysis.n_recounted,
		  r->profile.analysis.n_parts);
	return result;
}

static int report_tasks(struct report *r, struct error *err)
{
	struct tasks tasks;
	int result = tasks_read(&tasks, &r->profile.analysis, r->options.mmaps, err);

	/* The build-ids that the file tells apart from its mappings. */
	if (!result)
		result = profile_symbolize(&r->profile, &r->options.reader.symbols, err);
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
		fprintf(out, "%s%s: %s\n", r->view ? "  " : "# ", filters[i].name, filters[i].list);
	}
	columns_hide(&r->columns, same);
}

/* What chooses among samples, as it was typed: "-c sh -C 0". */
static void report_filters_text(const struct report *r, char *text, size_t size)
{
	const struct profile_filter *f = &r->options.filter;
	const struct {
		const char *option, *list;
	} lists[] = { { "-c", f->comms },   { "-d", f->dsos },    { "-S", f->symbols },
		      { "--pid", f->pids }, { "--tid", f->tids }, { "-C", f->cpus ? r->options.cpu_list : NULL } };
	size_t used = 0;

	*text = 0;
	for (size_t i = 0; i < ARRAY_SIZE(lists) && used < size; i++)
		if (lists[i].list)
			used += (size_t)snprintf(text + used, size - used, "%s%s %s", used ? " " : "", lists[i].option,
						 lists[i].list);
}

/* An empty report is explained. That a recording did not finish or is damaged is said already, and explains it. */
static void report_explain_nothing(const struct report *r)
{
	char filters[256];

	if (r->rows.keys.n || r->file->unfinished || r->damaged)
		return;
	report_filters_text(r, filters, sizeof(filters));
	if (!analysis_samples(&r->profile.analysis))
		log_warn("%s has no samples: nothing of what it counts happened; record for longer, the whole system "
			 "(-a), or at a higher rate (-F)",
			 r->options.reader.input);
	else if (*filters)
		log_warn("%s: no sample is chosen by %s; without it the report shows what there is",
			 r->options.reader.input, filters);
}

/* Below it a person at a terminal does not want to see rows, unless asked for. */
#define VIEW_LIMIT 0.1

static struct print_options report_print_options(const struct report *r)
{
	const struct report_options *o = &r->options;

	return (struct print_options){
		.separator = o->separator,
		.percent_limit = o->percent_limit >= 0 ? o->percent_limit
				 : r->view             ? VIEW_LIMIT
						       : 0,
		.quiet = o->quiet,
		.color = r->screen.colored && !o->separator,
		.view = r->view,
		.columns = r->screen.on && !o->separator ? r->screen.columns : 0,
		.whole = !r->screen.cut,
	};
}

static int report_print_graphs(struct report *r, struct print_options *options)
{
	if (!r->rows_options.callgraph)
		return 0;
	r->options.callgraph.color = options->color;
	r->options.callgraph.columns = options->columns;
	options->callgraph = &r->callgraph;
	return callgraph_init(&r->callgraph, &r->rows, &r->options.callgraph);
}

/* What stands above all rows. */
static void report_print_head(struct report *r, FILE *out, const struct print_options *options)
{
	if (r->view && !options->quiet)
		print_view_head(out, &r->rows, r->options.reader.input, &r->unnamed, options->columns);
	if (r->view && !options->quiet && r->damaged)
		fputs("  Parts of the file are damaged and were not read: see prec dump --validate.\n", out);
	report_hide_columns(r, out);
	if (r->view && !options->quiet)
		fputc('\n', out);
	else if (!options->quiet)
		fprintf(out, "#\n# Total Lost Samples: %" PRIu64 "\n#\n", r->profile.analysis.counts.lost_samples);
}

static int report_print(struct report *r, FILE *out)
{
	struct print_options options = report_print_options(r);
	int result = report_print_graphs(r, &options);
	bool several = false;
	uint32_t hidden = 0;

	stdout_cut(r->screen.cut ? options.columns : 0);
	if (!result)
		report_print_head(r, out, &options);
	for (uint32_t event = 0; event < r->file->n_events && !result; event++) {
		if (event_group_place(&r->groups, event))
			continue;
		/* An event without samples is worth a heading only if it is the only one. */
		if (!rows_has_samples(&r->rows, event) && r->file->n_events > 1)
			continue;
		if (several)
			fputs(r->view ? "\n" : "\n\n", out);
		several = true;
		if (r->view && !r->options.quiet)
			print_view_event(out, &r->rows, event);
		else if (!r->options.quiet)
			print_event_heading(out, &r->rows, event,
					    r->sort || r->options.fields ? r->sort
									 : columns_default_keys(r->rows_options.mode));
		result = print_rows(out, &r->rows, event, &options, &hidden);
		if (r->view && !r->options.quiet)
			print_view_more(out, hidden, options.percent_limit);
	}
	report_explain_nothing(r);
	/* What is to be done has to be readable as a whole. */
	stdout_cut(0);
	if (r->view && !r->options.quiet) {
		print_view_unnamed(out, &r->unnamed, r->file, &r->options.reader.symbols);
		print_view_chains(out, &r->rows.ends);
		if (file_has_chains(r->file) && !r->options.callgraph_set)
			fputs("\n  -g shows the call graphs.\n", out);
	} else if (!r->options.quiet) {
		fputs("\n\n", out);
	}
	return result;
}

static int report_print_format(struct report *r, FILE *out)
{
	const struct report_options *o = &r->options;
	struct print_options options = report_print_options(r);
	struct format_input in = { .file = o->reader.input,
				   .rows = &r->rows,
				   .percent_limit = o->percent_limit,
				   .by_period = o->by_period,
				   .damaged = r->damaged };
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

/* What of the options decides which rows and chains are made. */
static void report_rows_options(struct report *r)
{
	struct report_options *o = &r->options;
	enum sort_key_mode mode = r->rows_options.mode;
	bool has_chains = file_has_chains(r->file) && mode != SORT_KEY_BRANCH;
	/* A terminal has no room for both of every member of a group. */
	bool room = !r->view || r->groups.largest == 1;

	r->rows_options.children =
		!report_of_chains(r) && has_chains && mode != SORT_KEY_MEMORY && (o->children < 0 ? room : o->children);
	if (o->fields && *o->fields != '+')
		r->rows_options.children = r->rows_options.children && strstr(o->fields, "overhead_children");
	if (!o->callgraph.caller_set)
		o->callgraph.caller = r->rows_options.children;
	r->rows_options.columns = &r->columns;
	r->rows_options.filter = o->filter;
	r->rows_options.relative = o->relative;
	r->rows_options.workers = o->reader.workers;
	r->rows_options.callgraph =
		has_chains &&
		(report_of_chains(r) || (o->callgraph.style != CALLGRAPH_NONE && (!r->view || o->callgraph_set)));
	r->rows_options.caller = o->callgraph.caller;
	/* Fractal graphs show what is much of a row, however little that is. */
	r->rows_options.chain_threshold =
		report_of_chains(r) || o->callgraph.style == CALLGRAPH_FRACTAL ? 0 : o->callgraph.threshold;
}

static bool file_has_tracepoints(const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (f->events[i].attr.type == PERF_TYPE_TRACEPOINT)
			return true;
	return false;
}

static int report_parse_columns(struct report *r, struct error *err)
{
	unsigned children = r->rows_options.children ? COLUMNS_CHILDREN : 0;
	enum sort_key_mode mode = r->rows_options.mode;
	int result;

	if (mode == SORT_KEY_ANY && file_has_tracepoints(r->file))
		mode = SORT_KEY_TRACE;
	result = columns_parse(&r->columns, r->sort, r->options.fields, r->options.numbers | children, mode, err);
	r->misused = result == -EINVAL;
	return result;
}

/* What of the file and the options decides which rows there are. Columns are parsed then. */
static int report_plan(struct report *r, struct error *err)
{
	struct report_options *o = &r->options;
	int result;

	/* Each line of folded chains has one number. */
	result = event_groups_read(&r->groups, r->file, report_of_chains(r) ? EVENT_GROUPS_OFF : o->groups, err);
	if (result)
		return result;
	result = report_choose_mode(r, err);
	if (result)
		return result;
	report_rows_options(r);
	if ((r->rows_options.callgraph || r->rows_options.children) && !o->stats && !o->tasks &&
	    file_has_user_stacks(r->file))
		log_warn("%s: user stacks (perf record --call-graph dwarf) are not unwound: of user code only the "
			 "sampled function is known, not who called it",
			 o->reader.input);
	result = report_choose_sort(r, err);
	if (result)
		return result;
	result = report_choose_parent(r, err);
	if (result)
		return result;
	r->rows_options.groups = &r->groups;
	result = report_parse_columns(r, err);
	/* Callers are not told apart by their addresses, so that none has a row. */
	if (!result && r->rows_options.children && r->columns.needs & KEY_EXACT) {
		r->rows_options.children = false;
		result = report_parse_columns(r, err);
	}
	return result ? result : report_open_trace(r, err);
}

static int report_run(struct report *r, struct error *err)
{
	struct report_options *o = &r->options;
	int result = symbols_config_check(&o->reader.symbols, err);

	if (result)
		return result;
	screen_open(&r->screen, !o->reader.no_pager && !o->separator, o->color);
	r->view = r->screen.on && !o->separator && !o->stdio && !o->format;
	if (!o->reader.no_sandbox)
		reader_sandbox_enter(o->reader.input, o->reader.header_only || o->stats ? NULL : &o->reader.symbols);
	result = input_open(&r->file, o->reader.input, &o->reader.input_options, err);
	if (result)
		return result;
	if (o->reader.header_only && r->view)
		print_view_file(stdout, r->file, o->reader.input);
	if (o->reader.header || o->reader.header_only)
		print_header(stdout, r->file, o->reader.show_info);
	if (o->reader.header_only)
		return 0;
	if (o->filter.cpus && !perf_file_samples_have(r->file, PERF_SAMPLE_CPU))
		return error_set(err, -EINVAL, "the samples of the file have no CPU, so -C cannot choose among them");
	if (report_of_chains(r) && !o->stats && !o->tasks && !file_has_chains(r->file))
		return error_set(err, -EINVAL, "%s has no callchains to fold; 'prec record -g' records them",
				 o->reader.input);
	if (o->callgraph_set && o->callgraph.style != CALLGRAPH_NONE && !file_has_chains(r->file))
		log_warn("%s has no callchains to show; 'prec record -g' records them", o->reader.input);
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
	if (r->rows.n_guests)
		log_note("%s: %" PRIu64 " samples were taken in virtual machines; --guest shows them", o->reader.input,
			 r->rows.n_guests);
	if (!result)
		result = o->format ? report_print_format(r, stdout) : report_print(r, stdout);
	return result == -ENOMEM ? error_nomem(err) : result;
}

static void report_fini(struct report *r)
{
	callgraph_fini(&r->callgraph);
	unnamed_fini(&r->unnamed);
	rows_fini(&r->rows);
	event_groups_fini(&r->groups);
	trace_fields_close(r->trace);
	pthread_mutex_destroy(&r->shared.lock);
	free(r->sort);
	if (r->has_parent)
		regfree(&r->parent);
	profile_fini(&r->profile);
	profile_names_fini(&r->names);
	perf_file_close(r->file);
	report_options_fini(&r->options);
}

int cmd_report(int argc, char **argv)
{
	struct error err = ERROR_INIT;
	struct report r = { .shared.lock = PTHREAD_MUTEX_INITIALIZER };
	int result;

	log_init("prec report");
	result = report_options_parse(&r.options, argc, argv, &err);
	if (result) {
		log_error("%s", err.message);
		report_options_fini(&r.options);
		return EXIT_USAGE;
	}
	if (r.options.reader.help) {
		report_usage(stdout);
		return 0;
	}
	if (r.options.reader.list_names) {
		columns_print_names(stdout);
		return 0;
	}
	result = report_run(&r, &err);
	if (result)
		log_error("%s", err.message);
	report_fini(&r);
	if (r.misused)
		return EXIT_USAGE;
	return result || r.damaged ? 1 : 0;
}
