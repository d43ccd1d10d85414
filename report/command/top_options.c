#include "report/command/top_options.h"

#include "common/log.h"
#include "common/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Seconds, of an hour at most; and perf top's default. */
#define DELAY_MAX     3600
#define DELAY_DEFAULT 2

/* Seconds, more than what was counted weighs in (report/rows/row_history.h): it is a sixth after 30. */
#define KEPT_DEFAULT 30

/* Adds a word for prec record, NULL: none. */
static int add_word(struct top_options *o, const char *word, struct error *err)
{
	char **words = word ? realloc(o->words, (o->n_words + 2) * sizeof(*words)) : o->words;

	if (!words)
		return error_nomem(err);
	o->words = words;
	if (word)
		o->words[o->n_words++] = (char *)word;
	o->words[o->n_words] = NULL;
	return 0;
}

static int pass(struct top_options *o, const char *option, const char *value, struct error *err)
{
	int result = add_word(o, option, err);

	return result || !value ? result : add_word(o, value, err);
}

/* An option that prec record has by the same meaning. */
#define PASS(function, option)                                                   \
	static int function(void *options, const char *value, struct error *err) \
	{                                                                        \
		return pass(options, option, value, err);                        \
	}

#define PASS_TARGET(function, option)                                            \
	static int function(void *options, const char *value, struct error *err) \
	{                                                                        \
		((struct top_options *)options)->has_target = true;              \
		return pass(options, option, value, err);                        \
	}

PASS(take_filter, "--filter")
PASS(take_group, "--group")
PASS(take_freq, "-F")
PASS(take_count, "-c")
PASS(take_all, "-a")
PASS(take_cgroup, "-G")
PASS(take_no_inherit, "-i")
PASS(take_mmap_pages, "-m")
PASS(take_realtime, "-r")
PASS(take_all_cgroups, "--all-cgroups")
PASS(take_strict_freq, "--strict-freq")
PASS_TARGET(take_pid, "-p")
PASS_TARGET(take_tid, "-t")
PASS_TARGET(take_user, "-u")

/* Names of tracepoints have a colon; what follows that of others are modifiers. */
static int take_event(void *options, const char *value, struct error *err)
{
	struct top_options *o = options;

	o->may_have_fields = o->may_have_fields || strchr(value, ':');
	return pass(o, "-e", value, err);
}

static int take_cpu(void *options, const char *value, struct error *err)
{
	return pass(options, "-C", value, err);
}

static int take_chains(void *options, const char *value, struct error *err)
{
	struct top_options *o = options;

	(void)value;
	o->has_chains = o->report.callgraph_set = true;
	return pass(o, "-g", NULL, err);
}

/* How long the part of --call-graph is that says how chains are recorded: "dwarf,8192" of "dwarf,8192,caller". */
static size_t mode_size(const char *text)
{
	static const char *const modes[] = { "fp", "dwarf", "lbr" };
	size_t size = strcspn(text, ",");

	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		if (size != strlen(modes[i]) || strncmp(text, modes[i], size) != 0)
			continue;
		if (text[size] && (text[size + 1] >= '0' && text[size + 1] <= '9') && i == 1)
			size += 1 + strcspn(text + size + 1, ",");
		return size;
	}
	return 0;
}

/* As in perf top, the words after the mode are those of perf report's -g. */
static int take_call_graph(void *options, const char *value, struct error *err)
{
	struct top_options *o = options;
	size_t size = mode_size(value);

	o->has_chains = o->report.callgraph_set = true;
	free(o->mode);
	o->mode = strndup(value, size);
	if (!o->mode)
		return error_nomem(err);
	if (size && value[size] == ',')
		size++;
	return value[size] ? callgraph_parse(&o->report.callgraph, value + size, err) : 0;
}

static int take_inverted(void *options, const char *value, struct error *err)
{
	struct top_options *o = options;

	(void)value, (void)err;
	o->report.callgraph.caller_set = o->report.callgraph.by_caller = true;
	return 0;
}

static const struct option options[] = {
	{ 'a', "all-cpus", NULL, "all CPUs, whatever runs there (default)", OPTION_CALL(take_all) },
	{ 'p', "pid", "PID", "running processes, a list of numbers or names", OPTION_CALL(take_pid) },
	{ 't', "tid", "TID", "running threads, a list of numbers", OPTION_CALL(take_tid) },
	{ 'u', "uid", "USER", "the processes that run now as USER, a name or number", OPTION_CALL(take_user) },
	{ 'C', "cpu", "CPUS", "these CPUs only, for example 0-2,5", OPTION_CALL(take_cpu) },
	{ 'G', "cgroup", "NAMES",
	  "the first event in the first cgroup alone, the second in the\n"
	  "second ...; a single name is for all events before it",
	  OPTION_CALL(take_cgroup) },
	{ 'i', "no-inherit", NULL, "do not follow new processes and threads", OPTION_CALL(take_no_inherit) },
	{ 'e', "event", "EVENTS", "what to sample, as prec record takes it; may be repeated", OPTION_CALL(take_event) },
	{ 0, "filter", "FILTER", "of the last event before: what the kernel is to sample of it",
	  OPTION_CALL(take_filter) },
	{ 0, "group", NULL, "put all events into one group", OPTION_CALL(take_group) },
	{ 'F', "freq", "HZ", "samples a second, or 'max' (default: 4000)", OPTION_CALL(take_freq) },
	{ 0, "strict-freq", NULL, "fail, rather than lower it, when -F is more than the kernel allows",
	  OPTION_CALL(take_strict_freq) },
	{ 'c', "count", "N", "a sample every N events", OPTION_CALL(take_count) },
	{ 'm', "mmap-pages", "SIZE", "size of each buffer: pages, or bytes with B, K, M or G",
	  OPTION_CALL(take_mmap_pages) },
	{ 'r', "realtime", "PRIORITY", "record with this priority of SCHED_FIFO", OPTION_CALL(take_realtime) },
	{ 0, "all-cgroups", NULL, "record cgroups, for the sort key cgroup", OPTION_CALL(take_all_cgroups) },
	{ 'g', NULL, NULL, "show callchains, recorded through frame pointers", OPTION_CALL(take_chains) },
	{ 0, "call-graph", "MODE",
	  "show callchains: fp, lbr or dwarf[,SIZE], and after a comma how,\n"
	  "as -g of prec report takes it",
	  OPTION_CALL(take_call_graph) },
	{ 0, "inverted", NULL, "callers first", OPTION_CALL(take_inverted) },
	{ 0, "children", NULL, "count a function's callees to it (default with callchains)", OPTION_NEGATABLE,
	  OPTION_FLAG(struct top_options, report.children) },
	{ 0, "max-stack", "N", "take N addresses of a callchain at most",
	  OPTION_NUMBER(struct top_options, report.max_stack, 1, UINT32_MAX) },
	{ 0, "ignore-callees", "REGEX",
	  "count what functions whose names match REGEX called as these\nfunctions themselves",
	  OPTION_TEXT(struct top_options, report.roots) },
	{ 'd', "delay", "SECONDS", "show anew after so long (default: 2)",
	  OPTION_NUMBER(struct top_options, delay, 1, DELAY_MAX) },
	{ 0, "iterations", "COUNT", "show that COUNT times, as text, and end",
	  OPTION_NUMBER(struct top_options, iterations, 1, UINT32_MAX) },
	{ 0, "stdio", NULL, "draw on a terminal by plain means, without a browser",
	  OPTION_FLAG(struct top_options, stdio) },
	{ 0, "keep", "SECONDS", "what the browser's key s saves of the last time (default: 30)",
	  OPTION_NUMBER(struct top_options, kept, 1, DELAY_MAX) },
	{ 'E', "entries", "N", "show N rows of each event", OPTION_NUMBER(struct top_options, entries, 1, UINT32_MAX) },
	{ 'f', "count-filter", "N", "show rows of more than N samples only",
	  OPTION_NUMBER(struct top_options, count_filter, 0, INT64_MAX) },
	{ 'z', "zero", NULL, "forget what was counted before, each time", OPTION_FLAG(struct top_options, zero) },
	{ 'K', "hide_kernel_symbols", NULL, "sample user space only", OPTION_FLAG(struct top_options, hides_kernel) },
	{ 'U', "hide_user_symbols", NULL, "sample the kernel only", OPTION_FLAG(struct top_options, hides_user) },
	{ 's', "sort", "KEYS", "what distinguishes rows, as prec report takes it (default: dso,sym)",
	  OPTION_TEXT(struct top_options, report.sort) },
	{ 0, "fields", "KEYS", "the columns to show, in this order", OPTION_TEXT(struct top_options, report.fields) },
	{ 'n', "show-nr-samples", NULL, "a column with the number of samples",
	  OPTION_BITS(struct top_options, report.numbers, COLUMNS_SAMPLES) },
	{ 0, "show-total-period", NULL, "a column with the sum of periods",
	  OPTION_BITS(struct top_options, report.numbers, COLUMNS_PERIOD) },
	OPTION_GROUP(struct top_options, report, &report_limit_group),
	{ 0, "group-sort-idx", "N", "sort by the N-th event of a group, from 0 (the leader, default)",
	  OPTION_NUMBER(struct top_options, report.group_sort, 0, UINT32_MAX) },
	{ 0, "stitch-lbr", NULL, "put call stacks together that the CPU kept a part of",
	  OPTION_FLAG(struct top_options, report.stitch) },
	{ 0, "comms", "LIST", "only these comms", OPTION_TEXT(struct top_options, report.filter.comms) },
	{ 0, "dsos", "LIST", "only samples in these DSOs", OPTION_TEXT(struct top_options, report.filter.dsos) },
	{ 0, "symbols", "LIST", "only these functions", OPTION_TEXT(struct top_options, report.filter.symbols) },
	OPTION_GROUP(struct top_options, report.reader, &reader_source_group),
	OPTION_GROUP(struct top_options, report.reader, &reader_symbol_file_group),
	OPTION_GROUP(struct top_options, report.reader, &reader_symbol_group),
	OPTION_GROUP(struct top_options, report.reader, &reader_sandbox_group),
	OPTION_GROUP(struct top_options, report.reader, &reader_jobs_group),
	{ 0, "list-names", NULL, "the sort keys, for completion", OPTION_HIDDEN,
	  OPTION_FLAG(struct top_options, report.reader.list_names) },
	{ 0, "demangle-kernel", NULL, "names of the kernel are not mangled", .flags = OPTION_IGNORED },
	{ 0, "namespaces", NULL, "always recorded", .flags = OPTION_IGNORED },
	{ 0, "no-bpf-event", NULL, "always recorded", .flags = OPTION_IGNORED },
	{ 0, "overwrite", NULL, "all samples are read", .flags = OPTION_IGNORED },
	{ 0, "num-thread-synthesize", "N", "what runs is found by one", .flags = OPTION_IGNORED },
	{ 0, "proc-map-timeout", "MS", "no mapping takes long", .flags = OPTION_IGNORED },
	{ 0, "raw-trace", NULL, "of perf's fields of tracepoints", .flags = OPTION_IGNORED },
	{ 'M', "disassembler-style", "STYLE", "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "asm-raw", NULL, "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "objdump", "FILE", "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "prefix", "DIR", "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "prefix-strip", "N", "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "source", NULL, "of perf annotate", .flags = OPTION_IGNORED },
	{ 0, "tui", NULL, "on a terminal there is a browser", .flags = OPTION_IGNORED },
	OPTION_GROUP(struct top_options, report.reader, &reader_help_group),
	OPTION_ABSENT("-b --branch-any -j --branch-filter", "prec record -b, and prec report"),
	OPTION_ABSENT("-D --dump-symtab", "readelf -s shows the symbols of a file"),
	OPTION_ABSENT("-H --hierarchy", "prec record, and prec report --hierarchy"),
	OPTION_ABSENT("--sym-annotate", "the key a of the browser, or prec record and prec annotate SYMBOL"),
	OPTION_ABSENT("--switch-on --switch-off", "prec record, and prec report --switch-on EVENT"),
	{ 0 },
};

const struct option_group top_group = {
	.options = options,
	.usage = "Usage: prec top [OPTIONS]\n\n"
		 "Shows again and again what the machine, or a process, spends its time on.\n",
};

int top_options_words(struct top_options *o, bool has_browser, struct error *err)
{
	int result = 0;

	if (o->mode)
		result = *o->mode ? pass(o, "--call-graph", o->mode, err) : pass(o, "-g", NULL, err);
	if (!result && !has_browser && (o->hides_kernel || o->hides_user))
		result = pass(o, o->hides_kernel ? "--all-user" : "--all-kernel", NULL, err);
	if (!result && !o->has_target)
		result = pass(o, "-a", NULL, err);
	return result;
}

/* Before anything is recorded: without tracepoints the keys are those that all samples have. */
static int check_keys(const struct report_options *o, struct error *err)
{
	struct columns columns;

	return columns_parse(&columns, o->sort, o->fields, o->numbers, SORT_KEY_ANY, err);
}

int top_options_parse(struct top_options *o, int argc, char **argv, struct error *err)
{
	int at;

	*o = (struct top_options){ .delay = DELAY_DEFAULT, .kept = KEPT_DEFAULT };
	report_options_init(&o->report);
	o->report.sort = "dso,sym";
	at = options_take(&top_group, o, argc, argv, err);
	if (at < 0)
		return at;
	if (at < argc)
		return error_set(err, -EINVAL, "'%s' is no option; prec top starts no command: -p PID shows one",
				 argv[at]);
	if (o->report.reader.help || o->report.reader.list_names)
		return 0;
	if (!o->has_chains)
		o->report.callgraph.style = CALLGRAPH_NONE;
	o->report.reader.input = "";
	if (o->hides_kernel && o->hides_user)
		return error_set(err, -EINVAL, "-K and -U together leave nothing to show");
	at = report_options_finish(&o->report, err);
	return at || o->may_have_fields ? at : check_keys(&o->report, err);
}

void top_options_fini(struct top_options *o)
{
	report_options_fini(&o->report);
	free(o->words);
	free(o->mode);
}
