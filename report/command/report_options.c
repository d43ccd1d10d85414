#include "report/command/report_options.h"

#include "common/log.h"
#include "common/word_list.h"
#include "common/workers.h"
#include "report/rows/columns.h"
#include "report/scan/analysis.h"

#include <errno.h>
#include <stdlib.h>

#define COLUMN_WIDTH_MAX 1000

enum report_option {
	OPTION_FIRST = 256,
	OPTION_BRANCH_HISTORY,
	OPTION_CHILDREN,
	OPTION_FOLDED,
	OPTION_FORMAT,
	OPTION_JSON,
	OPTION_GROUP,
	OPTION_GROUP_SORT,
	OPTION_GUEST,
	OPTION_IGNORE_CALLEES,
	OPTION_LATENCY,
	OPTION_MAX_MEMORY,
	OPTION_MAX_STACK,
	OPTION_MMAPS,
	OPTION_MEM_MODE,
	OPTION_NOTHING,
	OPTION_PARALLELISM,
	OPTION_PERCENTAGE,
	OPTION_PERCENT_LIMIT,
	OPTION_PRETTY,
	OPTION_SHOW_CPU_UTILIZATION,
	OPTION_SHOW_TOTAL_PERIOD,
	OPTION_SOCKET_FILTER,
	OPTION_STATS,
	OPTION_STDIO,
	OPTION_STDIO_COLOR,
	OPTION_STITCH_LBR,
	OPTION_SYMBOL_FILTER,
	OPTION_TASKS,
	OPTION_TIME_QUANTUM,
};

static const struct option_def report_option_defs[] = {
	READER_INPUT_DEF,
	{ 's', "sort", "KEYS",
	  "what distinguishes rows, and in which order they come; the manual\n"
	  "has a list (default: comm,dso,sym; of tracepoints alone: trace)",
	  0 },
	{ 'b', "branch-stack", NULL,
	  "count branches, not samples, with keys of their own (default\n"
	  "where branches were recorded and are no callchains)",
	  OPTION_NEGATABLE },
	{ OPTION_MEM_MODE, "mem-mode", NULL, "weigh accesses to memory, with keys of their own", 0 },
	{ OPTION_TIME_QUANTUM, "time-quantum", "TIME",
	  "what the sort key time tells apart: a number with s, ms, us or\nns (default: 100ms)", 0 },
	{ 'p', "parent", "REGEX", "sort by the callers whose names match REGEX too: the key parent", 0 },
	{ 'x', "exclude-other", NULL, "only samples that have such a caller", 0 },
	{ 'F', "fields", "KEYS", "the columns to show, in this order", 0 },
	{ 'n', "show-nr-samples", NULL, "a column with the number of samples", 0 },
	{ OPTION_SHOW_CPU_UTILIZATION, "show-cpu-utilization", NULL,
	  "columns of the shares in the kernel and in user space", 0 },
	{ OPTION_SHOW_TOTAL_PERIOD, "show-total-period", NULL, "a column with the sum of periods", 0 },
	{ 'g', "call-graph", "STYLE",
	  "how to show callchains: none, graph, fractal, flat or folded;\n"
	  "caller or callee first; apart by function, address or srcline;\n"
	  "percent, period or count; branch: with the branches before a\n"
	  "sample; a threshold in percent; a limit of branches (default:\n"
	  "graph,0.5,caller)",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT | OPTION_NEGATABLE },
	{ 'G', "inverted", NULL, "callers first: -g caller", 0 },
	{ OPTION_BRANCH_HISTORY, "branch-history", NULL,
	  "callchains with the branches before a sample, by address: -g\n"
	  "branch,address -s srcline,sym,dso",
	  0 },
	{ OPTION_MAX_STACK, "max-stack", "N",
	  "take N addresses of a callchain at most: the innermost ones, or\nwith callers first the outermost ones", 0 },
	{ OPTION_STITCH_LBR, "stitch-lbr", NULL, "put call stacks together that the CPU kept a part of", 0 },
	{ OPTION_IGNORE_CALLEES, "ignore-callees", "REGEX",
	  "count what functions whose names match REGEX called as these\nfunctions themselves", 0 },
	{ OPTION_FOLDED, "folded", "WEIGHT",
	  "a line for each distinct callchain, as flamegraph.pl takes\n"
	  "them, with the number of samples or, with period, their periods",
	  OPTION_ARG_OPTIONAL },
	{ OPTION_FORMAT, "format", "NAME", "write folded (as --folded does) or json, for programs", 0 },
	{ OPTION_JSON, "json", NULL, "--format json", 0 },
	{ OPTION_CHILDREN, "children", NULL, "count a function's callees to it (default with callchains)",
	  OPTION_NEGATABLE },
	{ OPTION_GROUP, "group", NULL,
	  "show the events of a group side by side (default); where there\n"
	  "is no group, --group shows all events so",
	  OPTION_NEGATABLE },
	{ OPTION_GROUP_SORT, "group-sort-idx", "N", "sort by the N-th event of a group, from 0 (the leader, default)",
	  0 },
	{ 'H', "hierarchy", NULL, "show a row for each sort key, below that of the key before it", OPTION_NEGATABLE },
	{ OPTION_LATENCY, "latency", NULL,
	  "order rows by how long whoever waits for the program waited for\nthem (of recordings with context switches)",
	  0 },
	{ OPTION_PARALLELISM, "parallelism", "LIST", "only samples taken when so many threads ran, as in 1,4-8", 0 },
	READER_SOURCE_DEFS,
	{ OPTION_PERCENT_LIMIT, "percent-limit", "PERCENT", "leave out rows and branches below PERCENT", 0 },
	{ 'c', "comms", "LIST", "only these comms", 0 },
	{ 'd', "dsos", "LIST", "only these DSOs", 0 },
	{ 'S', "symbols", "LIST", "only these symbols", 0 },
	{ OPTION_SYMBOL_FILTER, "symbol-filter", "TEXT", "only symbols with TEXT in their names", 0 },
	{ 'U', "hide-unresolved", NULL, "only samples at addresses that have a symbol", 0 },
	READER_CHOICE_DEFS,
	READER_TASK_DEFS,
	{ OPTION_SOCKET_FILTER, "socket-filter", "N", "only samples of this processor socket", 0 },
	{ OPTION_PERCENTAGE, "percentage", "OF",
	  "with such lists, percentages of all samples (absolute, the\n"
	  "default) or of those shown (relative)",
	  0 },
	{ 'w', "column-widths", "LIST",
	  "how wide columns are, from the left; 0: as wide as what is in\nthem, as are those that are not in LIST", 0 },
	{ 't', "field-separator", "SEP",
	  "put SEP between columns and no padding; SEP in names\n"
	  "becomes a dot",
	  0 },
	{ READER_HEADER, "header", NULL, "show the file's header before the report", 0 },
	READER_HEADER_DEFS,
	READER_DUMP_DEF,
	{ 'T', "threads", NULL, "below the rows, show what was counted in each thread (of prec\nrecord -s)", 0 },
	{ OPTION_PRETTY, "pretty", "STYLE", "with -T: normal, or raw with a line for each count", 0 },
	{ OPTION_STATS, "stats", NULL, "show how many records of each type there are", 0 },
	{ OPTION_TASKS, "tasks", NULL, "show the threads of the recording as a tree", 0 },
	{ OPTION_MMAPS, "mmaps", NULL, "the same, with what each has mapped at the end", 0 },
	{ OPTION_STDIO, "stdio", NULL, "print what is printed to a pipe on a terminal, too", 0 },
	{ OPTION_STDIO_COLOR, "stdio-color", "WHEN",
	  "show large shares in color: always (if no word is given),\n"
	  "never, or auto: on a terminal (default)",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT },
	READER_PAGER_DEF,
	{ OPTION_GUEST, "guest", NULL, "show samples taken in virtual machines too", 0 },
	READER_SYMBOL_FILE_DEFS,
	READER_FETCH_DEFS,
	{ 'm', "modules", NULL, "show symbols of the kernel's modules (always so)", 0 },
	READER_SYMBOL_DEFS,
	READER_FILE_DEFS,
	READER_JOBS_DEF,
	{ OPTION_MAX_MEMORY, "max-memory", "SIZE",
	  "count in at most SIZE bytes (K, M or G after it), in several\n"
	  "passes where that is too little for one (default: 32M, and 256\n"
	  "times the size of FILE)",
	  0 },
	{ 'M', "disassembler-style", "STYLE", "of perf annotate", OPTION_IGNORED },
	{ OPTION_NOTHING, "addr2line", "FILE", "lines are read from the files", OPTION_IGNORED },
	{ OPTION_NOTHING, "addr2line-style", "STYLE", "likewise", OPTION_IGNORED },
	{ OPTION_NOTHING, "asm-raw", NULL, "of perf annotate", OPTION_IGNORED },
	{ OPTION_NOTHING, "demangle-kernel", NULL, "names of the kernel are not mangled", OPTION_IGNORED },
	{ OPTION_NOTHING, "disable-order", NULL, "records are dumped as they are in the file", OPTION_IGNORED },
	{ OPTION_NOTHING, "ns", NULL, "no times are shown", OPTION_IGNORED },
	{ OPTION_NOTHING, "objdump", "FILE", "of perf annotate", OPTION_IGNORED },
	{ OPTION_NOTHING, "percent-type", "TYPE", "of perf annotate", OPTION_IGNORED },
	{ OPTION_NOTHING, "prefix", "DIR", "of perf annotate", OPTION_IGNORED },
	{ OPTION_NOTHING, "prefix-strip", "N", "of perf annotate", OPTION_IGNORED },
	{ OPTION_NOTHING, "samples", "N", "of perf's browser", OPTION_IGNORED },
	{ OPTION_NOTHING, "skip-empty", NULL, "events without samples are left out", OPTION_IGNORED },
	{ OPTION_NOTHING, "source", NULL, "of perf annotate", OPTION_IGNORED },
	{ OPTION_NOTHING, "tui", NULL, "the report is printed", OPTION_IGNORED },
	{ OPTION_NOTHING, "unwind-style", "LIST", "the order of unwinders", OPTION_IGNORED },
	{ READER_LIST_NAMES, "list-names", NULL, "the sort keys, for completion", OPTION_HIDDEN },
	{ 'q', "quiet", NULL, "no headings, no notes", 0 },
	READER_HELP_DEFS,
	{ 0 },
};

static const struct option_range report_option_ranges[] = {
	READER_RANGES,
	READER_FETCH_RANGES,
	{ OPTION_GROUP_SORT, "--group-sort-idx", 0, UINT32_MAX, NULL, NULL },
	{ OPTION_MAX_STACK, "--max-stack", 1, UINT32_MAX, NULL, NULL },
	{ OPTION_SOCKET_FILTER, "--socket-filter", 0, INT32_MAX, NULL, NULL },
	{ 0 },
};

void report_usage(FILE *out)
{
	fprintf(out, "Usage: prec report [OPTIONS]\n\n"
		     "Reads a perf.data file and shows where the samples fell.\n\nOptions:\n");
	options_print(out, report_option_defs);
}

static int option_max_memory(struct report_options *o, const char *value, struct error *err)
{
	if (!option_size(value, 1, &o->max_memory) || o->max_memory < ANALYSIS_MIN_MEMORY)
		return error_set(err, -EINVAL, "--max-memory '%s': %uM or more, like 64M or 1G", value,
				 ANALYSIS_MIN_MEMORY >> 20);
	return 0;
}

/* As in perf, the limit holds for branches of callgraphs too; a -g after it may name another for these. */
static int option_percent_limit(struct report_options *o, const char *value, struct error *err)
{
	char *end;
	double percent = strtod(value, &end);

	if (end == value || *end || !(percent >= 0 && percent <= 100))
		return error_set(err, -EINVAL, "--percent-limit '%s': a number from 0 to 100", value);
	o->percent_limit = o->callgraph.threshold = percent;
	return 0;
}

static int option_pretty(struct report_options *o, const char *value, struct error *err)
{
	o->threads_raw = !strcmp(value, "raw");
	if (!o->threads_raw && strcmp(value, "normal"))
		return error_set(err, -EINVAL, "--pretty '%s': takes normal or raw", value);
	return 0;
}

static int option_widths(struct report_options *o, const char *value, struct error *err)
{
	struct column_widths *w = &o->widths;

	w->n = 0;
	for (const char *p = value;; p++) {
		char *end;
		unsigned long width = strtoul(p, &end, 10);

		if (*p < '0' || *p > '9' || width > COLUMN_WIDTH_MAX || (*end && *end != ',') || w->n == COLUMNS_MAX)
			return error_set(err, -EINVAL,
					 "--column-widths '%s': up to %d numbers from 0 to %d with commas between",
					 value, COLUMNS_MAX, COLUMN_WIDTH_MAX);
		w->list[w->n++] = (uint16_t)width;
		if (!*end)
			return 0;
		p = end;
	}
}

static int option_percentage(struct report_options *o, const char *value, struct error *err)
{
	o->relative = !strcmp(value, "relative");
	if (!o->relative && strcmp(value, "absolute"))
		return error_set(err, -EINVAL, "--percentage '%s': takes relative or absolute", value);
	return 0;
}

static int option_color(struct report_options *o, const char *value, struct error *err)
{
	if (!screen_color_parse(&o->reader.color, value ? value : "always"))
		return error_set(err, -EINVAL, "--stdio-color '%s': takes always, never or auto", value);
	return 0;
}

static int option_callgraph(struct report_options *o, const char *value, bool negated, struct error *err)
{
	o->callgraph_set = true;
	if (negated) {
		o->callgraph.style = CALLGRAPH_NONE;
		return 0;
	}
	if (o->callgraph.style == CALLGRAPH_NONE)
		o->callgraph.style = CALLGRAPH_GRAPH;
	if (!value)
		return 0;
	return callgraph_parse(&o->callgraph, value, err);
}

static int option_format(struct report_options *o, const char *value, struct error *err)
{
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

static int option_folded(struct report_options *o, const char *value, struct error *err)
{
	if (!value)
		o->weight = FORMAT_WEIGHT_OF_EVENT;
	else if (!strcmp(value, "samples"))
		o->weight = FORMAT_WEIGHT_SAMPLES;
	else if (!strcmp(value, "period"))
		o->weight = FORMAT_WEIGHT_PERIOD;
	else
		return error_set(err, -EINVAL, "--folded '%s': takes samples or period", value);
	return option_format(o, "folded", err);
}

static int option_time_quantum(struct report_options *o, const char *value, struct error *err)
{
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

/* As in Linux perf, -p is not what it is when recording. */
static void take_parent(struct report_options *o, const char *regex)
{
	o->parent = regex;
	if (!regex[strspn(regex, "0123456789,")])
		log_warn("-p '%s' looks for callers of this name (--parent); processes are chosen by --pid %s", regex,
			 regex);
}

int report_options_take(void *context, int key, const char *value, bool negated, struct error *err)
{
	struct report_options *o = context;

	switch (key) {
	case 's': o->sort = value; break;
	case 'F': o->fields = value; break;
	case 'n': o->numbers |= COLUMNS_SAMPLES; break;
	case 'm': break;
	case 'H': o->hierarchy = !negated; break;
	case 'g': return option_callgraph(o, value, negated, err);
	case 'G': o->callgraph.caller_set = o->callgraph_set = o->callgraph.caller = true; break;
	case 'c': o->filter.comms = value; break;
	case 'd': o->filter.dsos = value; break;
	case 'S': o->filter.symbols = value; break;
	case 'C':
		cpulist_fini(&o->cpus);
		o->filter.cpus = &o->cpus;
		o->cpu_list = value;
		return cpulist_parse(&o->cpus, value, err);
	case 't': o->separator = !strcmp(value, "\\t") ? "\t" : value; break;
	case 'w': return option_widths(o, value, err);
	case 'q': o->quiet = true; break;
	case OPTION_BRANCH_HISTORY: o->branch_history = true; break;
	case OPTION_CHILDREN: o->children = !negated; break;
	case OPTION_GROUP: o->groups = negated ? EVENT_GROUPS_OFF : EVENT_GROUPS_FORCED; break;
	case OPTION_GROUP_SORT: o->group_sort = (uint32_t)option_number(value); break;
	case OPTION_FOLDED: return option_folded(o, value, err);
	case OPTION_FORMAT: return option_format(o, value, err);
	case OPTION_JSON: return option_format(o, "json", err);
	case OPTION_GUEST:
		o->filter.guests = true;
		o->numbers |= COLUMNS_GUESTS;
		break;
	case OPTION_IGNORE_CALLEES: o->roots = value; break;
	case OPTION_MAX_STACK: o->max_stack = (uint32_t)option_number(value); break;
	case OPTION_MAX_MEMORY: return option_max_memory(o, value, err);
	case OPTION_PERCENTAGE: return option_percentage(o, value, err);
	case OPTION_PERCENT_LIMIT: return option_percent_limit(o, value, err);
	case READER_PID: o->filter.pids = value; return word_list_check_numbers(value, "--pid", err);
	case READER_TID: o->filter.tids = value; return word_list_check_numbers(value, "--tid", err);
	case 'p': take_parent(o, value); break;
	case 'x': o->parents_only = true; break;
	case 'b': o->branches = !negated; break;
	case OPTION_MEM_MODE: o->mem_mode = true; break;
	case OPTION_TIME_QUANTUM: return option_time_quantum(o, value, err);
	case OPTION_LATENCY: o->numbers |= COLUMNS_LATENCY; break;
	case OPTION_PARALLELISM:
		cpulist_fini(&o->parallelism);
		o->filter.parallelism = &o->parallelism;
		o->parallelism_list = value;
		if (!cpulist_parse(&o->parallelism, value, err))
			return 0;
		return error_set(err, -EINVAL, "--parallelism '%s': numbers and ranges, as in 1,4-8", value);
	case 'T': o->threads = true; break;
	case OPTION_PRETTY: return option_pretty(o, value, err);
	case OPTION_MMAPS: o->mmaps = o->tasks = true; break;
	case OPTION_TASKS: o->tasks = true; break;
	case OPTION_SHOW_CPU_UTILIZATION: o->numbers |= COLUMNS_UTILIZATION; break;
	case OPTION_SHOW_TOTAL_PERIOD: o->numbers |= COLUMNS_PERIOD; break;
	case OPTION_SOCKET_FILTER: o->socket = (uint32_t)option_number(value) + 1; break;
	case OPTION_STATS: o->stats = true; break;
	case OPTION_SYMBOL_FILTER: o->filter.symbol_part = value; break;
	case 'U': o->filter.named_only = true; break;
	case OPTION_STITCH_LBR: o->stitch = true; break;
	case OPTION_STDIO: o->stdio = true; break;
	case OPTION_STDIO_COLOR: return option_color(o, value, err);
	default: return reader_option(&o->reader, key, value, negated, err);
	}
	return 0;
}

const struct option_table report_options_table = { report_option_defs, report_option_ranges, report_options_absent };

int report_options_parse(struct report_options *o, int argc, char **argv, struct error *err)
{
	int result;

	report_options_init(o);
	result = options_parse_file(&report_options_table, argc, argv, report_options_take, o, &o->reader.input, err);
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
	o->callgraph_set = o->callgraph.branches = true;
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

	if (o->format && o->format->document && (o->reader.header || o->reader.header_only || o->stats || o->tasks))
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
	if (o->branch_history)
		branch_history(o);
	if (!o->reader.input)
		o->reader.input = input_default(&o->reader.input_options);
	/* Words that are wrong for any file are reported before one is opened. */
	result = columns_parse(&columns, o->sort, o->fields, o->numbers, SORT_KEY_UNKNOWN, err);
	if (result)
		return result;
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
	cpulist_fini(&o->cpus);
	cpulist_fini(&o->parallelism);
	free(o->own_sort);
}
