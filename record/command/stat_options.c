#include "record/command/stat_options.h"

#include "record/command/event_options.h"
#include "record/command/option_theme.h"
#include "record/command/stat_pmu.h"
#include "record/command/target_options.h"
#include "record/events/event_cgroups.h"
#include "record/pmu/event_context.h"
#include "record/events/event_groups.h"
#include "record/events/event_parse.h"
#include "record/events/event_pfm.h"
#include "record/open/cgroup_match.h"
#include "record/stat/stat_sets.h"

#include "common/bytes.h"
#include "common/clock_ns.h"
#include "common/option_merge.h"
#include "common/subcommand.h"
#include "counts/stat_named.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STAT_MEMBER(member) offsetof(struct stat_options, member)
#define COMMON(member)      offsetof(struct stat_options, common.member)

#define RECORDING_DEFAULT "perf.data"

#define MSEC_MAX    (UINT32_MAX / 2)
#define TIMEOUT_MIN 10

static struct stat_options *own(struct record_options *o)
{
	return (struct stat_options *)o;
}

static const struct stat_options *own_const(const struct record_options *o)
{
	return (const struct stat_options *)o;
}

static struct event_context stat_context(const struct stat_options *s)
{
	struct event_context context = event_context_of_environment();

	context.counts = true;
	context.pmu_filter = s->pmu_filter;
	return context;
}

static int take_pmu(struct record_options *o, const char *option, const char *name, bool is_core, struct error *err)
{
	const struct event_context context = event_context_of_environment();
	char **pmu = &own(o)->pmu_filter;

	if (o->events.n)
		return error_set(err, -EINVAL, "%s is for the events after it: it has to stand before -e and -M",
				 option);
	free(*pmu);
	*pmu = NULL;
	return stat_pmu_find(pmu, option, name, is_core, context.sys_root, err);
}

static int take_cputype(struct record_options *o, const char *name, struct error *err)
{
	return take_pmu(o, "--cputype", name, true, err);
}

static int take_pmu_filter(struct record_options *o, const char *name, struct error *err)
{
	return take_pmu(o, "--pmu-filter", name, false, err);
}

static int take_events(struct record_options *o, const char *text, struct error *err)
{
	const struct event_context context = stat_context(own_const(o));

	return event_list_parse(&o->events, text, &context, err);
}

static int take_pfm_events(struct record_options *o, const char *text, struct error *err)
{
	const struct event_context context = stat_context(own_const(o));

	return event_pfm_parse(&o->events, text, &context, err);
}

static int take_metrics(struct record_options *o, const char *names, struct error *err)
{
	struct stat_metric_choice *choice = &own(o)->metrics;
	char *events;
	int result;

	/* Those before -G count in its cgroups alone. */
	if (o->events.n && o->events.events[o->events.n - 1].cgroup)
		choice->counted = 0;
	result = stat_metric_choose(choice, names, &events, err);
	if (!result && *events)
		result = take_events(o, events, err);
	free(events);
	return result;
}

static void add_detail(struct record_options *o)
{
	own(o)->detailed++;
}

static void set_topdown_level(struct record_options *o, uint64_t level)
{
	own(o)->topdown_level = level;
}

static const struct record_option target_options[] = {
	{ 'a', "all-cpus", NULL, "count on all CPUs, whatever runs there", .flag = COMMON(target.system_wide) },
	{ 'p', "pid", "PID", "count in running processes, a list of numbers or names", OPTION_ARG_MORE_NUMBERS,
	  .parse = target_options_take_pids },
	{ 't', "tid", "TID", "count in running threads, a list of numbers", OPTION_ARG_MORE_NUMBERS,
	  .parse = target_options_take_tids },
	{ 'u', "uid", "USER", "count in the processes that run now as USER, a name or number",
	  .text = COMMON(target.user) },
	{ 'C', "cpu", "CPUS", "count on these CPUs only, for example 0-2,5", .text = COMMON(target.cpus) },
	{ 'G', "cgroup", "NAMES",
	  "the first event in the first cgroup alone, the second in the second ...;\n"
	  "a single name is for all events before it; with -a or -C",
	  .parse = target_options_take_cgroups },
	{ 0, "for-each-cgroup", "NAMES",
	  "all events in each of these cgroups, named or matching ^web-.*; with -a or -C",
	  .text = STAT_MEMBER(cgroups) },
	{ 'i', "no-inherit", NULL, "do not follow new processes and threads", .flag = COMMON(target.no_inherit) },
	{ 0 },
};

static const struct record_option event_options[] = {
	{ 'e', "event", "EVENTS", "what to count: EVENT[:MODIFIERS][,...], may be repeated", .parse = take_events },
	{ 'M', "metrics", "METRICS", "count what these metrics are made of: IPC, branch_miss_rate ... (see the manual)",
	  .parse = take_metrics },
	{ 0, "cputype", "TYPE", "of events after it that no PMU is named of, those of one kind of cores: core, atom",
	  .parse = take_cputype },
	{ 0, "pmu-filter", "PMU", "or those of one PMU of several that have them", .parse = take_pmu_filter },
	{ 0, "pfm-events", "EVENTS", "events by the names of libpfm4, as -e", .parse = take_pfm_events },
	{ 'd', "detailed", NULL, "caches too; twice: and TLBs; three times: and prefetches", .set = add_detail },
	{ 'T', "transaction", NULL, "what transactions of the CPU do: cycles in them, how many are aborted",
	  .flag = STAT_MEMBER(transactions) },
	{ 0, "topdown", NULL, "what the CPU's slots are used for: retiring, bad speculation, waiting for either end",
	  .flag = STAT_MEMBER(topdown) },
	{ 0, "td-level", "N", "of --topdown: how detailed; 0: as far as the machine goes",
	  .range = { 0, "--td-level", 0, UINT32_MAX, NULL, NULL }, .set_number = set_topdown_level },
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

	if (s->show.by == STAT_BY_THREAD && o->target.cpus && !of_threads)
		return error_set(err, -EINVAL, "--per-thread is of threads: it excludes -C without -p, -t or -u");
	if (s->show.by == STAT_BY_THREAD && o->command && !of_threads && !o->target.system_wide)
		return error_set(err, -EINVAL,
				 "--per-thread is of threads that run now: it needs -p, -t, -u or -a beside a command");
	if (s->show.by != STAT_BY_ALL && s->show.by != STAT_BY_THREAD && !on_cpus)
		return error_set(err, -EINVAL, "counts are taken apart by CPU only on whole CPUs: use -a or -C");
	if (o->target.cgroups && o->events.n)
		return error_set(err, -EINVAL, "-G '%s': must define events before cgroups: -e EVENT -G NAME",
				 o->target.cgroups);
	if (s->cgroups && o->target.n_cgroups)
		return error_set(err, -EINVAL, "-G and --for-each-cgroup exclude each other");
	if (s->cgroups && (!on_cpus || of_threads))
		return error_set(err, -EINVAL,
				 "--for-each-cgroup: cgroups are counted on whole CPUs only: use -a or -C");
	return 0;
}

static int check_events(const struct record_options *o, struct error *err)
{
	const struct stat_options *s = own_const(o);

	if (s->counts_nothing && (o->events.n || s->transactions || s->topdown))
		return error_set(err, -EINVAL, "-n counts nothing: it excludes -e, -M, -T and --topdown");
	if (s->topdown_level && !s->topdown)
		return error_set(err, -EINVAL, "--td-level needs --topdown");
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
	{ 'I', "interval-print", "MSEC", "show what was counted every MSEC milliseconds; 0: at the end",
	  .range = { 0, "-I", 0, MSEC_MAX, NULL, NULL }, .set_number = set_interval },
	{ 0, "interval-count", "N", "with -I: end after N of them; 0: no end",
	  .range = { 0, "--interval-count", 0, UINT32_MAX, NULL, NULL }, .set_number = set_intervals },
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
	if (s->runs != 1 && !o->command)
		return error_set(err, -EINVAL, "-r needs a command to repeat");
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
	{ 0, "metric-no-group", NULL, "events stand alone but in {}", .flags = OPTION_IGNORED },
	{ 0, "metric-no-merge", NULL, "metrics have their events for themselves", .flags = OPTION_IGNORED },
	{ 0, "metric-no-threshold", NULL, "no metric has a color", .flags = OPTION_IGNORED },
	{ 0 },
};

static const struct option_absent absent[] = {
	{ "-b --bpf-prog --bpf-attr-map --bpf-counters",
	  "the kernel's own counters are read; they need no BPF program" },
	{ "--record-tpebs --tpebs-mode", "prec record -W samples latencies" },
	{ "--smi-cost", "-e msr/smi/,msr/aperf/,cycles counts what it is made of" },
	{ "--iostat", "-e with the events of uncore PMUs counts them" },
	{ 0 },
};

static const struct option_theme stat_target_theme = { target_options, check_target, NULL };
static const struct option_theme stat_event_theme = { event_options, check_events, NULL };
static const struct option_theme stat_time_theme = { time_options, check_times, NULL };
static const struct option_theme stat_general_theme = { general_options, NULL, NULL };

static const struct option_theme *const themes[] = { &stat_target_theme, &stat_event_theme, &stat_time_theme,
						     &stat_general_theme, NULL };

int stat_options_init(struct stat_options *o)
{
	memset(o, 0, sizeof(*o));
	o->runs = 1;
	stat_show_init(&o->show);
	return record_options_init(&o->common);
}

void stat_options_fini(struct stat_options *o)
{
	record_options_fini(&o->common);
	free(o->pmu_filter);
}

struct parsing {
	struct stat_options *options;
	struct option_lists lists; /* of the themes */
	struct option_merge merge; /* of those and what says how counts are shown */
};

static int parsing_init(struct parsing *p, struct stat_options *o)
{
	p->options = o;
	option_lists_fill(&p->lists, themes, absent);
	return option_merge_init(&p->merge, &p->lists.table, &stat_show_table);
}

static bool is_shown_by(const struct parsing *p, int key)
{
	const struct option_def *def = p->merge.others;

	while (def->help && def->key != key)
		def++;
	return def->help;
}

static int take_option(void *context, int key, const char *value, bool negated, struct error *err)
{
	struct parsing *p = context;

	if (is_shown_by(p, key))
		return stat_show_option(&p->options->show, key, value, negated, err);
	return option_lists_take(&p->lists, &p->options->common, key, value, negated, err);
}

/* The words up to the command, "record" among them once. Returns where the command or "report" stands, or argc. */
static int parse_words(struct parsing *p, int argc, char **argv, struct error *err)
{
	struct stat_options *o = p->options;
	int at = options_parse(&p->merge.table, argc, argv, take_option, p, err);
	int rest;

	if (at < 0 || at == argc || !subcommand_is(argv[at], "record"))
		return at;
	o->recording = RECORDING_DEFAULT;
	rest = options_parse(&p->merge.table, argc - at, argv + at, take_option, p, err);
	return rest < 0 ? rest : at + rest;
}

/* In a recording -o is its name, wherever it stands, as in Linux perf. */
static int take_recording(struct stat_options *o, struct error *err)
{
	if (o->runs != 1)
		return error_set(err, -EINVAL, "-r and record exclude each other: a recording is of one run");
	if (o->counts_nothing)
		return error_set(err, -EINVAL, "-n and record exclude each other: there would be nothing in the file");
	if (o->show.appends)
		return error_set(err, -EINVAL,
				 "--append and record exclude each other: -o is the recording, a new file");
	if (o->show.output)
		o->recording = o->show.output;
	o->show.output = NULL;
	return 0;
}

/* Beside its metrics no others that have columns: there is one for each event of a rate. */
static void show_topdown(struct stat_options *o)
{
	o->show.metrics_only = true;
	for (size_t i = 0; i < STAT_TOPDOWN_NAMES; i++)
		o->metrics.names[o->metrics.n++] = stat_topdown_names[i];
	o->show.n_metrics = o->metrics.n;
}

int stat_options_parse(struct stat_options *o, int argc, char **argv, struct error *err)
{
	const struct target_options *target = &o->common.target;
	struct parsing p;
	int result = 0;
	int rest;

	if (parsing_init(&p, o))
		return error_nomem(err);
	rest = parse_words(&p, argc, argv, err);
	option_merge_fini(&p.merge);
	if (rest < 0)
		return rest;
	if (!o->recording && rest < argc && subcommand_is(argv[rest], "report")) {
		o->report = rest;
		return 0;
	}
	if (rest < argc)
		o->common.command = argv + rest;
	if (o->show.by == STAT_BY_THREAD)
		o->common.target.everyone = !target->pids && !target->tids && !target->user;
	o->show.is_summary = o->times.interval;
	o->show.hides_idle = target->everyone;
	o->show.is_empty = o->counts_nothing;
	o->show.repeats = o->runs > 1;
	o->show.metrics = o->metrics.names;
	o->show.n_metrics = o->metrics.n;
	if (o->topdown)
		show_topdown(o);
	if (o->recording)
		result = take_recording(o, err);
	if (!result)
		result = option_themes_check(themes, &o->common, err);
	return result ? result : stat_show_check(&o->show, err);
}

static int add_usual(struct stat_options *o, struct error *err)
{
	const bool on_cpus = target_options_kind(&o->common.target, o->common.command) == TARGET_SYSTEM;
	const struct event_context context = stat_context(o);
	int result = stat_usual_add(&o->common.events, on_cpus, o->detailed, &context, err);

	return result ? result : target_options_set_cgroups(&o->common.target, &o->common.events, err);
}

static int put_in_cgroups(struct event_list *events, const char *names, struct error *err)
{
	char *matching = NULL;
	int result = 0;

	if (cgroup_match_is_wanted(names))
		result = cgroup_match_own(names, &matching, err);
	if (!result)
		result = event_cgroups_each(events, matching ? matching : names, err);
	free(matching);
	return result;
}

int stat_options_add_events(struct stat_options *o, struct error *err)
{
	struct event_list *events = &o->common.events;
	const struct event_context context = stat_context(o);
	int result = 0;

	if (o->transactions)
		result = stat_sets_transactions(events, &context, err);
	if (!result && o->topdown)
		result = stat_sets_topdown(events, o->topdown_level, &context, err);
	if (!result && !events->n && !o->counts_nothing)
		result = add_usual(o, err);
	if (!result && o->common.group)
		result = event_groups_make_anew(events, err);
	if (!result && o->cgroups && events->n)
		result = put_in_cgroups(events, o->cgroups, err);
	return result;
}

void stat_options_usage(FILE *out)
{
	struct stat_options none;
	struct parsing p;

	fprintf(out, "Usage: prec stat [OPTIONS] [COMMAND [ARGS]]\n"
		     "       prec stat [OPTIONS] record [-o FILE] [OPTIONS] [COMMAND [ARGS]]\n"
		     "       prec stat [OPTIONS] report [-i FILE]\n\n"
		     "Counts what COMMAND, a process (-p), a thread (-t), a user (-u) or the whole system (-a)\n"
		     "does. Without any of them: the whole system, until interrupted. record keeps the counts in\n"
		     "a file, too, which report shows (see 'prec stat report --help').\n\nOptions:\n");
	if (parsing_init(&p, &none))
		return;
	options_print(out, p.merge.table.defs);
	option_merge_fini(&p.merge);
}
