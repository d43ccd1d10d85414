#include "report/command/reader_source.h"

#include "common/log.h"
#include "report/sandbox/sandbox.h"
#include "report/source/source_worker.h"
#include "report/types/types_worker.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static void confine_keeper(const char *directory)
{
	struct sandbox sandbox;

	sandbox_init(&sandbox);
	sandbox_allow(&sandbox, directory, SANDBOX_WRITE | SANDBOX_MAKE_FILES);
	sandbox_enter(&sandbox);
}

/* Where answers are kept; NULL: nowhere. */
static const char *start_keeper(struct reader_source *r, const struct reader_options *o, uint64_t limit)
{
	struct line_store_options options = { .limit = limit, .confine = o->no_sandbox ? NULL : confine_keeper };
	int code;

	if (!limit || o->no_line_cache || !line_cache_directory(r->cache))
		return NULL;
	memcpy(options.directory, r->cache, sizeof(options.directory));
	code = line_store_start(&r->keeper, &options);
	if (code)
		log_verbose("no process to write to the line cache: %s", strerror(-code));
	return r->cache;
}

int reader_source_start(struct reader_source *r, const struct reader_options *o, struct error *err)
{
	struct source_worker_options options = { .confine = o->no_sandbox ? NULL : sandbox_confine,
						 .answer_code = types_answer_code };
	const char *cache;
	uint64_t limit;
	int code;

	if (!line_cache_limit(&limit))
		return error_set(err, -EINVAL, "PREC_LINE_CACHE is to be a number of MiB, at most %u",
				 LINE_CACHE_MAX_MIB);
	/* First: the server lets go of what the keeper has to see the end of. */
	cache = start_keeper(r, o, limit);
	code = source_server_start(&r->server, o->workers, source_worker_run, &options);
	if (!code)
		r->source = source_new(&r->server, cache);
	r->code = code ? -code : r->source ? 0 : ENOMEM;
	return 0;
}

static void report_missing(const char *file, const char *missing, bool more)
{
	log_note("%s: a part of its debug information is not here (%s%s): inlined functions of that code are missing",
		 file, missing, more ? " and others" : "");
}

static void report_code(int code)
{
	log_warn("debug information was not read, or not all of it (%s): inlined functions and source lines are "
		 "missing",
		 strerror(code));
}

static void keep(struct reader_source *r)
{
	struct source_counts counts = source_counts(r->source);
	uint32_t n = 0;
	int code = 0;

	if (r->keeper.pid)
		code = source_keep(r->source, &r->keeper, &n);
	if (counts.asked || counts.kept)
		log_verbose("debug information: %" PRIu64 " answers read by %u processes in %" PRIu64
			    " requests, %" PRIu64 " from the line cache",
			    counts.asked, counts.workers, counts.requests, counts.kept);
	if (n)
		log_verbose("line cache: answers of %u files added in %s", n, r->cache);
	if (code)
		log_verbose("line cache: %s: %s", r->cache, strerror(-code));
	source_each_missing(r->source, report_missing);
	if (counts.code)
		report_code(counts.code);
	if (counts.lost)
		log_warn("debug information that cannot be read, of %u files or parts of files: inlined functions and "
			 "source lines there are missing",
			 counts.lost);
}

void reader_source_stop(struct reader_source *r)
{
	if (r->source)
		keep(r);
	else if (r->is_wanted && r->code)
		report_code(r->code);
	source_free(r->source);
	source_server_stop(&r->server);
	line_store_stop(&r->keeper);
	*r = (struct reader_source){ 0 };
}
