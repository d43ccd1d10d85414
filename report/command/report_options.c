#include "report/command/report_options.h"

#include "common/log.h"
#include "common/options.h"
#include "common/workers.h"
#include "report/rows/columns.h"
#include "report/scan/analysis.h"

#include <errno.h>
#include <stdlib.h>

#define COLUMN_WIDTH_MAX 1000

/* As in perf, the limit holds for branches of callgraphs too; a -g after it may name another for these. */
static int take_percent_limit(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;
	char *end;
	double percent = strtod(value, &end);

	if (end == value || *end || !(percent >= 0 && percent <= 100))
		return error_set(err, -EINVAL, "--percent-limit '%s': a number from 0 to 100", value);
	o->percent_limit = o->callgraph.threshold = percent;
	return 0;
}

static int take_pretty(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;
	o->threads_raw = !strcmp(value, "raw");
	if (!o->threads_raw && strcmp(value, "normal"))
		return error_set(err, -EINVAL, "--pretty '%s': takes normal or raw", value);
	return 0;
}

static int take_percentage(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;
	o->relative = !strcmp(value, "relative");
	if (!o->relative && strcmp(value, "absolute"))
		return error_set(err, -EINVAL, "--percentage '%s': takes relative or absolute", value);
	return 0;
}

static int take_color(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;

	if (!screen_color_parse(&o->reader.color, value ? value : "always"))
		return error_set(err, -EINVAL, "--stdio-color '%s': takes always, never or auto", value);
	return 0;
}

static int take_callgraph(void *options, const char *style, struct error *err)
{
	struct report_options *o = options;

	o->callgraph_set = true;
	if (o->callgraph.style == CALLGRAPH_NONE)
		o->callgraph.style = CALLGRAPH_GRAPH;
	return style ? callgraph_parse(&o->callgraph, style, err) : 0;
}

static void leave_out_callgraph(void *options)
{
	struct report_options *o = options;

	o->callgraph_set = true;
	o->callgraph.style = CALLGRAPH_NONE;
}

static int take_inverted(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;

	(void)value, (void)err;
	o->callgraph.caller_set = o->callgraph_set = o->callgraph.by_caller = true;
	return 0;
}

static int take_format(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;
	const struct format *format = format_find(value);
	char names[64];

	if (!format) {
		format_names(names, sizeof(names));
		return error_set(err, -EINVAL, "--format '%s': takes %s", value, names);
	}
	if (o->format && o->format != format)
		return error_set(err, -EINVAL, "a report is written as %s or as %s, not both", o->format->name, value);
	o->format = format;
	return 0;
}

bool report_weight_parse(enum format_weight *ret_weight, const char *word)
{
	if (strcmp(word, "samples") != 0 && strcmp(word, "period") != 0)
		return false;
	*ret_weight = *word == 's' ? FORMAT_WEIGHT_SAMPLES : FORMAT_WEIGHT_PERIOD;
	return true;
}

static int take_folded(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;

	if (!value)
		o->weight = FORMAT_WEIGHT_OF_EVENT;
	else if (!report_weight_parse(&o->weight, value))
		return error_set(err, -EINVAL, "--folded '%s': takes samples or period", value);
	return take_format(o, "folded", err);
}

static int take_time_quantum(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;
	static const struct {
		const char *unit;
		uint64_t ns;
	} units[] = { { "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 } };
	char *end;
	unsigned long long n;

	errno = 0;
	n = strtoull(value, &end, 10);
	for (size_t i = 0; i < ARRAY_SIZE(units) && *value >= '0' && *value <= '9' && !errno; i++) {
		if (strcmp(end, units[i].unit) != 0 || !n || n > UINT64_MAX / units[i].ns)
			continue;
		o->time_quantum = n * units[i].ns;
		return 0;
	}
	return error_set(err, -EINVAL, "--time-quantum '%s': a number above 0 with s, ms, us or ns, as in 100ms",
			 value);
}

static int take_json(void *options, const char *value, struct error *err)
{
	(void)value;
	return take_format(options, "json", err);
}

static void leave_out_groups(void *groups)
{
	*(enum event_groups_mode *)groups = EVENT_GROUPS_OFF;
}

static int take_guest(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;

	(void)value, (void)err;
	o->filter.guests = true;
	o->numbers |= COLUMNS_GUESTS;
	return 0;
}

static int take_socket(void *options, const char *number, struct error *err)
{
	struct report_options *o = options;

	(void)err;
	o->socket = (uint32_t)option_number(number) + 1;
	return 0;
}

static int take_widths(void *widths, const char *list, struct error *err)
{
	struct column_widths *w = widths;

	w->n = 0;
	for (const char *p = list;; p++) {
		char *end;
		unsigned long width = strtoul(p, &end, 10);

		if (*p < '0' || *p > '9' || width > COLUMN_WIDTH_MAX || (*end && *end != ',') || w->n == COLUMNS_MAX)
			return error_set(err, -EINVAL,
					 "--column-widths '%s': up to %d numbers from 0 to %d with commas between",
					 list, COLUMNS_MAX, COLUMN_WIDTH_MAX);
		w->list[w->n++] = (uint16_t)width;
		if (!*end)
			return 0;
		p = end;
	}
}

static int take_mmaps(void *options, const char *value, struct error *err)
{
	struct report_options *o = options;

	(void)value, (void)err;
	o->mmaps = o->tasks = true;
	return 0;
}

static int take_parallelism(void *options, const char *list, struct error *err)
{
	struct report_options *o = options;

	cpulist_fini(&o->parallelism);
	o->parallelism_list = list;
	if (!cpulist_parse(&o->parallelism, list, err))
		return 0;
	return error_set(err, -EINVAL, "--parallelism '%s': numbers and ranges, as in 1,4-8", list);
}

int report_options_take_separator(void *options, const char *text, struct error *err)
{
	struct report_options *o = options;

	(void)err;
	o->separator = !strcmp(text, "\\t") ? "\t" : text;
	return 0;
}

/* As in Linux perf, -p is not what it is when recording. */
static int take_parent(void *options, const char *regex, struct error *err)
{
	struct report_options *o = options;

	(void)err;
	o->parent = regex;
	if (!regex[strspn(regex, "0123456789,")])
		log_warn("-p '%s' looks for callers of this name (--parent); processes are chosen by --pid %s", regex,
			 regex);
	return 0;
}

static const struct option limit_options[] = {
	{ 0, "percent-limit", "PERCENT", "leave out rows and branches below PERCENT", OPTION_CALL(take_percent_limit) },
	{ 0, "percentage", "OF",
	  "with such lists, percentages of all samples (absolute, the\n"
	  "default) or of those shown (relative)",
	  OPTION_CALL(take_percentage) },
	{ 'w', "column-widths", "LIST",
	  "how wide columns are, from the left; 0: as wide as what is in\nthem, as are those that are not in LIST",
	  OPTION_CALL_OF(struct report_options, widths, take_widths) },
	{ 0 },
};

const struct option_group report_limit_group = { .options = limit_options };

static const struct option options[] = {
	OPTION_GROUP(struct report_options, reader, &reader_input_group),
	{ 's', "sort", "KEYS",
	  "what distinguishes rows, and in which order they come; the manual\n"
	  "has a list (default: comm,dso,sym; of tracepoints alone: trace)",
	  OPTION_TEXT(struct report_options, sort) },
	{ 'b', "branch-stack", NULL,
	  "count branches, not samples, with keys of their own (default\n"
	  "where branches were recorded and are no callchains)",
	  OPTION_NEGATABLE, OPTION_FLAG(struct report_options, branches) },
	{ 0, "mem-mode", NULL, "weigh accesses to memory, with keys of their own",
	  OPTION_FLAG(struct report_options, mem_mode) },
	{ 0, "time-quantum", "TIME",
	  "what the sort key time tells apart: a number with s, ms, us or\nns (default: 100ms)",
	  OPTION_CALL(take_time_quantum) },
	{ 'p', "parent", "REGEX", "sort by the callers whose names match REGEX too: the key parent",
	  OPTION_CALL(take_parent) },
	{ 'x', "exclude-other", NULL, "only samples that have such a caller",
	  OPTION_FLAG(struct report_options, parents_only) },
	{ 'F', "fields", "KEYS", "the columns to show, in this order", OPTION_TEXT(struct report_options, fields) },
	{ 'n', "show-nr-samples", NULL, "a column with the number of samples",
	  OPTION_BITS(struct report_options, numbers, COLUMNS_SAMPLES) },
	{ 0, "show-cpu-utilization", NULL, "columns of the shares in the kernel and in user space",
	  OPTION_BITS(struct report_options, numbers, COLUMNS_UTILIZATION) },
	{ 0, "show-total-period", NULL, "a column with the sum of periods",
	  OPTION_BITS(struct report_options, numbers, COLUMNS_PERIOD) },
	{ 'g', "call-graph", "STYLE",
	  "how to show callchains: none, graph, fractal, flat or folded;\n"
	  "caller or callee first; apart by function, address or srcline;\n"
	  "percent, period or count; branch: with the branches before a\n"
	  "sample; a threshold in percent; a limit of branches (default:\n"
	  "graph,0.5,caller)",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT | OPTION_NEGATABLE, OPTION_CALL(take_callgraph),
	  .negate = leave_out_callgraph },
	{ 'G', "inverted", NULL, "callers first: -g caller", OPTION_CALL(take_inverted) },
	{ 0, "branch-history", NULL,
	  "callchains with the branches before a sample, by address: -g\n"
	  "branch,address -s srcline,sym,dso",
	  OPTION_FLAG(struct report_options, branch_history) },
	{ 0, "max-stack", "N",
	  "take N addresses of a callchain at most: the innermost ones, or\nwith callers first the outermost ones",
	  OPTION_NUMBER(struct report_options, max_stack, 1, UINT32_MAX) },
	{ 0, "stitch-lbr", NULL, "put call stacks together that the CPU kept a part of",
	  OPTION_FLAG(struct report_options, stitch) },
	{ 0, "ignore-callees", "REGEX",
	  "count what functions whose names match REGEX called as these\nfunctions themselves",
	  OPTION_TEXT(struct report_options, roots) },
	{ 0, "folded", "WEIGHT",
	  "a line for each distinct callchain, as flamegraph.pl takes\n"
	  "them, with the number of samples or, with period, their periods",
	  OPTION_ARG_OPTIONAL, OPTION_CALL(take_folded) },
	{ 0, "format", "NAME", "write %s, for programs", OPTION_CALL(take_format), .names = format_list },
	{ 0, "json", NULL, "--format json", OPTION_CALL(take_json) },
	{ 0, "children", NULL, "count a function's callees to it (default with callchains)", OPTION_NEGATABLE,
	  OPTION_FLAG(struct report_options, children) },
	{ 0, "group", NULL,
	  "show the events of a group side by side (default); where there\n"
	  "is no group, --group shows all events so",
	  OPTION_NEGATABLE, OPTION_VALUE(struct report_options, groups, EVENT_GROUPS_FORCED),
	  .negate = leave_out_groups },
	{ 0, "group-sort-idx", "N", "sort by the N-th event of a group, from 0 (the leader, default)",
	  OPTION_NUMBER(struct report_options, group_sort, 0, UINT32_MAX) },
	{ 'H', "hierarchy", NULL, "show a row for each sort key, below that of the key before it", OPTION_NEGATABLE,
	  OPTION_FLAG(struct report_options, hierarchy) },
	{ 0, "latency", NULL,
	  "order rows by how long whoever waits for the program waited for\nthem (of recordings with context switches)",
	  OPTION_BITS(struct report_options, numbers, COLUMNS_LATENCY) },
	{ 0, "parallelism", "LIST", "only samples taken when so many threads ran, as in 1,4-8",
	  OPTION_CALL(take_parallelism) },
	OPTION_GROUP(struct report_options, reader, &reader_source_group),
	OPTION_SAME(&report_limit_group),
	{ 'c', "comms", "LIST", "only these comms", OPTION_TEXT(struct report_options, filter.comms) },
	{ 'd', "dsos", "LIST", "only these DSOs", OPTION_TEXT(struct report_options, filter.dsos) },
	{ 'S', "symbols", "LIST", "only these symbols", OPTION_TEXT(struct report_options, filter.symbols) },
	{ 0, "symbol-filter", "TEXT", "only symbols with TEXT in their names",
	  OPTION_TEXT(struct report_options, filter.symbol_part) },
	{ 'U', "hide-unresolved", NULL, "only samples at addresses that have a symbol",
	  OPTION_FLAG(struct report_options, filter.named_only) },
	OPTION_GROUP(struct report_options, reader, &reader_choice_group),
	OPTION_GROUP(struct report_options, reader, &reader_task_group),
	{ 0, "socket-filter", "N", "only samples of this processor socket", OPTION_RANGE(0, INT32_MAX),
	  OPTION_CALL(take_socket) },
	{ 't', "field-separator", "SEP",
	  "put SEP between columns and no padding; SEP in names\n"
	  "becomes a dot",
	  OPTION_CALL(report_options_take_separator) },
	{ 0, "header", NULL, "show the file's header before the report",
	  OPTION_FLAG(struct report_options, reader.header) },
	OPTION_GROUP(struct report_options, reader, &reader_header_group),
	OPTION_GROUP(struct report_options, reader, &reader_dump_group),
	{ 0, "raw-trace", NULL,
	  "show fields of tracepoints by their types, not as their print\nformats do; of tracepoints alone, -s "
	  "trace_fields",
	  OPTION_FLAG(struct report_options, raw_trace) },
	{ 'T', "threads", NULL, "below the rows, show what was counted in each thread (of prec\nrecord -s)",
	  OPTION_FLAG(struct report_options, threads) },
	{ 0, "pretty", "STYLE", "with -T: normal, or raw with a line for each count", OPTION_CALL(take_pretty) },
	{ 0, "stats", NULL, "show how many records of each type there are", OPTION_FLAG(struct report_options, stats) },
	{ 0, "tasks", NULL, "show the threads of the recording as a tree", OPTION_FLAG(struct report_options, tasks) },
	{ 0, "mmaps", NULL, "the same, with what each has mapped at the end", OPTION_CALL(take_mmaps) },
	{ 0, "stdio", NULL, "print what is printed to a pipe on a terminal, too",
	  OPTION_FLAG(struct report_options, stdio) },
	{ 0, "no-browser", NULL, "on a terminal, show the report in a pager and not in the browser",
	  OPTION_FLAG(struct report_options, no_browser) },
	{ 0, "stdio-color", "WHEN",
	  "show large shares in color: always (if no word is given),\n"
	  "never, or auto: on a terminal (default)",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT, OPTION_CALL(take_color) },
	OPTION_GROUP(struct report_options, reader, &reader_pager_group),
	{ 0, "guest", NULL, "show samples taken in virtual machines too", OPTION_CALL(take_guest) },
	OPTION_GROUP(struct report_options, reader, &reader_symbol_file_group),
	OPTION_GROUP(struct report_options, reader, &reader_fetch_group),
	{ 'm', "modules", NULL, "show symbols of the kernel's modules (always so)", .kind = OPTION_KIND_NONE },
	OPTION_GROUP(struct report_options, reader, &reader_symbol_group),
	OPTION_GROUP(struct report_options, reader, &reader_bundle_group),
	OPTION_GROUP(struct report_options, reader, &reader_file_group),
	OPTION_GROUP(struct report_options, reader, &reader_jobs_group),
	OPTION_GROUP(struct report_options, max_memory, &reader_memory_group),
	{ 'M', "disassembler-style", "STYLE", "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "addr2line", "FILE", "lines are read from the files", .flags = OPTION_IGNORED },
	{ 0, "addr2line-style", "STYLE", "likewise", .flags = OPTION_IGNORED },
	{ 0, "asm-raw", NULL, "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "demangle-kernel", NULL, "names of the kernel are not mangled", .flags = OPTION_IGNORED },
	{ 0, "disable-order", NULL, "records are dumped as they are in the file", .flags = OPTION_IGNORED },
	{ 0, "ns", NULL, "no times are shown", .flags = OPTION_IGNORED },
	{ 0, "objdump", "FILE", "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "percent-type", "TYPE", "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "prefix", "DIR", "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "prefix-strip", "N", "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "samples", "N", "of perf's browser", .flags = OPTION_IGNORED },
	{ 0, "skip-empty", NULL, "events without samples are left out", .flags = OPTION_IGNORED },
	{ 0, "source", NULL, "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "tui", NULL, "the browser is what a terminal shows", .flags = OPTION_IGNORED },
	{ 0, "unwind-style", "LIST", "the order of unwinders", .flags = OPTION_IGNORED },
	{ 0, "list-names", NULL, "the sort keys, for completion", OPTION_HIDDEN,
	  OPTION_FLAG(struct report_options, reader.list_names) },
	{ 'q', "quiet", NULL, "no headings, no notes", OPTION_FLAG(struct report_options, quiet) },
	OPTION_GROUP(struct report_options, reader, &reader_help_group),
	OPTION_ABSENT("--itrace", "hardware traces are not decoded, only their records are shown, by prec dump"),
	OPTION_ABSENT("--show-ref-call-graph", "each event is reported with its own callchains"),
	OPTION_ABSENT("--no-skip-empty", "events without samples are always left out"),
	OPTION_ABSENT("--total-cycles",
		      "blocks are not put together; -b -s symbol_from,symbol_to,cycles shows how long branches took"),
	{ 0 },
};

const struct option_group report_group = {
	.options = options,
	.usage = "Usage: prec report [OPTIONS]\n\n"
		 "Reads a perf.data file and shows where the samples fell.\n",
};

int report_options_parse(struct report_options *o, int argc, char **argv, struct error *err)
{
	int result;

	report_options_init(o);
	result = options_take_file(&report_group, o, argc, argv, &o->reader.input, err);
	return result ? result : report_options_finish(o, err);
}

void report_options_init(struct report_options *o)
{
	*o = (struct report_options){
		.reader = { .workers = workers_default(),
			    .symbols = { .demangle = true },
			    .fetch.seconds = READER_FETCH_SECONDS },
		.children = -1,
		.branches = -1,
		.time_quantum = 100000000,
		.groups = EVENT_GROUPS_AS_ARE,
		.percent_limit = -1,
		.callgraph = { .style = CALLGRAPH_GRAPH, .threshold = 0.5 },
	};
}

/* As in perf, whatever else the options say. */
static void branch_history(struct report_options *o)
{
	o->branches = 0;
	o->callgraph_set = o->callgraph.joins_branches = true;
	o->callgraph.key = CALLGRAPH_ADDRESS;
	if (o->callgraph.style == CALLGRAPH_NONE)
		o->callgraph.style = CALLGRAPH_GRAPH;
	if (!o->sort)
		o->sort = "srcline,sym,dso";
}

int report_options_finish(struct report_options *o, struct error *err)
{
	struct columns columns;
	int result;

	if (o->format && o->format->is_document && (o->reader.header || o->reader.header_only || o->stats || o->tasks))
		return error_set(err, -EINVAL, "--format %s is of rows and call graphs; %s is text", o->format->name,
				 o->reader.header || o->reader.header_only ? "the header"
				 : o->stats                                ? "--stats"
									   : "--tasks");
	if (o->threads && o->format)
		return error_set(err, -EINVAL, "--threads is text; --format %s has rows alone", o->format->name);
	if (o->hierarchy && o->widths.n)
		return error_set(err, -EINVAL, "--hierarchy has one column for all keys; leave out --column-widths");
	if (o->hierarchy && o->format)
		return error_set(err, -EINVAL, "--hierarchy is text; --format %s has one row for all keys",
				 o->format->name);
	o->filter.pids = o->reader.tasks.pids;
	o->filter.tids = o->reader.tasks.tids;
	o->filter.cpus = o->reader.tasks.cpu_list ? &o->reader.tasks.cpus : NULL;
	o->filter.parallelism = o->parallelism_list ? &o->parallelism : NULL;
	if (o->branch_history)
		branch_history(o);
	if (!o->reader.input)
		o->reader.input = input_default(&o->reader.input_options);
	/* Words that are wrong for any file are reported before one is opened. */
	result = columns_parse(&columns, o->sort, o->fields, o->numbers, SORT_KEY_UNKNOWN, err);
	if (result)
		return result;
	o->wants_types = columns.needs & KEY_TYPES;
	o->wants_lines = columns.needs & KEY_LINE || o->callgraph.key != CALLGRAPH_FUNCTION;
	if (o->hierarchy && (o->children > 0 || columns.needs & KEY_CHILDREN))
		return error_set(err, -EINVAL, "--hierarchy counts what fell in functions themselves; leave out %s",
				 o->children > 0 ? "--children" : "the fields of children");
	if (o->quiet)
		log_set_level(LOG_QUIET);
	return 0;
}

void report_options_fini(struct report_options *o)
{
	cpulist_fini(&o->reader.tasks.cpus);
	cpulist_fini(&o->parallelism);
	free(o->own_sort);
}
