/*
 * content_options: options that say what else samples and the records beside them hold, each a bit or two of the attrs.
 */
#include "record/command/option_groups.h"

#include "common/bytes.h"
#include "common/log.h"
#include "formats/record/abi.h"
#include "record/command/clock_options.h"
#include "record/command/record_options.h"
#include "record/command/target_options.h"
#include "record/events/branch_filter.h"

#include <errno.h>

static int take_branches(void *options, const char *filter, struct error *err)
{
	struct record_options *o = options;
	int result;

	if (o->sampler.fields.branches)
		return error_set(err, -EINVAL,
				 "-b and -j exclude each other, and each may be given once (-b is -j any)");
	result = branch_filter_parse(filter ? filter : "any", &o->sampler.fields.branches, err);
	if (result)
		error_prefix(err, "-j");
	return result;
}

static int take_raw(void *options, const char *value, struct error *err)
{
	struct record_options *o = options;

	(void)value, (void)err;
	o->sampler.fields.more |= PERF_SAMPLE_RAW;
	o->sampler.fields.wants_cpu = true;
	return 0;
}

static int take_cgroups(void *options, const char *value, struct error *err)
{
	struct record_options *o = options;

	(void)value, (void)err;
	o->sampler.fields.more |= PERF_SAMPLE_CGROUP;
	o->sampler.sideband.wants_cgroups = true;
	return 0;
}

static void leave_out_data_maps(void *data_maps)
{
	*(enum data_maps *)data_maps = DATA_MAPS_NEVER;
}

/* --no-period alone leaves the periods out. */
static void leave_out_period(void *period)
{
	enum sample_period *when = period;

	if (*when != SAMPLE_PERIOD_ALWAYS)
		*when = SAMPLE_PERIOD_NEVER;
}

/* As with Linux perf: how much runs at once is asked of a program, not of a machine. */
static int check_content(const void *options, struct error *err)
{
	const struct record_options *o = options;

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

static void warn_of_content(const void *options)
{
	const struct record_options *o = options;

	if (o->sampler.fields.read_times && !reads_counts(o))
		log_warn("--running-time has no effect without counts, which the modifier S of an event or -s records");
}

static const struct option options[] = {
	{ 'b', "branch-any", NULL, "record the branches before each sample, as -j any", OPTION_CALL(take_branches) },
	{ 'j', "branch-filter", "FILTER",
	  "record branches of these kinds, a comma-separated list: any,\n"
	  "any_call, any_ret, ind_call, ind_jmp, call, cond, stack, ...",
	  OPTION_CALL(take_branches) },
	{ 'd', "data", NULL, "record data addresses",
	  OPTION_FLAG(struct record_options, sampler.fields.data_addresses) },
	{ 0, "data-mmap", NULL, "record mappings without code (on by default with -d)", OPTION_NEGATABLE,
	  OPTION_VALUE(struct record_options, sampler.sideband.data_maps, DATA_MAPS_ALWAYS),
	  .negate = leave_out_data_maps },
	{ 0, "sample-mem-info", NULL, "record what memory operation a sample was",
	  OPTION_BITS(struct record_options, sampler.fields.more, PERF_SAMPLE_DATA_SRC) },
	{ 0, "phys-data", NULL, "record physical data addresses",
	  OPTION_BITS(struct record_options, sampler.fields.more, PERF_SAMPLE_PHYS_ADDR) },
	{ 0, "data-page-size", NULL, "record the size of the page of the data address",
	  OPTION_BITS(struct record_options, sampler.fields.more, PERF_SAMPLE_DATA_PAGE_SIZE) },
	{ 0, "code-page-size", NULL, "record the size of the page of the code",
	  OPTION_BITS(struct record_options, sampler.fields.more, PERF_SAMPLE_CODE_PAGE_SIZE) },
	{ 'W', "weight", NULL, "record weights: how long an operation took, in cycles",
	  OPTION_BITS(struct record_options, sampler.fields.more, PERF_SAMPLE_WEIGHT_STRUCT) },
	{ 0, "transaction", NULL, "record why transactions were aborted",
	  OPTION_BITS(struct record_options, sampler.fields.more, PERF_SAMPLE_TRANSACTION) },
	{ 'R', "raw-samples", NULL, "record raw data of all events (always of tracepoints)", OPTION_CALL(take_raw) },
	{ 0, "all-cgroups", NULL, "record the cgroup of each sample", OPTION_CALL(take_cgroups) },
	{ 0, "switch-events", NULL, "record when threads come to a CPU and leave it",
	  OPTION_FLAG(struct record_options, sampler.sideband.wants_switches) },
	{ 0, "latency", NULL, "record what prec report --latency needs, as --switch-events does; not with -a",
	  OPTION_FLAG(struct record_options, latency) },
	{ 0, "running-time", NULL, "record with counts (:S, -s) how long events ran",
	  OPTION_FLAG(struct record_options, sampler.fields.read_times) },
	{ 'T', "timestamp", NULL, "record times (always on)", OPTION_FLAG(struct record_options, timestamps) },
	{ 'P', "period", NULL, "record periods (on by default with -F)", OPTION_NEGATABLE,
	  OPTION_VALUE(struct record_options, sampler.fields.period, SAMPLE_PERIOD_ALWAYS),
	  .negate = leave_out_period },
	{ 0, "sample-cpu", NULL, "record the CPU (on by default with -a and -C)",
	  OPTION_FLAG(struct record_options, sampler.fields.wants_cpu) },
	{ 's', "stat", NULL, "record the count of each thread as it ends",
	  OPTION_FLAG(struct record_options, sampler.count_threads) },
	{ 'k', "clockid", "CLOCK",
	  "the clock of the times: monotonic (default), monotonic_raw, boottime,\n"
	  "realtime, tai, or the kernel's own, perf",
	  OPTION_CALL(clock_option_take) },
	{ 0 },
};

const struct option_group content_group = { .options = options,
					    .check = check_content,
					    .warn_unused = warn_of_content };
