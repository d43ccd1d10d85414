#include "record/command/stat_options.h"

#include "command/subcommand.h"
#include "common/bytes.h"
#include "common/clock_ns.h"
#include "common/error.h"
#include "common/options.h"
#include "common/suggest.h"
#include "counts/stat_metrics.h"
#include "record/command/event_options.h"
#include "record/command/target_options.h"
#include "record/events/event_cgroups.h"
#include "record/events/event_groups.h"
#include "record/events/event_parse.h"
#include "record/events/event_pfm.h"
#include "record/open/cgroup_match.h"
#include "record/pmu/event_context.h"
#include "record/pmu/pmu_types.h"
#include "record/stat/stat_sets.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * stat_pmu: the PMU that --cputype or --pmu-filter of prec stat name.
 *
 * Threads: no state, any thread.
 */

#define CORE_PREFIX "cpu_"

static bool is_called(const struct pmu_type *pmu, const char *name, bool is_core)
{
	const size_t prefix = strlen(CORE_PREFIX);

	if (is_core && !pmu->is_core)
		return false;
	return !strcmp(pmu->name, name) ||
	       (is_core && !strncmp(pmu->name, CORE_PREFIX, prefix) && !strcmp(pmu->name + prefix, name));
}

static int unknown(const struct pmu_types *types, const char *option, const char *name, bool is_core, struct error *err)
{
	const char *between = is_core ? "; there are " : "";
	struct suggest suggest;
	int result = error_set(err, -EINVAL, "%s '%s': no such %s on this machine", option, name,
			       is_core ? "kind of cores" : "PMU");

	suggest_init(&suggest, name);
	for (size_t i = 0; i < types->n; i++) {
		if (!is_core)
			suggest_offer(&suggest, types->pmus[i].name);
		if (!is_core || !types->pmus[i].is_core)
			continue;
		error_append(err, "%s%s", between, types->pmus[i].name);
		between = ", ";
	}
	suggest_append(&suggest, err);
	return result;
}

/*
 * is_core: name is that of a kind of cores, whose PMU may begin with "cpu_" ("core", "atom"). ret_pmu: malloc'ed. 0, or
 * a negative errno with a message that begins with the option and says which there are.
 */
static int stat_pmu_find(char **ret_pmu, const char *option, const char *name, bool is_core, const char *sys_root,
			 struct error *err)
{
	struct pmu_types types;
	int result = 0;

	*ret_pmu = NULL;
	pmu_types_load(&types, sys_root);
	for (size_t i = 0; i < types.n && !*ret_pmu && !result; i++)
		if (is_called(&types.pmus[i], name, is_core)) {
			*ret_pmu = strdup(types.pmus[i].name);
			result = *ret_pmu ? 0 : error_nomem(err);
		}
	if (!*ret_pmu && !result)
		result = unknown(&types, option, name, is_core, err);
	pmu_types_fini(&types);
	return result;
}

#define RECORDING_DEFAULT "perf.data"

#define MSEC_MAX    (UINT32_MAX / 2)
#define TIMEOUT_MIN 10

static struct event_context stat_context(const struct stat_options *s)
{
	struct event_context context = event_context_of_environment();

	context.is_counting = true;
	context.pmu_filter = s->pmu_filter;
	return context;
}

static int take_pmu(struct stat_options *o, const char *option, const char *name, bool is_core, struct error *err)
{
	const struct event_context context = event_context_of_environment();
	char **pmu = &o->pmu_filter;

	if (o->common.events.n)
		return error_set(err, -EINVAL, "%s is for the events after it: it has to stand before -e and -M",
				 option);
	free(*pmu);
	*pmu = NULL;
	return stat_pmu_find(pmu, option, name, is_core, context.sys_root, err);
}

static int take_cputype(void *options, const char *name, struct error *err)
{
	return take_pmu(options, "--cputype", name, true, err);
}

static int take_pmu_filter(void *options, const char *name, struct error *err)
{
	return take_pmu(options, "--pmu-filter", name, false, err);
}

static int take_events(void *options, const char *text, struct error *err)
{
	struct stat_options *o = options;
	const struct event_context context = stat_context(o);

	return event_list_parse(&o->common.events, text, &context, err);
}

static int take_pfm_events(void *options, const char *text, struct error *err)
{
	struct stat_options *o = options;
	const struct event_context context = stat_context(o);

	return event_pfm_parse(&o->common.events, text, &context, err);
}

static int take_metrics(void *options, const char *names, struct error *err)
{
	struct stat_options *o = options;
	const struct event_list *list = &o->common.events;
	char *events;
	int result;

	/* Those before -G count in its cgroups alone. */
	if (list->n && list->events[list->n - 1].cgroup)
		o->metrics.counted = 0;
	result = stat_metric_choose(&o->metrics, names, &events, err);
	if (!result && *events)
		result = take_events(o, events, err);
	free(events);
	return result;
}

static int check_target(const struct stat_options *s, struct error *err)
{
	const struct record_options *o = &s->common;
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

static int check_events(const struct stat_options *s, struct error *err)
{
	const struct record_options *o = &s->common;

	if (s->counts_nothing && (o->events.n || s->transactions || s->topdown))
		return error_set(err, -EINVAL, "-n counts nothing: it excludes -e, -M, -T and --topdown");
	if (s->topdown_level && !s->topdown)
		return error_set(err, -EINVAL, "--td-level needs --topdown");
	return event_options_check_modes(o, err);
}

/* As of -D of Linux perf: -1 is on request. */
static int take_delay(void *options, const char *text, struct error *err)
{
	struct stat_times *times = options;
	char *end;
	const long long ms = strtoll(text, &end, 10);

	if (end == text || *end || ms < -1 || ms > MSEC_MAX)
		return error_set(err, -EINVAL, "-D '%s': takes milliseconds, or -1", text);
	times->on_request = ms < 0;
	times->delay = ms < 0 ? 0 : (uint64_t)ms * NS_PER_MS;
	return 0;
}

/* As ns. */
static int take_msec(void *ns, const char *msec, struct error *err)
{
	(void)err;
	*(uint64_t *)ns = option_number(msec) * NS_PER_MS;
	return 0;
}

static int check_times(const struct stat_options *s, struct error *err)
{
	const struct record_options *o = &s->common;

	if (s->times.n_intervals && !s->times.interval)
		return error_set(err, -EINVAL, "--interval-count needs -I");
	if (s->times.n_intervals && s->times.timeout)
		return error_set(err, -EINVAL, "--interval-count and --timeout exclude each other");
	if (s->runs != 1 && !o->command)
		return error_set(err, -EINVAL, "-r needs a command to repeat");
	return 0;
}

static int check(const struct stat_options *o, struct error *err)
{
	if (check_target(o, err) || check_events(o, err) || check_times(o, err))
		return -EINVAL;
	return stat_show_check(&o->show, err);
}

static const struct option options[] = {
	{ 'a', "all-cpus", NULL, "count on all CPUs, whatever runs there",
	  OPTION_FLAG(struct stat_options, common.target.system_wide) },
	{ 'p', "pid", "PID", "count in running processes, a list of numbers or names", OPTION_ARG_MORE_NUMBERS,
	  OPTION_CALL_OF(struct stat_options, common.target, target_options_take_pids) },
	{ 't', "tid", "TID", "count in running threads, a list of numbers", OPTION_ARG_MORE_NUMBERS,
	  OPTION_CALL_OF(struct stat_options, common.target, target_options_take_tids) },
	{ 'u', "uid", "USER", "count in the processes that run now as USER, a name or number",
	  OPTION_TEXT(struct stat_options, common.target.user) },
	{ 'C', "cpu", "CPUS", "count on these CPUs only, for example 0-2,5",
	  OPTION_TEXT(struct stat_options, common.target.cpus) },
	{ 'G', "cgroup", "NAMES",
	  "the first event in the first cgroup alone, the second in the second ...;\n"
	  "a single name is for all events before it; with -a or -C",
	  OPTION_CALL_OF(struct stat_options, common, target_options_take_cgroups) },
	{ 0, "for-each-cgroup", "NAMES",
	  "all events in each of these cgroups, named or matching ^web-.*; with -a or -C",
	  OPTION_TEXT(struct stat_options, cgroups) },
	{ 'i', "no-inherit", NULL, "do not follow new processes and threads",
	  OPTION_FLAG(struct stat_options, common.target.no_inherit) },
	{ 'e', "event", "EVENTS", "what to count: EVENT[:MODIFIERS][,...], may be repeated", OPTION_CALL(take_events) },
	{ 'M', "metrics", "METRICS", "count what these metrics are made of: IPC, branch_miss_rate ... (see the manual)",
	  OPTION_CALL(take_metrics) },
	{ 0, "cputype", "TYPE", "of events after it that no PMU is named of, those of one kind of cores: core, atom",
	  OPTION_CALL(take_cputype) },
	{ 0, "pmu-filter", "PMU", "or those of one PMU of several that have them", OPTION_CALL(take_pmu_filter) },
	{ 0, "pfm-events", "EVENTS", "events by the names of libpfm4, as -e", OPTION_CALL(take_pfm_events) },
	{ 'd', "detailed", NULL, "caches too; twice: and TLBs; three times: and prefetches",
	  OPTION_COUNT(struct stat_options, detailed) },
	{ 'T', "transaction", NULL, "what transactions of the CPU do: cycles in them, how many are aborted",
	  OPTION_FLAG(struct stat_options, transactions) },
	{ 0, "topdown", NULL, "what the CPU's slots are used for: retiring, bad speculation, waiting for either end",
	  OPTION_FLAG(struct stat_options, topdown) },
	{ 0, "td-level", "N", "of --topdown: how detailed; 0: as far as the machine goes",
	  OPTION_NUMBER(struct stat_options, topdown_level, 0, UINT32_MAX) },
	{ 'g', "group", NULL, "put all events into one group, as {} in -e does",
	  OPTION_FLAG(struct stat_options, common.group) },
	{ 0, "filter", "FILTER", "of the last event before: what the kernel is to count of it",
	  OPTION_CALL_OF(struct stat_options, common, event_options_take_filter) },
	{ 0, "all-kernel", NULL, "events count in the kernel only",
	  OPTION_FLAG(struct stat_options, common.sampler.modes.no_user) },
	{ 0, "all-user", NULL, "events count in user space only",
	  OPTION_FLAG(struct stat_options, common.sampler.modes.no_kernel) },
	{ 'n', "null", NULL, "count nothing but time", OPTION_FLAG(struct stat_options, counts_nothing) },
	{ 0, "list-names", NULL, "the names of events, for completion", OPTION_HIDDEN,
	  OPTION_FLAG(struct stat_options, common.list_names) },
	{ 'r', "repeat", "N", "run the command N times, and show mean and deviation; 0: without end",
	  OPTION_NUMBER(struct stat_options, runs, 0, UINT32_MAX) },
	{ 'I', "interval-print", "MSEC", "show what was counted every MSEC milliseconds; 0: at the end",
	  OPTION_RANGE(0, MSEC_MAX), OPTION_CALL_OF(struct stat_options, times.interval, take_msec) },
	{ 0, "interval-count", "N", "with -I: end after N of them; 0: no end",
	  OPTION_NUMBER(struct stat_options, times.n_intervals, 0, UINT32_MAX) },
	{ 0, "timeout", "MSEC", "end after MSEC milliseconds", OPTION_RANGE(TIMEOUT_MIN, MSEC_MAX),
	  OPTION_CALL_OF(struct stat_options, times.timeout, take_msec) },
	{ 'D', "delay", "MSEC", "begin to count MSEC milliseconds after the start, or never (-1)",
	  OPTION_CALL_OF(struct stat_options, times, take_delay) },
	{ 0, "control", "fd:CTL[,ACK]|fifo:CTL[,ACK]",
	  "take commands from a pipe while counting: enable, disable, stop ...",
	  OPTION_TEXT(struct stat_options, common.control) },
	{ 0, "pre", "COMMAND", "a command for the shell before each run", OPTION_TEXT(struct stat_options, before) },
	{ 0, "post", "COMMAND", "and one after it", OPTION_TEXT(struct stat_options, after) },
	{ 'S', "sync", NULL, "have file systems write what they hold before each run",
	  OPTION_FLAG(struct stat_options, sync) },
	{ 'q', "quiet", NULL, "print nothing but errors", OPTION_FLAG(struct stat_options, common.quiet) },
	{ 'v', "verbose", NULL, "say more; twice: still more", OPTION_COUNT(struct stat_options, common.verbose) },
	{ 'h', "help", NULL, "this text", OPTION_FLAG(struct stat_options, common.help) },
	{ 0, "affinity", NULL, "each counter is read from where prec runs",
	  .flags = OPTION_IGNORED | OPTION_NEGATABLE },
	{ 0, "metric-no-group", NULL, "events stand alone but in {}", .flags = OPTION_IGNORED },
	{ 0, "metric-no-merge", NULL, "metrics have their events for themselves", .flags = OPTION_IGNORED },
	{ 0, "metric-no-threshold", NULL, "no metric has a color", .flags = OPTION_IGNORED },
	OPTION_GROUP(struct stat_options, show, &stat_show_group),
	OPTION_ABSENT("-b --bpf-prog --bpf-attr-map --bpf-counters",
		      "the kernel's own counters are read; they need no BPF program"),
	OPTION_ABSENT("--record-tpebs --tpebs-mode", "prec record -W samples latencies"),
	OPTION_ABSENT("--smi-cost", "-e msr/smi/,msr/aperf/,cycles counts what it is made of"),
	OPTION_ABSENT("--iostat", "-e with the events of uncore PMUs counts them"),
	{ 0 },
};

const struct option_group stat_group = {
	.options = options,
	.usage = "Usage: prec stat [OPTIONS] [COMMAND [ARGS]]\n"
		 "       prec stat [OPTIONS] record [-o FILE] [OPTIONS] [COMMAND [ARGS]]\n"
		 "       prec stat [OPTIONS] report [-i FILE]\n\n"
		 "Counts what COMMAND, a process (-p), a thread (-t), a user (-u) or the whole system (-a)\n"
		 "does. Without any of them: the whole system, until interrupted. record keeps the counts in\n"
		 "a file, too, which report shows (see 'prec stat report --help').\n",
};

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

/* The words up to the command, "record" among them once. Returns where the command or "report" stands, or argc. */
static int parse_words(struct stat_options *o, int argc, char **argv, struct error *err)
{
	int at = options_take(&stat_group, o, argc, argv, err);
	int rest;

	if (at < 0 || at == argc || !subcommand_is(argv[at], "record"))
		return at;
	o->recording = RECORDING_DEFAULT;
	rest = options_take(&stat_group, o, argc - at, argv + at, err);
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
	int rest = parse_words(o, argc, argv, err);
	int result = 0;

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
	return result ? result : check(o, err);
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
