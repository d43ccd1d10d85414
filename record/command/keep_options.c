#include "record/command/keep_options.h"

#include "record/command/record_options.h"

#include "common/log.h"

#include <errno.h>

static void leave_out_build_ids(struct record_options *o)
{
	o->sampler.sideband.build_ids = false;
	o->session.build_ids = false;
}

static void keep_no_files(struct record_options *o)
{
	o->session.keep_files = false;
}

static void keep_files(struct record_options *o)
{
	o->session.keep_files = true;
}

static int take_cache_size(struct record_options *o, const char *text, struct error *err)
{
	if (option_size(text, 1, &o->cache.limit))
		return 0;
	return error_set(err, -EINVAL, "--buildid-cache-size '%s': not a size such as 500M", text);
}

static void leave_out_bpf(struct record_options *o)
{
	o->sampler.sideband.bpf_programs = false;
}

static int take_debuginfod(struct record_options *o, const char *urls, struct error *err)
{
	(void)urls;
	(void)err;
	o->debuginfod_given = true;
	return 0;
}

static void warn_of_debuginfod(const struct record_options *o)
{
	if (o->debuginfod_given)
		log_note("--debuginfod: nothing is fetched while recording; prec report --debuginfod asks the servers");
}

static const struct record_option options[] = {
	{ 'B', "no-buildid", NULL, "record no build-ids", .set = leave_out_build_ids },
	{ 'N', "no-buildid-cache", NULL, "put no files into the build-id cache", OPTION_NEGATABLE, .set = keep_no_files,
	  .negate = keep_files },
	{ 0, "buildid-dir", "DIR", "the build-id cache (default: ~/.debug)", .text = OPTION_MEMBER(cache.dir) },
	{ 0, "buildid-cache-size", "SIZE", "what recordings may have there: 500M, 4G (default: 2G)",
	  .parse = take_cache_size },
	{ 0, "debuginfod", "URLS", "taken for those used to Linux perf: prec report fetches what names need",
	  OPTION_ARG_OPTIONAL | OPTION_HIDDEN, .parse = take_debuginfod },
	{ 0, "no-bpf-event", NULL, "record nothing of BPF programs", .set = leave_out_bpf },
	{ 0, "buildid-all", NULL, "of every mapping", .flags = OPTION_IGNORED },
	{ 0, "buildid-mmap", NULL, "in MMAP2 records", .flags = OPTION_IGNORED },
	{ 0 },
};

const struct option_theme keep_theme = { options, NULL, warn_of_debuginfod };
