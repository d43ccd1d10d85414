/*
 * keep_options: the options that say what is kept of the files that a recording mapped, for its symbols: -B, -N,
 * --buildid-dir, --buildid-cache-size and --no-bpf-event.
 */
#include "record/command/option_groups.h"

#include "common/log.h"
#include "record/command/record_options.h"

#include <errno.h>

static int leave_out_build_ids(void *options, const char *value, struct error *err)
{
	struct record_options *o = options;

	(void)value, (void)err;
	o->sampler.sideband.wants_build_ids = false;
	o->session.wants_build_ids = false;
	return 0;
}

static int take_cache_size(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	if (option_size(text, 1, &o->cache.limit))
		return 0;
	return error_set(err, -EINVAL, "--buildid-cache-size '%s': not a size such as 500M", text);
}

static void warn_of_debuginfod(const void *options)
{
	const struct record_options *o = options;

	if (o->debuginfod_given)
		log_note("--debuginfod: nothing is fetched while recording; prec report --debuginfod asks the servers");
}

static const struct option options[] = {
	{ 'B', "no-buildid", NULL, "record no build-ids", OPTION_CALL(leave_out_build_ids) },
	{ 'N', "no-buildid-cache", NULL, "put no files into the build-id cache", OPTION_NEGATABLE,
	  OPTION_CLEAR(struct record_options, session.keep_files) },
	{ 0, "buildid-dir", "DIR", "the build-id cache (default: ~/.debug)",
	  OPTION_TEXT(struct record_options, cache.dir) },
	{ 0, "buildid-cache-size", "SIZE", "what recordings may have there: 500M, 4G (default: 2G)",
	  OPTION_CALL(take_cache_size) },
	{ 0, "debuginfod", "URLS", "taken for those used to Linux perf: prec report fetches what names need",
	  OPTION_ARG_OPTIONAL | OPTION_HIDDEN, OPTION_VALUE(struct record_options, debuginfod_given, true) },
	{ 0, "no-bpf-event", NULL, "record nothing of BPF programs",
	  OPTION_VALUE(struct record_options, sampler.sideband.bpf_programs, false) },
	{ 0, "buildid-all", NULL, "of every mapping", .flags = OPTION_IGNORED },
	{ 0, "buildid-mmap", NULL, "in MMAP2 records", .flags = OPTION_IGNORED },
	{ 0 },
};

const struct option_group keep_group = { .options = options, .warn_unused = warn_of_debuginfod };
