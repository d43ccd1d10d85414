#include "record/command/content_options.h"

#include "record/command/record_options.h"
#include "record/command/target_options.h"
#include "record/events/branch_filter.h"

#include "common/bytes.h"
#include "common/log.h"
#include "formats/record/abi.h"

#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

static int take_branches(struct record_options *o, const char *filter, struct error *err)
{
	int result;

	if (o->sampler.fields.branches)
		return error_set(err, -EINVAL,
				 "-b and -j exclude each other, and each may be given once (-b is -j any)");
	result = branch_filter_parse(filter ? filter : "any", &o->sampler.fields.branches, err);
	if (result)
		error_prefix(err, "-j");
	return result;
}

static void set_mem_info(struct record_options *o)
{
	o->sampler.fields.more |= PERF_SAMPLE_DATA_SRC;
}

static void set_phys_data(struct record_options *o)
{
	o->sampler.fields.more |= PERF_SAMPLE_PHYS_ADDR;
}

static void set_data_page_size(struct record_options *o)
{
	o->sampler.fields.more |= PERF_SAMPLE_DATA_PAGE_SIZE;
}

static void set_code_page_size(struct record_options *o)
{
	o->sampler.fields.more |= PERF_SAMPLE_CODE_PAGE_SIZE;
}

static void set_weight(struct record_options *o)
{
	o->sampler.fields.more |= PERF_SAMPLE_WEIGHT_STRUCT;
}

static void set_transaction(struct record_options *o)
{
	o->sampler.fields.more |= PERF_SAMPLE_TRANSACTION;
}

static void set_raw(struct record_options *o)
{
	o->sampler.fields.more |= PERF_SAMPLE_RAW;
	o->sampler.fields.cpu = true;
}

static void set_cgroups(struct record_options *o)
{
	o->sampler.fields.more |= PERF_SAMPLE_CGROUP;
	o->sampler.sideband.cgroups = true;
}

static void set_period(struct record_options *o)
{
	o->sampler.fields.period = SAMPLE_PERIOD_ALWAYS;
}

static void record_data_maps(struct record_options *o)
{
	o->sampler.sideband.data_maps = DATA_MAPS_ALWAYS;
}

static void leave_out_data_maps(struct record_options *o)
{
	o->sampler.sideband.data_maps = DATA_MAPS_NEVER;
}

/* --no-period alone leaves the periods out. */
static void leave_out_period(struct record_options *o)
{
	if (o->sampler.fields.period != SAMPLE_PERIOD_ALWAYS)
		o->sampler.fields.period = SAMPLE_PERIOD_NEVER;
}

static int take_clockid(struct record_options *o, const char *text, struct error *err)
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

/* As with Linux perf: how much runs at once is asked of a program, not of a machine. */
static int check_content(const struct record_options *o, struct error *err)
{
	if (o->latency && target_options_kind(&o->target, o->command) == TARGET_SYSTEM)
		return error_set(err, -EINVAL,
				 "--latency needs a command, -p, -t or -u: latency is not of the whole system "
				 "(--switch-events records what runs)");
	return 0;
}

static bool reads_counts(const struct record_options *o)
{
	for (int i = 0; i < o->events.n; i++)
		if (o->events.events[i].sample_read)
			return true;
	return o->sampler.count_threads;
}

static void warn_of_content(const struct record_options *o)
{
	if (o->sampler.fields.read_times && !reads_counts(o))
		log_warn("--running-time has no effect without counts, which the modifier S of an event or -s records");
}

static const struct record_option options[] = {
	{ 'b', "branch-any", NULL, "record the branches before each sample, as -j any", .parse = take_branches },
	{ 'j', "branch-filter", "FILTER",
	  "record branches of these kinds, a comma-separated list: any,\n"
	  "any_call, any_ret, ind_call, ind_jmp, call, cond, stack, ...",
	  .parse = take_branches },
	{ 'd', "data", NULL, "record data addresses", .flag = OPTION_MEMBER(sampler.fields.data_addresses) },
	{ 0, "data-mmap", NULL, "record mappings without code (on by default with -d)", OPTION_NEGATABLE,
	  .set = record_data_maps, .negate = leave_out_data_maps },
	{ 0, "sample-mem-info", NULL, "record what memory operation a sample was", .set = set_mem_info },
	{ 0, "phys-data", NULL, "record physical data addresses", .set = set_phys_data },
	{ 0, "data-page-size", NULL, "record the size of the page of the data address", .set = set_data_page_size },
	{ 0, "code-page-size", NULL, "record the size of the page of the code", .set = set_code_page_size },
	{ 'W', "weight", NULL, "record weights: how long an operation took, in cycles", .set = set_weight },
	{ 0, "transaction", NULL, "record why transactions were aborted", .set = set_transaction },
	{ 'R', "raw-samples", NULL, "record raw data of all events (always of tracepoints)", .set = set_raw },
	{ 0, "all-cgroups", NULL, "record the cgroup of each sample", .set = set_cgroups },
	{ 0, "switch-events", NULL, "record when threads come to a CPU and leave it",
	  .flag = OPTION_MEMBER(sampler.sideband.switches) },
	{ 0, "latency", NULL, "record what prec report --latency needs, as --switch-events does; not with -a",
	  .flag = OPTION_MEMBER(latency) },
	{ 0, "running-time", NULL, "record with counts (:S, -s) how long events ran",
	  .flag = OPTION_MEMBER(sampler.fields.read_times) },
	{ 'T', "timestamp", NULL, "record times (always on)", .flag = OPTION_MEMBER(timestamps) },
	{ 'P', "period", NULL, "record periods (on by default with -F)", OPTION_NEGATABLE, .set = set_period,
	  .negate = leave_out_period },
	{ 0, "sample-cpu", NULL, "record the CPU (on by default with -a and -C)",
	  .flag = OPTION_MEMBER(sampler.fields.cpu) },
	{ 's', "stat", NULL, "record the count of each thread as it ends",
	  .flag = OPTION_MEMBER(sampler.count_threads) },
	{ 'k', "clockid", "CLOCK", "the clock of the times: monotonic, monotonic_raw, boottime, realtime, tai",
	  .parse = take_clockid },
	{ 0 },
};

const struct option_theme content_theme = { options, check_content, warn_of_content };
