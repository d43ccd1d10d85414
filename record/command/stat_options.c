#include "record/command/stat_options.h"

#include "record/command/event_options.h"
#include "record/command/option_theme.h"
#include "record/command/stat_metric_sets.h"
#include "record/command/target_options.h"
#include "record/events/event_cgroups.h"
#include "record/events/event_context.h"
#include "record/events/event_groups.h"
#include "record/events/event_parse.h"
#include "record/events/event_pfm.h"

#include "common/bytes.h"
#include "common/clock_ns.h"
#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STAT_MEMBER(member) offsetof(struct stat_options, member)
#define COMMON(member)      offsetof(struct stat_options, common.member)

#define MSEC_MAX    (UINT32_MAX / 2)
#define TIMEOUT_MIN 10

/* As Linux perf, without the tables of CPUs' own. */
#define EVENTS_USUAL    "%s,context-switches,cpu-migrations,page-faults,cycles,instructions,branches,branch-misses"
#define EVENTS_CACHE    "L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses"
#define EVENTS_TLB      "L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,iTLB-loads,iTLB-load-misses"
#define EVENTS_PREFETCH "L1-dcache-prefetches,L1-dcache-prefetch-misses"

static struct stat_options *own(struct record_options *o)
{
	return (struct stat_options *)o;
}

static const struct stat_options *own_const(const struct record_options *o)
{
	return (const struct stat_options *)o;
}

static struct event_context stat_context(void)
{
	struct event_context context = event_context_of_environment();

	context.counts = true;
	return context;
}

static int take_events(struct record_options *o, const char *text, struct error *err)
{
	const struct event_context context = stat_context();

	return event_list_parse(&o->events, text, &context, err);
}

static int take_pfm_events(struct record_options *o, const char *text, struct error *err)
{
	const struct event_context context = stat_context();

	return event_pfm_parse(&o->events, text, &context, err);
}

static int add_metric(struct stat_options *s, const char *events, struct error *err)
{
	for (uint32_t i = 0; i < s->n_metrics; i++)
		if (s->metrics[i] == events)
			return 0;
	if (!list_reserve(&s->metrics, s->n_metrics, &s->metrics_capacity, sizeof(*s->metrics)))
		return error_nomem(err);
	s->metrics[s->n_metrics++] = events;
	return take_events(&s->common, events, err);
}

/* "IPC,branch_miss_rate": the events of each. */
static int take_metrics(struct record_options *o, const char *names, struct error *err)
{
	char *copy = strdup(names);
	char *left = copy;
	const char *name;
	int result = copy ? 0 : error_nomem(err);

	while (!result && (name = strsep(&left, ","))) {
		const char *events = stat_metric_set_find(name, err);

		result = events ? add_metric(own(o), events, err) : -EINVAL;
	}
	free(copy);
	return result;
}

static void add_detail(struct record_options *o)
{
	own(o)->detailed++;
}

static const struct record_option target_options[] = {
	{ 'a', "all-cpus", NULL, "count on all CPUs, whatever runs there", .flag = COMMON(target.system_wide) },
	{ 'p', "pid", "PID", "count in running processes, a comma-separated list", .text = COMMON(target.pids) },
	{ 't', "tid", "TID", "count in running threads, a comma-separated list", .text = COMMON(target.tids) },
	{ 'u', "uid", "USER", "count in the processes that run now as USER, a name or number",
	  .text = COMMON(target.user) },
	{ 'C', "cpu", "CPUS", "count on these CPUs only, for example 0-2,5", .text = COMMON(target.cpus) },
	{ 'G', "cgroup", "NAMES",
	  "the first event in the first cgroup alone, the second in the second ...;\n"
	  "a single name is for all events before it; with -a or -C",
	  .parse = target_options_take_cgroups },
	{ 0, "for-each-cgroup", "NAMES", "all events in each of these cgroups; with -a or -C",
	  .text = STAT_MEMBER(cgroups) },
	{ 'i', "no-inherit", NULL, "do not follow new processes and threads", .flag = COMMON(target.no_inherit) },
	{ 0 },
};

static const struct record_option event_options[] = {
	{ 'e', "event", "EVENTS", "what to count: EVENT[:MODIFIERS][,...], may be repeated", .parse = take_events },
	{ 'M', "metrics", "METRICS", "count what these metrics are made of: IPC, branch_miss_rate ... (see the manual)",
	  .parse = take_metrics },
	{ 0, "pfm-events", "EVENTS", "events by the names of libpfm4, as -e", .parse = take_pfm_events },
	{ 'd', "detailed", NULL, "caches too; twice: and TLBs; three times: and prefetches", .set = add_detail },
	{ 'g', "group", NULL, "put all events into one group, as {} in -e does", .flag = COMMON(group) },
	{ 0, "filter", "FILTER", "of the last event before: what the kernel is to count of it",
	  .parse = event_options_take_filter },
	{ 0, "all-kernel", NULL, "events count in the kernel only", .flag = COMMON(sampler.modes.no_user) },
	{ 0, "all-user", NULL, "events count in user space only", .flag = COMMON(sampler.modes.no_kernel) },
	{ 'n', "null", NULL, "count nothing but time", .flag = STAT_MEMBER(counts_nothing) },
	{ 0, "list-names", NULL, "the names of events, for completion", OPTION_HIDDEN, .flag = COMMON(list_names) },
	{ 0 },
};

static int check_target(const struct record_options *o, struct error *err)
{
	const struct stat_options *s = own_const(o);
	const bool on_cpus = o->target.system_wide || o->target.cpus;
	const bool of_threads = o->target.pids || o->target.tids || o->target.user;

	if (s->per_thread && o->target.cpus && !of_threads)
		return error_set(err, -EINVAL, "--per-thread is of threads: it excludes -C without -p, -t or -u");
	if (s->per_thread && o->command && !of_threads && !o->target.system_wide)
		return error_set(err, -EINVAL,
				 "--per-thread is of threads that run now: it needs -p, -t, -u or -a beside a command");
	if (s->by != STAT_BY_ALL && s->by != STAT_BY_THREAD && !on_cpus)
		return error_set(err, -EINVAL, "counts are taken apart by CPU only on whole CPUs: use -a or -C");
	if (s->cgroups && o->target.n_cgroups)
		return error_set(err, -EINVAL, "-G and --for-each-cgroup exclude each other");
	if (s->cgroups && (!on_cpus || of_threads))
		return error_set(err, -EINVAL,
				 "--for-each-cgroup: cgroups are counted on whole CPUs only: use -a or -C");
	return 0;
}

static int check_events(const struct record_options *o, struct error *err)
{
	if (own_const(o)->counts_nothing && o->events.n)
		return error_set(err, -EINVAL, "-n counts nothing: it excludes -e and -M");
	return event_options_check_modes(o, err);
}

/* As of -D of Linux perf: -1 is on request. */
static int take_delay(struct record_options *o, const char *text, struct error *err)
{
	struct stat_times *times = &own(o)->times;
	char *end;
	const long long ms = strtoll(text, &end, 10);

	if (end == text || *end || ms < -1 || ms > MSEC_MAX)
		return error_set(err, -EINVAL, "-D '%s': takes milliseconds, or -1", text);
	times->on_request = ms < 0;
	times->delay = ms < 0 ? 0 : (uint64_t)ms * NS_PER_MS;
	return 0;
}

static void set_interval(struct record_options *o, uint64_t ms)
{
	own(o)->times.interval = ms * NS_PER_MS;
}

static void set_intervals(struct record_options *o, uint64_t n)
{
	own(o)->times.n_intervals = n;
}

static void set_timeout(struct record_options *o, uint64_t ms)
{
	own(o)->times.timeout = ms * NS_PER_MS;
}

static void set_runs(struct record_options *o, uint64_t n)
{
	own(o)->runs = n;
}

static const struct record_option time_options[] = {
	{ 'r', "repeat", "N", "run the command N times, and show mean and deviation; 0: without end",
	  .range = { 0, "-r", 0, UINT32_MAX, NULL, NULL }, .set_number = set_runs },
	{ 'I', "interval-print", "MSEC", "show what was counted every MSEC milliseconds",
	  .range = { 0, "-I", 1, MSEC_MAX, NULL, NULL }, .set_number = set_interval },
	{ 0, "interval-count", "N", "with -I: end after N of them",
	  .range = { 0, "--interval-count", 1, UINT32_MAX, NULL, NULL }, .set_number = set_intervals },
	{ 0, "timeout", "MSEC", "end after MSEC milliseconds",
	  .range = { 0, "--timeout", TIMEOUT_MIN, MSEC_MAX, NULL, NULL }, .set_number = set_timeout },
	{ 'D', "delay", "MSEC", "begin to count MSEC milliseconds after the start, or never (-1)",
	  .parse = take_delay },
	{ 0, "control", "fd:CTL[,ACK]|fifo:CTL[,ACK]",
	  "take commands from a pipe while counting: enable, disable, stop ...", .text = COMMON(control) },
	{ 0, "pre", "COMMAND", "a command for the shell before each run", .text = STAT_MEMBER(before) },
	{ 0, "post", "COMMAND", "and one after it", .text = STAT_MEMBER(after) },
	{ 'S', "sync", NULL, "have file systems write what they hold before each run", .flag = STAT_MEMBER(sync) },
	{ 0 },
};

static int check_times(const struct record_options *o, struct error *err)
{
	const struct stat_options *s = own_const(o);

	if (s->times.n_intervals && !s->times.interval)
		return error_set(err, -EINVAL, "--interval-count needs -I");
	if (s->times.n_intervals && s->times.timeout)
		return error_set(err, -EINVAL, "--interval-count and --timeout exclude each other");
	if (s->times.interval && s->runs != 1)
		return error_set(err, -EINVAL, "-I and -r exclude each other");
	if (s->runs != 1 && !o->command)
		return error_set(err, -EINVAL, "-r needs a command to repeat");
	return 0;
}

static void by_cpu(struct record_options *o)
{
	own(o)->by = STAT_BY_CPU;
}

static void by_core(struct record_options *o)
{
	own(o)->by = STAT_BY_CORE;
}

static void by_die(struct record_options *o)
{
	own(o)->by = STAT_BY_DIE;
}

static void by_cluster(struct record_options *o)
{
	own(o)->by = STAT_BY_CLUSTER;
}

/* "L3", or nothing for the highest level. */
static int take_cache(struct record_options *o, const char *text, struct error *err)
{
	const char *number = text ? text + (*text == 'L' || *text == 'l') : "0";

	if (text && (number == text || number[0] < '1' || number[0] > '9' || number[1]))
		return error_set(err, -EINVAL, "--per-cache '%s': takes a level, such as L3, or nothing", text);
	own(o)->by = STAT_BY_CACHE;
	own(o)->cache_level = *number - '0';
	return 0;
}

static void by_socket(struct record_options *o)
{
	own(o)->by = STAT_BY_SOCKET;
}

static void by_node(struct record_options *o)
{
	own(o)->by = STAT_BY_NODE;
}

static void by_thread(struct record_options *o)
{
	own(o)->by = STAT_BY_THREAD;
	own(o)->per_thread = true;
}

static int take_separator(struct record_options *o, const char *text, struct error *err)
{
	if (!*text)
		return error_set(err, -EINVAL, "-x takes what stands between two fields");
	own(o)->show.separator = strcmp(text, "\\t") ? text : "\t";
	own(o)->show.style = STAT_STYLE_CSV;
	return 0;
}

static void set_json(struct record_options *o)
{
	own(o)->show.style = STAT_STYLE_JSON;
}

static void set_log_fd(struct record_options *o, uint64_t fd)
{
	own(o)->log_fd = fd;
}

static void group_digits(struct record_options *o)
{
	own(o)->show.groups_digits = true;
}

static void join_digits(struct record_options *o)
{
	own(o)->show.groups_digits = false;
}

static void merge_none(struct record_options *o)
{
	own(o)->merge = STAT_MERGE_NONE;
}

static void merge_all(struct record_options *o)
{
	own(o)->merge = STAT_MERGE_ALL;
}

static void scale(struct record_options *o)
{
	own(o)->is_raw = false;
}

static void scale_not(struct record_options *o)
{
	own(o)->is_raw = true;
}

static const struct record_option output_options[] = {
	{ 'A', "no-aggr", NULL, "each CPU apart", .set = by_cpu },
	{ 0, "per-core", NULL, "counts by core", .set = by_core },
	{ 0, "per-cache", "LEVEL", "by the caches of a level, L2 ... (default: the highest)", OPTION_ARG_OPTIONAL,
	  .parse = take_cache },
	{ 0, "per-cluster", NULL, "by cluster of cores", .set = by_cluster },
	{ 0, "per-die", NULL, "by die", .set = by_die },
	{ 0, "per-socket", NULL, "by socket", .set = by_socket },
	{ 0, "per-node", NULL, "by NUMA node", .set = by_node },
	{ 0, "per-thread", NULL, "by thread; with -p, -t, -u or -a", .set = by_thread },
	{ 'x', "field-separator", "SEP", "fields with SEP between them (CSV)", .parse = take_separator },
	{ 'j', "json-output", NULL, "a JSON object a line", .set = set_json },
	{ 'o', "output", "FILE", "write to FILE instead of standard error", .text = STAT_MEMBER(output) },
	{ 0, "append", NULL, "with -o: after what the file has", .flag = STAT_MEMBER(appends) },
	{ 0, "log-fd", "FD", "write to this descriptor", .range = { 0, "--log-fd", 1, INT32_MAX, NULL, NULL },
	  .set_number = set_log_fd },
	{ 'B', "big-num", NULL, "group digits as the locale does (as usual; --no-big-num: not)", OPTION_NEGATABLE,
	  .set = group_digits, .negate = join_digits },
	{ 0, "scale", NULL, "counts of a part of the time stand for all of it (as usual; --no-scale: not)",
	  OPTION_NEGATABLE, .set = scale, .negate = scale_not },
	{ 0, "no-merge", NULL, "an event of several uncore PMUs is not shown as one", .set = merge_none },
	{ 0, "hybrid-merge", NULL, "an event of several kinds of cores is shown as one", .set = merge_all },
	{ 0, "hide-zero-events", NULL, "leave out what was not hit", .flag = STAT_MEMBER(show.hides_zeros) },
	{ 0, "metric-only", NULL, "show metrics, and no counts", .flag = STAT_MEMBER(show.metrics_only) },
	{ 0, "table", NULL, "with -r: the time that each run took", .flag = STAT_MEMBER(show.table) },
	{ 0, "summary", NULL, "with -I: all counts at the end", .flag = STAT_MEMBER(summary) },
	{ 0, "no-csv-summary", NULL, "with -x and --summary: the summary is not called so",
	  .flag = STAT_MEMBER(show.plain_summary) },
	{ 0, "interval-clear", NULL, "with -I: clear the screen each time", .flag = STAT_MEMBER(show.clears) },
	{ 0 },
};

static int check_output(const struct record_options *o, struct error *err)
{
	const struct stat_options *s = own_const(o);

	if (s->output && s->log_fd)
		return error_set(err, -EINVAL, "-o and --log-fd exclude each other");
	if (s->show.separator && s->show.style == STAT_STYLE_JSON)
		return error_set(err, -EINVAL, "-x and -j exclude each other");
	if (s->appends && !s->output)
		return error_set(err, -EINVAL, "--append needs -o");
	if (s->show.metrics_only && s->by == STAT_BY_THREAD)
		return error_set(err, -EINVAL, "--metric-only and --per-thread exclude each other");
	return 0;
}

static void say_more(struct record_options *o)
{
	o->verbose++;
}

static const struct record_option general_options[] = {
	{ 'q', "quiet", NULL, "print nothing but errors", .flag = COMMON(quiet) },
	{ 'v', "verbose", NULL, "say more; twice: still more", .set = say_more },
	{ 'h', "help", NULL, "this text", .flag = COMMON(help) },
	{ 0, "affinity", NULL, "each counter is read from where prec runs",
	  .flags = OPTION_IGNORED | OPTION_NEGATABLE },
	{ 0, "metric-no-merge", NULL, "metrics have their events for themselves", .flags = OPTION_IGNORED },
	{ 0, "metric-no-threshold", NULL, "no metric has a color", .flags = OPTION_IGNORED },
	{ 0 },
};

static const struct option_absent absent[] = {
	{ "-b --bpf-prog --bpf-attr-map --bpf-counters",
	  "the kernel's own counters are read; they need no BPF program" },
	{ "-T --transaction", "-e with the events of the CPU's PMU counts them: cpu/tx-start/ ..." },
	{ "--topdown --td-level", "-e '{slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound}' "
				  "counts them" },
	{ "--cputype --pmu-filter", "name the PMU in -e: cpu_core/cycles/" },
	{ "--percore-show-thread", "-A shows each CPU, --per-core each core" },
	{ "--metric-no-group", "-e with events outside of {} counts them one by one" },
	{ "--record-tpebs --tpebs-mode", "prec record -W samples latencies" },
	{ "--smi-cost", "-e msr/smi/,msr/aperf/,cycles counts what it is made of" },
	{ "--iostat", "-e with the events of uncore PMUs counts them" },
	{ 0 },
};

static const struct option_theme stat_target_theme = { target_options, check_target, NULL };
static const struct option_theme stat_event_theme = { event_options, check_events, NULL };
static const struct option_theme stat_time_theme = { time_options, check_times, NULL };
static const struct option_theme stat_output_theme = { output_options, check_output, NULL };
static const struct option_theme stat_general_theme = { general_options, NULL, NULL };

static const struct option_theme *const themes[] = { &stat_target_theme, &stat_event_theme,   &stat_time_theme,
						     &stat_output_theme, &stat_general_theme, NULL };

int stat_options_init(struct stat_options *o)
{
	memset(o, 0, sizeof(*o));
	o->runs = 1;
	o->show.groups_digits = true;
	return record_options_init(&o->common);
}

void stat_options_fini(struct stat_options *o)
{
	record_options_fini(&o->common);
	free(o->metrics);
}

int stat_options_parse(struct stat_options *o, int argc, char **argv, struct error *err)
{
	int rest = option_themes_parse(themes, absent, argc, argv, &o->common, err);

	if (rest < 0)
		return rest;
	if (rest < argc)
		o->common.command = argv + rest;
	if (o->per_thread)
		o->common.target.everyone = !o->common.target.pids && !o->common.target.tids && !o->common.target.user;
	o->show.is_summary = o->times.interval;
	o->show.hides_idle = o->common.target.everyone;
	o->show.is_empty = o->counts_nothing;
	return option_themes_check(themes, &o->common, err);
}

static int parse_usual(struct stat_options *o, struct error *err)
{
	static const char *const more[] = { EVENTS_CACHE, EVENTS_TLB, EVENTS_PREFETCH };
	const enum target_kind kind = target_options_kind(&o->common.target, o->common.command);
	const struct event_context context = stat_context();
	char usual[sizeof(EVENTS_USUAL) + sizeof("task-clock")];
	int result;

	snprintf(usual, sizeof(usual), EVENTS_USUAL, kind == TARGET_SYSTEM ? "cpu-clock" : "task-clock");
	result = event_list_parse(&o->common.events, usual, &context, err);
	for (unsigned i = 0; !result && i < o->detailed && i < ARRAY_SIZE(more); i++)
		result = event_list_parse(&o->common.events, more[i], &context, err);
	return result;
}

int stat_options_add_events(struct stat_options *o, struct error *err)
{
	struct event_list *events = &o->common.events;
	int result = 0;

	if (!events->n && !o->counts_nothing)
		result = parse_usual(o, err);
	if (!result && o->common.group)
		result = event_groups_make_anew(events, err);
	if (!result && o->cgroups && events->n)
		result = event_cgroups_each(events, o->cgroups, err);
	return result;
}

void stat_options_usage(FILE *out)
{
	fprintf(out, "Usage: prec stat [OPTIONS] [COMMAND [ARGS]]\n\n"
		     "Counts what COMMAND, a process (-p), a thread (-t), a user (-u) or the whole system (-a)\n"
		     "does. Without any of them: the whole system, until interrupted.\n\nOptions:\n");
	option_themes_print(out, themes);
}
