#include "record/command/record_options.h"

#include "record/command/content_options.h"
#include "record/command/output_options.h"
#include "record/command/record_absent.h"
#include "record/command/stack_options.h"
#include "record/events/event_cgroups.h"
#include "record/events/event_context.h"
#include "record/events/event_filter.h"
#include "record/events/event_groups.h"
#include "record/events/event_names.h"
#include "record/events/event_parse.h"
#include "record/session/clock_ns.h"
#include "record/session/rotation.h"

#include "common/bytes.h"
#include "common/log.h"
#include "common/options.h"
#include "formats/file/zframe.h"

#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_FREQ  4000
#define FREQ_MAX_WORD "max"
#define OFF_CPU_MSEC  500

enum {
	KEY_COMPRESSION_LEVEL = 256,
	KEY_CALL_GRAPH,
	KEY_MAX_STACK,
	KEY_USER_REGS,
	KEY_BUILDID_DIR,
	KEY_CACHE_SIZE,
	KEY_PER_THREAD,
	KEY_STRICT_FREQ,
	KEY_NO_BPF_EVENT,
	KEY_MAX_SIZE,
	KEY_TIMESTAMP_FILENAME,
	KEY_OVERWRITE,
	KEY_SWITCH_OUTPUT,
	KEY_SWITCH_MAX_FILES,
	KEY_SAMPLE_CPU,
	KEY_ALL_KERNEL,
	KEY_ALL_USER,
	KEY_USER_CALLCHAINS,
	KEY_KERNEL_CALLCHAINS,
	KEY_ALWAYS,
	KEY_DRY_RUN,
	KEY_FILTER,
	KEY_EXCLUDE_PERF,
	KEY_LIST_NAMES,
	KEY_GROUP,
	KEY_OFF_CPU,
	KEY_OFF_CPU_THRESH,
	KEY_CONTROL,
};

static const struct option_def record_option_defs[] = {
	{ 'a', "all-cpus", NULL, "record all CPUs, whatever runs there", 0 },
	{ 'p', "pid", "PID", "record running processes, a comma-separated list", 0 },
	{ 't', "tid", "TID", "record running threads, a comma-separated list", 0 },
	{ 'u', "uid", "USER", "record the processes that run now as USER, a name or number", 0 },
	{ 'C', "cpu", "CPUS", "record on these CPUs only, for example 0-2,5", 0 },
	{ 'G', "cgroup", "NAMES",
	  "the first event in the first cgroup alone, the second in the second ...;\n"
	  "a single name is for all events before it; with -a or -C",
	  0 },
	{ KEY_PER_THREAD, "per-thread", NULL, "one buffer a thread instead of one a CPU; implies -i", 0 },
	{ 'e', "event", "EVENTS",
	  "what to record: EVENT[:MODIFIERS][,...], may be repeated\n"
	  "(default: cycles:P, or cpu-clock:I without hardware counters)",
	  0 },
	{ KEY_GROUP, "group", NULL, "put all events into one group, as {} in -e does", 0 },
	{ KEY_FILTER, "filter", "FILTER", "of the last event before: what the kernel is to record of it", 0 },
	{ KEY_EXCLUDE_PERF, "exclude-perf", NULL, "tracepoints leave out prec itself", 0 },
	{ 'F', "freq", "HZ", "samples a second, or 'max' (default: 4000)", 0 },
	{ 'c', "count", "N", "a sample every N events", 0 },
	{ KEY_STRICT_FREQ, "strict-freq", NULL, "fail, rather than lower it, when -F is more than the kernel allows",
	  0 },
	{ 'g', NULL, NULL, "record call chains, through frame pointers", 0 },
	{ KEY_CALL_GRAPH, "call-graph", "MODE",
	  "record call chains: fp (as -g; fp,defer: of user code when the\n"
	  "thread returns to it), lbr (by the CPU), or dwarf[,SIZE]:\n"
	  "a copy of the stack, 8192 bytes of it or SIZE, that is unwound later",
	  0 },
	{ KEY_MAX_STACK, "max-stack", "N", "at most N callers in the kernel's part or through frame pointers", 0 },
	{ KEY_USER_REGS, "user-regs", "REGS", "record the user's registers, all or a list; '?' names them",
	  OPTION_ARG_OPTIONAL },
	{ 'I', "intr-regs", "REGS", "record the registers at the sample, all or a list; '?' names them",
	  OPTION_ARG_OPTIONAL },
	{ KEY_USER_CALLCHAINS, "user-callchains", NULL, "only the user part of call chains", 0 },
	{ KEY_KERNEL_CALLCHAINS, "kernel-callchains", NULL, "only the kernel part of call chains", 0 },
	{ 'b', "branch-any", NULL, "record the branches before each sample, as -j any", 0 },
	{ 'j', "branch-filter", "FILTER",
	  "record branches of these kinds, a comma-separated list: any,\n"
	  "any_call, any_ret, ind_call, ind_jmp, call, cond, stack, ...",
	  0 },
	{ 'd', "data", NULL, "record data addresses", 0 },
	{ CONTENT_MEM_INFO, "sample-mem-info", NULL, "record what memory operation a sample was", 0 },
	{ CONTENT_PHYS_DATA, "phys-data", NULL, "record physical data addresses", 0 },
	{ CONTENT_DATA_PAGE_SIZE, "data-page-size", NULL, "record the size of the page of the data address", 0 },
	{ CONTENT_CODE_PAGE_SIZE, "code-page-size", NULL, "record the size of the page of the code", 0 },
	{ 'W', "weight", NULL, "record weights: how long an operation took, in cycles", 0 },
	{ CONTENT_TRANSACTION, "transaction", NULL, "record why transactions were aborted", 0 },
	{ 'R', "raw-samples", NULL, "record raw data of all events (always of tracepoints)", 0 },
	{ CONTENT_ALL_CGROUPS, "all-cgroups", NULL, "record the cgroup of each sample", 0 },
	{ CONTENT_SWITCH_EVENTS, "switch-events", NULL, "record when threads come to a CPU and leave it", 0 },
	{ KEY_OFF_CPU, "off-cpu", "MSEC", "record how long threads are blocked, and where",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER },
	{ KEY_OFF_CPU_THRESH, "off-cpu-thresh", "MSEC",
	  "from this time on each is a sample of its own, shorter ones are\n"
	  "added up (default: 500)",
	  0 },
	{ CONTENT_RUNNING_TIME, "running-time", NULL, "record with counts (:S, -s) how long events ran", 0 },
	{ 'T', "timestamp", NULL, "record times (always on)", 0 },
	{ 'P', "period", NULL, "record periods (on by default with -F)", OPTION_NEGATABLE },
	{ KEY_SAMPLE_CPU, "sample-cpu", NULL, "record the CPU (on by default with -a and -C)", 0 },
	{ 's', "stat", NULL, "record the count of each thread as it ends", 0 },
	{ 'n', "no-samples", NULL, "count, but take no samples", 0 },
	{ KEY_ALL_KERNEL, "all-kernel", NULL, "events count in the kernel only", 0 },
	{ KEY_ALL_USER, "all-user", NULL, "events count in user space only", 0 },
	{ 'i', "no-inherit", NULL, "do not follow new processes and threads", 0 },
	{ 'D', "delay", "MSEC",
	  "begin to sample MSEC milliseconds after the start, or never (-1),\n"
	  "or sample in ranges of that time only, for example 10-20,30-40",
	  0 },
	{ KEY_CONTROL, "control", "fd:CTL[,ACK]|fifo:CTL[,ACK]",
	  "take commands from a pipe while recording, and answer to another one:\n"
	  "enable, disable, stop, attach PID, detach PID, status ... (see the manual)",
	  0 },
	{ 'k', "clockid", "CLOCK", "the clock of the times: monotonic, monotonic_raw, boottime, realtime, tai", 0 },
	{ 'm', "mmap-pages", "SIZE",
	  "size of each buffer: pages, or bytes with B, K, M or G\n"
	  "(rounded up to a power of two pages)",
	  0 },
	/* Linux perf's -z takes its level only without a space between; here both forms work. */
	{ 'z', NULL, "LEVEL", "compress with zstd at LEVEL, 1 to 22 (default: 2); 0: do not compress",
	  OPTION_ARG_OPTIONAL | OPTION_ARG_NEXT_NUMBER },
	{ KEY_COMPRESSION_LEVEL, "compression-level", "LEVEL", "the same", OPTION_ARG_OPTIONAL },
	{ 'o', "output", "FILE", "file to write (default: perf.data); '-' is standard output", 0 },
	{ KEY_TIMESTAMP_FILENAME, "timestamp-filename", NULL, "add the time of its end to the file's name", 0 },
	{ KEY_SWITCH_OUTPUT, "switch-output", "WHEN",
	  "begin another file at a signal (SIGUSR2), or when the file has a\n"
	  "size (30M) or an age (10s, 5m); implies --timestamp-filename",
	  OPTION_ARG_OPTIONAL },
	{ KEY_SWITCH_MAX_FILES, "switch-max-files", "N", "keep the last N of these files", 0 },
	{ KEY_OVERWRITE, "overwrite", NULL,
	  "keep the last samples only, as many as the buffers (-m) hold, and write\n"
	  "them at the end, and at each signal of --switch-output",
	  0 },
	{ KEY_MAX_SIZE, "max-size", "SIZE", "end the recording when the file has SIZE, for example 500M", 0 },
	{ 'B', "no-buildid", NULL, "record no build-ids", 0 },
	{ 'N', "no-buildid-cache", NULL, "put no files into the build-id cache", OPTION_NEGATABLE },
	{ KEY_BUILDID_DIR, "buildid-dir", "DIR", "the build-id cache (default: ~/.debug)", 0 },
	{ KEY_CACHE_SIZE, "buildid-cache-size", "SIZE", "what recordings may have there: 500M, 4G (default: 2G)", 0 },
	{ KEY_NO_BPF_EVENT, "no-bpf-event", NULL, "record nothing of BPF programs", 0 },
	{ KEY_ALWAYS, "buildid-all", NULL, "of every mapping", OPTION_IGNORED },
	{ KEY_ALWAYS, "buildid-mmap", NULL, "in MMAP2 records", OPTION_IGNORED },
	{ KEY_ALWAYS, "namespaces", NULL, "of every process", OPTION_IGNORED },
	{ KEY_ALWAYS, "no-buffering", NULL, "what is recorded is written once a second", OPTION_IGNORED },
	{ KEY_ALWAYS, "sample-identifier", NULL, "every record has an id", OPTION_IGNORED },
	{ KEY_ALWAYS, "tail-synthesize", NULL, "what runs is known at the end, too", OPTION_IGNORED },
	{ KEY_ALWAYS, "timestamp-boundary", NULL, "the first and last times are recorded", OPTION_IGNORED },
	{ KEY_LIST_NAMES, "list-names", NULL, "the names of events, for completion", OPTION_HIDDEN },
	{ KEY_DRY_RUN, "dry-run", "json", "print what would be opened (text or JSON), and record nothing",
	  OPTION_ARG_OPTIONAL },
	{ 'q', "quiet", NULL, "print errors only", 0 },
	{ 'v', "verbose", NULL, "say more; twice: still more", 0 },
	{ 'h', "help", NULL, "this text", 0 },
	{ 0, NULL, NULL, NULL, 0 },
};

static const struct option_range record_option_ranges[] = {
	{ 'F', "-F", 1, 1000000000, FREQ_MAX_WORD, NULL },
	{ 'c', "-c", 1, INT64_MAX, NULL, NULL },
	{ KEY_SWITCH_MAX_FILES, "--switch-max-files", 0, UINT32_MAX, NULL, NULL },
	{ KEY_MAX_STACK, "--max-stack", 1, UINT16_MAX, NULL, NULL },
	{ KEY_OFF_CPU, "--off-cpu", 0, INT32_MAX, NULL, NULL },
	{ KEY_OFF_CPU_THRESH, "--off-cpu-thresh", 0, INT32_MAX, NULL, NULL },
	ZFRAME_LEVEL_RANGE('z'),
	ZFRAME_LEVEL_RANGE(KEY_COMPRESSION_LEVEL),
	{ 0 },
};

int record_options_init(struct record_options *o)
{
	memset(o, 0, sizeof(*o));
	event_list_init(&o->events);
	o->sampler.interval.freq = DEFAULT_FREQ;
	o->sampler.sideband.build_ids = o->sampler.sideband.bpf_programs = true;
	o->session.build_ids = true;
	o->session.off_cpu_ns = OFF_CPU_MSEC * NS_PER_MS;
	o->session.keep_files = true;
	o->cache.limit = CACHE_FILL_LIMIT;
	o->session.level = ZFRAME_LEVEL_DEFAULT;
	return 0;
}

void record_options_fini(struct record_options *o)
{
	event_list_fini(&o->events);
	sample_times_fini(&o->session.times);
}

/* "128" pages, or a size with its unit. What follows a comma is for hardware traces, of which there are none. */
static int parse_mmap_pages(struct record_options *o, const char *text, struct error *err)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), traces;
	size_t size = strcspn(text, ",");
	char first[32];
	bool good;

	snprintf(first, sizeof(first), "%.*s", (int)size, text);
	good = !size || option_size(first, page, &o->sampler.ring_bytes);
	if (good && *text && (!text[size] || option_size(text + size + 1, page, &traces)))
		return 0;
	return error_set(err, -EINVAL, "-m '%s': not a number of pages, nor a size such as 512K", text);
}

static int parse_cache_size(struct record_options *o, const char *text, struct error *err)
{
	if (option_size(text, 1, &o->cache.limit))
		return 0;
	return error_set(err, -EINVAL, "--buildid-cache-size '%s': not a size such as 500M", text);
}

static int parse_clockid(struct record_options *o, const char *text, struct error *err)
{
	static const struct {
		const char *name;
		int clockid;
	} clocks[] = {
		{ "monotonic", CLOCK_MONOTONIC },
		{ "mono", CLOCK_MONOTONIC },
		{ "monotonic_raw", CLOCK_MONOTONIC_RAW },
		{ "raw", CLOCK_MONOTONIC_RAW },
		{ "boottime", CLOCK_BOOTTIME },
		{ "boot", CLOCK_BOOTTIME },
		{ "realtime", CLOCK_REALTIME },
		{ "real", CLOCK_REALTIME },
		{ "tai", CLOCK_TAI },
	};
	const char *name = strncasecmp(text, "CLOCK_", 6) ? text : text + 6;
	char *end;
	long number = strtol(text, &end, 10);

	if (end == text || *end)
		number = -1;
	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++)
		if (number == clocks[i].clockid || !strcasecmp(name, clocks[i].name)) {
			o->sampler.clock = (struct sample_clock){ true, clocks[i].clockid };
			return 0;
		}
	return error_set(err, -EINVAL,
			 "-k '%s': no such clock; there are monotonic, monotonic_raw, boottime, realtime, tai", text);
}

static int parse_regs(struct record_options *o, uint64_t *mask, const char *option, const char *names,
		      struct error *err)
{
	if (names && !strcmp(names, STACK_OPTIONS_LIST_REGS)) {
		o->list_regs = true;
		return 0;
	}
	return stack_options_regs(mask, option, names, err);
}

static int parse_events(struct record_options *o, const char *text, struct error *err)
{
	const struct event_context context = event_context_of_environment();

	return event_list_parse(&o->events, text, &context, err);
}

static int parse_dry_run(struct record_options *o, const char *text, struct error *err)
{
	if (text && strcmp(text, "json") != 0)
		return error_set(err, -EINVAL, "--dry-run '%s': takes nothing, or json", text);
	o->dry_run = text ? DRY_RUN_JSON : DRY_RUN_TEXT;
	return 0;
}

static void set_freq(struct record_options *o, const char *value)
{
	o->freq_given = o->sampler.interval.freq_of_traces = true;
	o->sampler.interval.freq = strcmp(value, FREQ_MAX_WORD) ? option_number(value) : RECORD_FREQ_MAX;
}

static int parse_delay(struct record_options *o, const char *text, struct error *err)
{
	int result = sample_times_parse(&o->session.times, text, err);

	if (result == -EINVAL)
		error_prefix(err, "-D");
	if (!result)
		o->sampler.starts_later = !sample_times_begin_on(&o->session.times);
	return result;
}

/* The period may change while it records, and samples say so. */
static void set_control(struct record_options *o, const char *value)
{
	o->control = value;
	o->sampler.attachable = true;
	o->target.attachable = true;
	if (o->sampler.fields.period == SAMPLE_PERIOD_VARYING)
		o->sampler.fields.period = SAMPLE_PERIOD_LIVE;
}

/* -P is negatable: --no-period alone leaves the periods out. */
static void set_period(struct sample_fields *fields, bool negated)
{
	if (!negated)
		fields->period = SAMPLE_PERIOD_ALWAYS;
	else if (fields->period != SAMPLE_PERIOD_ALWAYS)
		fields->period = SAMPLE_PERIOD_NEVER;
}

static void leave_out_build_ids(struct record_options *o)
{
	o->sampler.sideband.build_ids = false;
	o->session.build_ids = false;
}

static void set_off_cpu(struct record_options *o, const char *threshold)
{
	o->off_cpu = true;
	if (threshold)
		o->session.off_cpu_ns = option_number(threshold) * NS_PER_MS;
}

static void set_off_cpu_threshold(struct record_options *o, const char *threshold)
{
	o->off_cpu_thresh_given = true;
	o->session.off_cpu_ns = option_number(threshold) * NS_PER_MS;
}

/* Options that only set a flag. */
static bool *record_options_flag(struct record_options *o, int key)
{
	switch (key) {
	case 'a': return &o->target.system_wide;
	case KEY_GROUP: return &o->group;
	case KEY_PER_THREAD: return &o->target.per_thread;
	case KEY_STRICT_FREQ: return &o->strict_freq;
	case KEY_USER_CALLCHAINS: return &o->sampler.fields.user_callchain;
	case KEY_KERNEL_CALLCHAINS: return &o->sampler.fields.kernel_callchain;
	case 'd': return &o->sampler.fields.data_addresses;
	case 'T': return &o->timestamps;
	case KEY_SAMPLE_CPU: return &o->sampler.fields.cpu;
	case 's': return &o->sampler.count_threads;
	case 'n': return &o->sampler.interval.none;
	case KEY_ALL_KERNEL: return &o->sampler.modes.no_user;
	case KEY_ALL_USER: return &o->sampler.modes.no_kernel;
	case 'i': return &o->target.no_inherit;
	case KEY_EXCLUDE_PERF: return &o->exclude_self;
	case 'q': return &o->quiet;
	case KEY_OVERWRITE: return &o->sampler.overwrite;
	case KEY_TIMESTAMP_FILENAME: return &o->session.stamped;
	case KEY_LIST_NAMES: return &o->list_names;
	case 'h': return &o->help;
	default: return NULL;
	}
}

static int record_options_handle(void *context, int key, const char *value, bool negated, struct error *err)
{
	struct record_options *o = context;
	bool *flag = record_options_flag(o, key);
	int taken;

	if (flag) {
		*flag = true;
		return 0;
	}
	taken = content_options_take(&o->sampler, key, value, err);
	if (taken)
		return taken < 0 ? taken : 0;
	switch (key) {
	case 'p': o->target.pids = value; return 0;
	case 't': o->target.tids = value; return 0;
	case 'u': o->target.user = value; return 0;
	case 'C': o->target.cpus = value; return 0;
	case 'o': o->output = value; return 0;
	case 'e': return parse_events(o, value, err);
	case KEY_FILTER: return event_filter_add(&o->events, value, err);
	case KEY_DRY_RUN: return parse_dry_run(o, value, err);
	case KEY_CONTROL: set_control(o, value); return 0;
	case 'G': return event_cgroups_add(&o->events, value, &o->target.n_cgroups, err);
	case 'F': set_freq(o, value); return 0;
	case 'c': o->sampler.interval.period = option_number(value); return 0;
	case 'D': return parse_delay(o, value, err);
	case 'k': return parse_clockid(o, value, err);
	case 'm': return parse_mmap_pages(o, value, err);
	case 'z':
	case KEY_COMPRESSION_LEVEL:
		o->session.level = value ? (int)option_number(value) : ZFRAME_LEVEL_DEFAULT;
		return 0;
	case 'g': stack_options_default(&o->sampler.fields); return 0;
	case KEY_CALL_GRAPH: return stack_options_call_graph(&o->sampler.fields, value, err);
	case KEY_MAX_STACK: o->sampler.fields.callgraph.max_stack = (uint16_t)option_number(value); return 0;
	case KEY_USER_REGS: return parse_regs(o, &o->sampler.fields.regs_user, "--user-regs", value, err);
	case 'I': return parse_regs(o, &o->sampler.fields.regs_intr, "--intr-regs", value, err);
	case 'P': set_period(&o->sampler.fields, negated); return 0;
	case 'B': leave_out_build_ids(o); return 0;
	case KEY_NO_BPF_EVENT: o->sampler.sideband.bpf_programs = false; return 0;
	case 'v': o->verbose++; return 0;
	case KEY_MAX_SIZE: return output_options_max_size(&o->session, value, err);
	case KEY_SWITCH_OUTPUT: return output_options_switch(&o->session, value, err);
	case KEY_SWITCH_MAX_FILES: o->session.rotation.max_files = (uint32_t)option_number(value); return 0;
	case KEY_OFF_CPU: set_off_cpu(o, value); return 0;
	case KEY_OFF_CPU_THRESH: set_off_cpu_threshold(o, value); return 0;
	case 'N': o->session.keep_files = negated; return 0;
	case KEY_BUILDID_DIR: o->cache.dir = value; return 0;
	default: return parse_cache_size(o, value, err);
	}
}

static int record_options_check(struct record_options *o, struct error *err)
{
	if (o->sampler.interval.period && o->freq_given)
		return error_set(err, -EINVAL, "-F and -c exclude each other: a rate, or an interval");
	if (o->sampler.modes.no_kernel && o->sampler.modes.no_user)
		return error_set(err, -EINVAL, "--all-kernel and --all-user exclude each other");
	if (o->sampler.fields.user_callchain && o->sampler.fields.kernel_callchain)
		return error_set(err, -EINVAL, "--user-callchains and --kernel-callchains exclude each other");
	if (o->off_cpu && o->target.n_cgroups)
		return error_set(err, -EINVAL, "--off-cpu is of threads, not of cgroups: it excludes -G");
	if (o->target.per_thread && (o->target.cpus || o->target.system_wide))
		return error_set(err, -EINVAL, "--per-thread needs threads: it excludes -a and -C");
	if (!o->dry_run && event_groups_refuse_traces(&o->events, err))
		return -ENOTSUP;
	return o->exclude_self ? event_filter_exclude(&o->events, getpid(), err) : 0;
}

int record_options_parse(struct record_options *o, int argc, char **argv, struct error *err)
{
	const struct option_table table = { record_option_defs, record_option_ranges, record_options_absent };
	int rest = options_parse(&table, argc, argv, record_options_handle, o, err);
	int result;

	if (rest < 0)
		return rest;
	if (rest < argc)
		o->command = argv + rest;
	result = o->group ? event_groups_make_anew(&o->events, err) : 0;
	if (result)
		return result;
	if (o->off_cpu && o->events.n && event_list_add_off_cpu(&o->events))
		return error_nomem(err);
	o->session.switches = o->sampler.sideband.switches;
	return record_options_check(o, err);
}

static bool reads_counts(const struct record_options *o)
{
	for (int i = 0; i < o->events.n; i++)
		if (o->events.events[i].sample_read)
			return true;
	return o->sampler.count_threads;
}

void record_options_warn(const struct record_options *o)
{
	if (o->session.rotation.max_files && !rotation_is_wanted(&o->session.rotation))
		log_warn("--switch-max-files has no effect without --switch-output: there is one file");
	if (o->off_cpu_thresh_given && !o->off_cpu)
		log_warn("--off-cpu-thresh has no effect without --off-cpu");
	if (o->sampler.fields.read_times && !reads_counts(o))
		log_warn("--running-time has no effect without counts, which the modifier S of an event or -s records");
}

void record_options_names(FILE *out)
{
	char name[64];

	for (const struct event_name *n = event_name_table(); n->name; n++)
		fprintf(out, n->alias ? "%s\n%s\n" : "%s\n", n->name, n->alias);
	for (size_t i = 0; event_name_cache_list(i, name, sizeof(name)); i++)
		fprintf(out, "%s\n", name);
}

void record_options_usage(FILE *out)
{
	fprintf(out, "Usage: prec record [OPTIONS] [COMMAND [ARGS]]\n\n"
		     "Records what COMMAND, a process (-p), a thread (-t), a user (-u) or the whole system (-a)\n"
		     "spends its time on. Without any of them: the whole system, until interrupted.\n\nOptions:\n");
	options_print(out, record_option_defs);
}
